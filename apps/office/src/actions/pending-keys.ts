/** A store of keys that survives a reload of the page. */
export interface KeyStore {
  read(): Readonly<Record<string, string>>;
  write(keys: Readonly<Record<string, string>>): void;
}

/**
 * Stores the idempotency key of a change until its outcome is known. A retry after a lost answer or a reload then uses
 * the same key, so that the change happens once.
 */
export class PendingKeys {
  readonly #store: KeyStore;
  readonly #newKey: () => string;

  constructor(store: KeyStore, newKey: () => string) {
    this.#store = store;
    this.#newKey = newKey;
  }

  /** Returns the key for a change: the stored one if the same change has no outcome yet, else a new one. */
  keyFor(call: string, input: unknown): string {
    const keys = this.#store.read();
    const name = nameOf(call, input);
    const stored = keys[name];
    if (stored !== undefined) return stored;
    const key = this.#newKey();
    this.#store.write({ ...keys, [name]: key });
    return key;
  }

  /** Forgets the key of a change with a known outcome. The same change made later gets a new key. */
  answered(call: string, input: unknown): void {
    const { [nameOf(call, input)]: _, ...others } = this.#store.read();
    this.#store.write(others);
  }
}

function nameOf(call: string, input: unknown): string {
  return `${call} ${JSON.stringify(input)}`;
}
