import type { ToastMessage } from '@fairlot/ui';
import { create } from 'zustand';

/** More messages than this at once help nobody; the oldest goes. */
const MOST = 3;
/** What went wrong takes longer to read than what was done. */
const SHOWN_MS = { done: 5_000, info: 5_000, error: 8_000 } as const;

interface Toasts {
  readonly messages: readonly ToastMessage[];
}

export const useToasts = create<Toasts>(() => ({ messages: [] }));

let lastId = 0;

/** Shows a short message for some seconds. The same words are not stacked. */
export function showToast(text: string, kind: ToastMessage['kind'] = 'info'): void {
  lastId += 1;
  const id = lastId;
  useToasts.setState(({ messages }) => ({
    messages: [...messages.filter((message) => message.text !== text), { id, kind, text }].slice(-MOST),
  }));
  setTimeout(() => closeToast(id), SHOWN_MS[kind]);
}

/** Takes a message away. */
export function closeToast(id: number): void {
  useToasts.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }));
}

/** What screens use to show a message. */
export function useToast(): typeof showToast {
  return showToast;
}
