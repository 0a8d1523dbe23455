import { copyText, showToast } from '@fairlot/web';
import { useText } from '../language/language.ts';

/** Copies a text and shows a toast with the result. */
export function useCopy(): (text: string) => void {
  const t = useText();
  return (text) => {
    void copyText(text).then((done) => showToast(t(done ? 'copied.done' : 'copied.failed'), done ? 'done' : 'error'));
  };
}
