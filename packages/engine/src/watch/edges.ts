import { PriceHeap } from './price-heap.ts';
import type { EntryPool } from './price-heap.ts';

/** A side of the market and the direction in which an edge on it is reached. `mid` stands for bid + ask. */
export type EdgeName = 'bidBelow' | 'bidAbove' | 'askBelow' | 'askAbove' | 'midBelow' | 'midAbove';

const NAMES: readonly EdgeName[] = ['bidBelow', 'bidAbove', 'askBelow', 'askAbove', 'midBelow', 'midAbove'];

/** The heaps that one quote of an instrument is compared with, one for each side and direction. */
export class Edges<Owner> {
  readonly #nearest = new Float64Array(NAMES.length);
  readonly bidBelow: PriceHeap<Owner>;
  readonly bidAbove: PriceHeap<Owner>;
  readonly askBelow: PriceHeap<Owner>;
  readonly askAbove: PriceHeap<Owner>;
  readonly midBelow: PriceHeap<Owner>;
  readonly midAbove: PriceHeap<Owner>;

  constructor(pool: EntryPool<Owner>) {
    const heap = (name: EdgeName): PriceHeap<Owner> => new PriceHeap(pool, this.#nearest, NAMES.indexOf(name));
    this.bidBelow = heap('bidBelow');
    this.bidAbove = heap('bidAbove');
    this.askBelow = heap('askBelow');
    this.askAbove = heap('askAbove');
    this.midBelow = heap('midBelow');
    this.midAbove = heap('midAbove');
  }

  /** Owners whose edge this quote reaches, each once for every edge of its own. Costs six comparisons when there are none. */
  reached(bid: number, ask: number): readonly Owner[] {
    const nearest = this.#nearest as unknown as readonly [number, number, number, number, number, number];
    const mid = bid + ask;
    if (
      nearest[0] > -bid &&
      nearest[1] > bid &&
      nearest[2] > -ask &&
      nearest[3] > ask &&
      nearest[4] > -mid &&
      nearest[5] > mid
    )
      return NOBODY;
    const owners: Owner[] = [];
    this.bidBelow.collect(-bid, owners);
    this.bidAbove.collect(bid, owners);
    this.askBelow.collect(-ask, owners);
    this.askAbove.collect(ask, owners);
    this.midBelow.collect(-mid, owners);
    this.midAbove.collect(mid, owners);
    return owners;
  }
}

const NOBODY: readonly never[] = [];

/** The key of a price in the heap of an edge: edges below are reached by falling prices and therefore negated. */
export function edgeKey(edge: EdgeName, at: number): number {
  return edge === 'bidBelow' || edge === 'askBelow' || edge === 'midBelow' ? -at : at;
}
