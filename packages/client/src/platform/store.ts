/** A value that changes and can be read at any time; fits React's useSyncExternalStore. */
export interface Readable<T> {
  /** The current value. Returns the same object until the value changes. */
  readonly getSnapshot: () => T;
  /** Calls the listener after each change. Returns a function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A readable value that its owner can replace. */
export interface Writable<T> extends Readable<T> {
  readonly set: (value: T) => void;
  /** True while at least one listener is subscribed. */
  readonly watched: boolean;
}

/** Creates a store with an initial value. Setting an identical value notifies no listener. */
export function createStore<T>(first: T): Writable<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      // A wrapper per subscription: a listener that is subscribed twice is called twice and unsubscribed separately.
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
