/** A mutex for each key, first come, first served. A free key costs no promise. */
export class KeyedMutex<Key> {
  readonly #waiting = new Map<Key, (() => void)[]>();

  /** Undefined when the caller has the key at once; else resolves when it has. Each one must be released. */
  acquire(key: Key): Promise<void> | undefined {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      this.#waiting.set(key, []);
      return undefined;
    }
    return new Promise((acquired) => {
      waiting.push(acquired);
    });
  }

  /** Gives the key to the next caller that waits. */
  release(key: Key): void {
    const next = this.#waiting.get(key)?.shift();
    if (next === undefined) this.#waiting.delete(key);
    else next();
  }
}
