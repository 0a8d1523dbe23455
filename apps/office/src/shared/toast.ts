import type { ToastMessage } from '@fairlot/ui';
import { create } from 'zustand';

/** More messages than this at once help nobody; the oldest goes. */
const MOST = 3;
const SHOWN_MS = 5_000;

export const useToasts = create<{ readonly messages: readonly ToastMessage[] }>(() => ({ messages: [] }));

let lastId = 0;

/** Shows a short message for five seconds. The same words are not stacked. */
export function showToast(text: string, kind: ToastMessage['kind'] = 'info'): void {
  lastId += 1;
  const id = lastId;
  useToasts.setState(({ messages }) => ({
    messages: [...messages.filter((message) => message.text !== text), { id, kind, text }].slice(-MOST),
  }));
  setTimeout(() => closeToast(id), SHOWN_MS);
}

/** Takes a message away. */
export function closeToast(id: number): void {
  useToasts.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }));
}
