import type { Message } from '@fairlot/client';
import { loadTexts } from '../language/language.ts';
import { showToast } from '@fairlot/web';

/** Shows a call's message as a toast: the server's text unchanged, or a sentence around a transport error's code. */
export async function showMessage(message: Message): Promise<void> {
  if (message.kind === 'success') showToast(message.text, 'done');
  else if (message.error.kind === 'transport') showToast(await transportText(String(message.error.code)), 'error');
  else showToast(message.text, 'error');
}

async function transportText(code: string): Promise<string> {
  const t = await loadTexts().catch(() => undefined);
  if (t === undefined) return code;
  if (code === 'ERR_NETWORK') return t('error.network', { code });
  return code === 'ERR_TIMEOUT' ? t('error.timeout', { code }) : t('error.badAnswer', { code });
}
