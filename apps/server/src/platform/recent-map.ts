/**
 * An approximate LRU cache: it keeps at least the last `size` keys and at most twice as many. It evicts a whole
 * generation at a time, because removing single keys from the front of a Map becomes slower with each removal.
 */
export class RecentMap<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: Key): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#size) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  /** Number of stored entries. A renewed entry may count twice. */
  get held(): number {
    return this.#young.size + this.#old.size;
  }
}
