/** An LRU cache of contents, bounded by their bytes. */
export class ByteCache {
  readonly #contents = new Map<string, Buffer>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(name: string): Buffer | undefined {
    const content = this.#contents.get(name);
    if (content === undefined) return undefined;
    // Moves it to the end: the first one in the map is evicted first.
    this.#contents.delete(name);
    this.#contents.set(name, content);
    return content;
  }

  /** Keeps a content, in place of those that were not read for longest. One larger than the cache is not kept. */
  set(name: string, content: Buffer): void {
    if (content.length > this.#mostBytes) return;
    this.#remove(name);
    this.#contents.set(name, content);
    this.#bytes += content.length;
    for (const oldest of this.#contents.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(name: string): void {
    this.#bytes -= this.#contents.get(name)?.length ?? 0;
    this.#contents.delete(name);
  }
}
