import { useText } from '../language/language.ts';
import { showToast } from '@fairlot/web';

/**
 * Copies a text and shows a toast with the result. Falls back to a selection, because pages without HTTPS have no
 * clipboard API.
 */
export function useCopy(): (text: string) => void {
  const t = useText();
  return (text) => {
    void copied(text).then((done) => showToast(t(done ? 'copied.done' : 'copied.failed'), done ? 'done' : 'error'));
  };
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

function copiedBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'sr-only';
  document.body.append(field);
  field.select();
  // Deprecated, but the only way without HTTPS.
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
