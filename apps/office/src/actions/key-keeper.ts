/** Where keys outlive a reload of the page. */
export interface KeyStore {
  read(): Readonly<Record<string, string>>;
  write(keys: Readonly<Record<string, string>>): void;
}

/**
 * Keeps the idempotency key of a change until its outcome is known, so that asking again, after a lost answer or even a
 * reload, is the same request to the server and happens once.
 */
export class KeyKeeper {
  readonly #store: KeyStore;
  readonly #newKey: () => string;

  constructor(store: KeyStore, newKey: () => string) {
    this.#store = store;
    this.#newKey = newKey;
  }

  /** The key for a change that is to be asked for: the kept one, when the same was asked before and not answered. */
  keyFor(call: string, input: unknown): string {
    const keys = this.#store.read();
    const name = nameOf(call, input);
    const kept = keys[name];
    if (kept !== undefined) return kept;
    const key = this.#newKey();
    this.#store.write({ ...keys, [name]: key });
    return key;
  }

  /** The outcome is known: the same change asked for from now on is another one. */
  answered(call: string, input: unknown): void {
    const { [nameOf(call, input)]: _, ...others } = this.#store.read();
    this.#store.write(others);
  }
}

function nameOf(call: string, input: unknown): string {
  return `${call} ${JSON.stringify(input)}`;
}
