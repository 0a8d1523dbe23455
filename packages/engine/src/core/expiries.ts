import { EntryPool, PriceHeap } from '../watch/price-heap.ts';

/** An order that may have an expiry. */
interface Expiring {
  readonly id: number;
  readonly status: 'pending' | 'open';
  readonly expiresAt: number | undefined;
  expiryEntry: number;
  readonly instrument: { readonly id: number; readonly burst: boolean };
}

/** The pending orders of one instrument by their expiry. */
interface Line {
  readonly heap: PriceHeap<Expiring>;
  /** The soonest expiry, infinity for none. */
  readonly soonest: Float64Array;
}

const NO_NUMBERS = new Float64Array(0);

/**
 * Finds pending orders whose expiry has come. Those of an instrument in a burst wait for its end, because its quotes may have
 * reached them before.
 */
export class Expiries {
  readonly #pool = new EntryPool<Expiring>();
  readonly #lines = new Map<number, Line>();
  /** No order outside of bursts ends before this moment. */
  #from = Number.POSITIVE_INFINITY;
  /** Numbers of the orders that were due, ascending; those before `#next` are done. */
  #due = NO_NUMBERS;
  #next = 0;

  /** True while orders that were due have not had their turn. */
  get busy(): boolean {
    return this.#next < this.#due.length;
  }

  /** False when no order can be due at a moment. Asked before every command, so it costs one comparison. */
  mayHaveDue(now: number): boolean {
    return this.busy || now >= this.#from;
  }

  /** Adds an order; one that has no expiry, or is filled, is left out. */
  add(order: Expiring): void {
    if (order.status !== 'pending' || order.expiresAt === undefined) return;
    order.expiryEntry = this.#pool.take(order);
    this.#lineOf(order.instrument.id).heap.insert(order.expiryEntry, order.expiresAt);
    this.#from = Math.min(this.#from, order.expiresAt);
  }

  /** Removes an order that `add` was called with. */
  remove(order: Expiring): void {
    if (order.expiryEntry === -1) return;
    this.#lineOf(order.instrument.id).heap.remove(order.expiryEntry);
    this.#pool.release(order.expiryEntry);
    order.expiryEntry = -1;
  }

  /** True when the order is held exactly if it has to be. For checks of invariants. */
  holds(order: Expiring): boolean {
    const { status, expiresAt, expiryEntry, instrument } = order;
    if (status !== 'pending' || expiresAt === undefined) return expiryEntry === -1;
    return expiryEntry !== -1 && this.#lineOf(instrument.id).heap.holds(expiryEntry, expiresAt);
  }

  /** A burst has ended, or the turns of `next` are forgotten: orders that are due may be found again. */
  recheck(): void {
    this.#from = 0;
  }

  /** Forgets the turns that are left: rows of the journal follow. */
  clear(): void {
    this.#due = NO_NUMBERS;
    this.#next = 0;
    this.recheck();
  }

  /**
   * Numbers of the next orders that are due, ascending, at most `most`. `isDue`: tells whether one still is when its turn
   * comes.
   */
  next(now: number, most: number, isDue: (id: number) => boolean): readonly number[] {
    if (!this.busy) this.#collect(now);
    const found: number[] = [];
    for (; found.length < most && this.#next < this.#due.length; this.#next += 1) {
      const id = this.#due[this.#next] as number;
      if (isDue(id)) found.push(id);
    }
    return found;
  }

  #collect(now: number): void {
    this.#next = 0;
    this.#due = NO_NUMBERS;
    if (now < this.#from) return;
    const due: Expiring[] = [];
    this.#from = Number.POSITIVE_INFINITY;
    for (const [instrument, { heap, soonest }] of this.#lines) {
      const [first] = soonest as unknown as readonly [number];
      if (heap.size === 0) this.#lines.delete(instrument);
      // The owners of a line have one instrument. The end of its burst calls `recheck`.
      else if (first <= now) heap.collect(now, due);
      else this.#from = Math.min(this.#from, first);
    }
    const free = due.filter((order) => !order.instrument.burst);
    this.#due = Float64Array.from(free, ({ id }) => id).sort();
    // The lines are read again when these have ended.
    if (free.length > 0) this.#from = 0;
  }

  #lineOf(instrument: number): Line {
    let line = this.#lines.get(instrument);
    if (line === undefined) {
      const soonest = new Float64Array(1);
      line = { heap: new PriceHeap(this.#pool, soonest, 0), soonest };
      this.#lines.set(instrument, line);
    }
    return line;
  }
}
