import { useText } from './text.ts';
import { useToast } from './toast.ts';

/** Copies a text and says whether that went well. A page without https has no clipboard of its own: a selection helps there. */
export function useCopy(): (text: string) => void {
  const t = useText();
  const toast = useToast();
  return (text) => {
    void copied(text).then((done) => toast(t(done ? 'copied.done' : 'copied.failed'), done ? 'done' : 'error'));
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
  // Deprecated, and the only way where the page was not loaded over https.
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
