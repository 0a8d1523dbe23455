/** The key of an empty heap. No price reaches it. */
const NEVER = Number.POSITIVE_INFINITY;
const SMALLEST = 4;

/** Entries of heaps. One pool serves many heaps, so that owners can store entries as plain numbers. */
export class EntryPool<Owner> {
  readonly owners: (Owner | undefined)[] = [];
  /** The entry's present index in its heap. */
  places = new Int32Array(SMALLEST);
  readonly #free: number[] = [];

  /** Allocates an entry for an owner. The caller inserts it into one heap. */
  take(owner: Owner): number {
    const entry = this.#free.pop() ?? this.owners.length;
    this.owners[entry] = owner;
    if (entry >= this.places.length) {
      const wider = new Int32Array(this.places.length * 2);
      wider.set(this.places);
      this.places = wider;
    }
    return entry;
  }

  /** Frees an entry that is in no heap. */
  release(entry: number): void {
    this.owners[entry] = undefined;
    this.#free.push(entry);
  }
}

/**
 * A binary min-heap of prices as numbers, whose entries can be moved and removed. The nearest key tells in O(1) whether
 * a price reaches any entry. Prices are below 2^53 and therefore exact. Callers negate the keys of edges that falling
 * prices reach.
 */
export class PriceHeap<Owner> {
  #keys = new Float64Array(0);
  #entries = new Int32Array(0);
  #size = 0;
  readonly #pool: EntryPool<Owner>;
  readonly #tops: Float64Array;
  readonly #top: number;

  /**
   * Keeps the smallest key in `tops[top]`, infinity when the heap is empty. The heaps of one instrument share `tops`,
   * so that comparing a quote with all of them touches one cache line.
   */
  constructor(pool: EntryPool<Owner>, tops: Float64Array, top: number) {
    this.#pool = pool;
    this.#tops = tops;
    this.#top = top;
    tops[top] = NEVER;
  }

  get size(): number {
    return this.#size;
  }

  /** Inserts an entry of the pool. */
  insert(entry: number, key: number): void {
    if (this.#size === this.#keys.length) this.#resize(Math.max(SMALLEST, this.#size * 2));
    this.#size += 1;
    this.#rise(this.#size - 1, entry, key);
    this.#tops[this.#top] = this.#keys[0] as number;
  }

  /** Removes an entry. It stays allocated in the pool. */
  remove(entry: number): void {
    const place = this.#pool.places[entry] as number;
    this.#size -= 1;
    if (place !== this.#size)
      this.#settle(place, this.#entries[this.#size] as number, this.#keys[this.#size] as number);
    if (this.#size * 4 < this.#keys.length && this.#keys.length > SMALLEST) this.#resize(this.#keys.length / 2);
    this.#tops[this.#top] = this.#size === 0 ? NEVER : (this.#keys[0] as number);
  }

  /** Changes the key of an entry. */
  move(entry: number, key: number): void {
    const place = this.#pool.places[entry] as number;
    if (this.#keys[place] === key) return;
    this.#settle(place, entry, key);
    this.#tops[this.#top] = this.#keys[0] as number;
  }

  /** Appends the owners of all entries with a key at or below the limit, in no particular order. */
  collect(limit: number, into: Owner[]): void {
    const pending = [0];
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      if (place >= this.#size || (this.#keys[place] as number) > limit) continue;
      into.push(this.#pool.owners[this.#entries[place] as number] as Owner);
      pending.push(2 * place + 1, 2 * place + 2);
    }
  }

  /** True when the heap holds this entry with this key. For checks of invariants. */
  holds(entry: number, key: number): boolean {
    const place = this.#pool.places[entry] as number;
    return place < this.#size && this.#entries[place] === entry && this.#keys[place] === key;
  }

  #settle(place: number, entry: number, key: number): void {
    if (place > 0 && (this.#keys[(place - 1) >> 1] as number) > key) this.#rise(place, entry, key);
    else this.#sink(place, entry, key);
  }

  #rise(from: number, entry: number, key: number): void {
    const keys = this.#keys;
    const entries = this.#entries;
    const places = this.#pool.places;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = keys[parent] as number;
      if (above <= key) break;
      const moved = entries[parent] as number;
      keys[place] = above;
      entries[place] = moved;
      places[moved] = place;
      place = parent;
    }
    keys[place] = key;
    entries[place] = entry;
    places[entry] = place;
  }

  #sink(from: number, entry: number, key: number): void {
    const keys = this.#keys;
    const entries = this.#entries;
    const places = this.#pool.places;
    const size = this.#size;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child += 1;
      const below = keys[child] as number;
      if (below >= key) break;
      const moved = entries[child] as number;
      keys[place] = below;
      entries[place] = moved;
      places[moved] = place;
      place = child;
    }
    keys[place] = key;
    entries[place] = entry;
    places[entry] = place;
  }

  #resize(capacity: number): void {
    const keys = new Float64Array(capacity);
    const entries = new Int32Array(capacity);
    keys.set(this.#keys.subarray(0, this.#size));
    entries.set(this.#entries.subarray(0, this.#size));
    this.#keys = keys;
    this.#entries = entries;
  }
}
