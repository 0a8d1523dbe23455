/** Something that changes and can be read at any time; made for React's useSyncExternalStore. */
export interface Readable<T> {
  /** The value now. Until it changes, every call gives the same object. */
  readonly getSnapshot: () => T;
  /** Calls the listener after each change. Returns how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A value that its owner replaces and others read. */
export interface Writable<T> extends Readable<T> {
  readonly set: (value: T) => void;
  /** Whether anyone listens. */
  readonly watched: boolean;
}

/** A store with a first value. Setting the value that it already has tells nobody. */
export function createStore<T>(first: T): Writable<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      // Its own function, so that one listener subscribed twice is called twice and leaves twice.
      const entry = (): void => listener();
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    get watched() {
      return listeners.size > 0;
    },
  };
}
