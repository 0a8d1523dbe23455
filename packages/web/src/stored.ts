import type { StoreApi } from 'zustand';

/** Reads a JSON value that this page stored earlier; undefined if there is none or the storage is unavailable. */
export function readStored(key: string, storage?: Storage): unknown {
  try {
    const text = (storage ?? localStorage).getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a JSON value; undefined removes it. Errors of the storage are ignored. */
export function writeStored(key: string, value: unknown, storage?: Storage): void {
  try {
    const place = storage ?? localStorage;
    if (value === undefined) place.removeItem(key);
    else place.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks throw; the value is then lost when the page closes.
  }
}

/** Options for storing a store's state in the browser. */
export interface Keeping<State> {
  readonly key: string;
  /** Parses the stored value; returns undefined if it is invalid, and the store keeps its initial state. */
  readonly read: (stored: unknown) => Partial<State> | undefined;
  /** Selects the part to store; default the whole state. */
  readonly written?: (state: State) => unknown;
  /** True for a state that was read from the storage a moment ago, which is not written back. */
  readonly isStored?: (state: State) => boolean;
}

/** Restores a store's state from an earlier visit, and stores every change from then on. */
export function keepStored<State>(
  store: Pick<StoreApi<State>, 'setState' | 'subscribe'>,
  { key, read, written = (state) => state, isStored }: Keeping<State>,
): void {
  const state = read(readStored(key));
  if (state !== undefined) store.setState(state);
  store.subscribe((now) => {
    if (isStored?.(now) !== true) writeStored(key, written(now));
  });
}
