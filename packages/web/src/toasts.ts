import type { ToastMessage } from '@fairlot/ui';
import { create } from 'zustand';

/** Maximum number of messages at once; the oldest is dropped. */
const MAX_MESSAGES = 3;
/** Display times in milliseconds. Errors take longer to read. */
const SHOWN_MS = { done: 5_000, info: 5_000, error: 8_000 } as const;

interface Toasts {
  readonly messages: readonly ToastMessage[];
}

export const useToasts = create<Toasts>(() => ({ messages: [] }));

let lastId = 0;

/**
 * Shows a short message for some seconds. A message with the same text is replaced, not repeated. A success removes
 * errors: what they said is over.
 */
export function showToast(text: string, kind: ToastMessage['kind'] = 'info'): void {
  lastId += 1;
  const id = lastId;
  useToasts.setState(({ messages }) => ({
    messages: [
      ...messages.filter((message) => message.text !== text && !(kind === 'done' && message.kind === 'error')),
      { id, kind, text },
    ].slice(-MAX_MESSAGES),
  }));
  setTimeout(() => closeToast(id), SHOWN_MS[kind]);
}

/** Removes errors, because the user has left their screen or has signed in. */
export function dropErrors(): void {
  useToasts.setState(({ messages }) => ({ messages: messages.filter(({ kind }) => kind !== 'error') }));
}

/** Removes a message. */
export function closeToast(id: number): void {
  useToasts.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }));
}
