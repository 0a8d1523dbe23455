/** A 64-bit fingerprint as two 32-bit halves. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

const SEGMENTS = 64;
const SMALLEST = 16;
/** Load factor above which a table doubles. */
const MAX_LOAD = 0.75;

/**
 * A set of fingerprints in flat arrays, 8 bytes per slot. It is split into segments by the high half, so that growth
 * copies one segment at a time: sets of tens of millions of keys grow without a long pause.
 */
export class FingerprintSet {
  readonly #segments: Segment[] = Array.from({ length: SEGMENTS }, () => new Segment());

  add(fingerprint: Fingerprint): void {
    this.#segment(fingerprint).add(fingerprint.high, fingerprint.low);
  }

  has(fingerprint: Fingerprint): boolean {
    return this.#segment(fingerprint).has(fingerprint.high, fingerprint.low);
  }

  get size(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.size, 0);
  }

  *[Symbol.iterator](): Generator<Fingerprint> {
    for (const segment of this.#segments) yield* segment.values();
  }

  #segment({ high }: Fingerprint): Segment {
    return this.#segments[high % SEGMENTS] as Segment;
  }
}

/** A hash table with open addressing and linear probing. (0, 0) marks an empty slot and is never a fingerprint. */
class Segment {
  #halves = new Uint32Array(2 * SMALLEST);
  size = 0;

  add(high: number, low: number): void {
    if ((this.size + 1) * 2 > this.#halves.length * MAX_LOAD) this.#grow();
    const place = this.#find(high, low);
    if (!this.#isEmpty(place)) return;
    this.#halves[place] = high;
    this.#halves[place + 1] = low;
    this.size += 1;
  }

  has(high: number, low: number): boolean {
    return !this.#isEmpty(this.#find(high, low));
  }

  *values(): Generator<Fingerprint> {
    for (let place = 0; place < this.#halves.length; place += 2) {
      if (!this.#isEmpty(place)) yield { high: this.#halves[place] as number, low: this.#halves[place + 1] as number };
    }
  }

  /** Index of a fingerprint's slot, or of the empty slot for it. */
  #find(high: number, low: number): number {
    const mask = this.#halves.length - 2;
    let place = (low * 2) & mask;
    while (!this.#isEmpty(place) && (this.#halves[place] !== high || this.#halves[place + 1] !== low))
      place = (place + 2) & mask;
    return place;
  }

  #isEmpty(place: number): boolean {
    return this.#halves[place] === 0 && this.#halves[place + 1] === 0;
  }

  #grow(): void {
    const old = this.#halves;
    this.#halves = new Uint32Array(old.length * 2);
    for (let from = 0; from < old.length; from += 2) {
      const high = old[from] as number;
      const low = old[from + 1] as number;
      if (high === 0 && low === 0) continue;
      const place = this.#find(high, low);
      this.#halves[place] = high;
      this.#halves[place + 1] = low;
    }
  }
}
