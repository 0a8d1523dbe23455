import { type EntryPool, PriceHeap } from './price-heap.ts';

/** A side of the market and the direction in which prices reach an edge. `mid` stands for bid + ask. */
export type EdgeName = 'bidBelow' | 'bidAbove' | 'askBelow' | 'askAbove' | 'midBelow' | 'midAbove';

const NAMES: readonly EdgeName[] = ['bidBelow', 'bidAbove', 'askBelow', 'askAbove', 'midBelow', 'midAbove'];

/** The price heaps of one instrument, one per side and direction. Each quote is compared with all of them. */
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

  /** True when this quote reaches an edge. Costs at most six comparisons. */
  reaches(bid: number, ask: number): boolean {
    const nearest = this.#nearest as unknown as readonly [number, number, number, number, number, number];
    const mid = bid + ask;
    return (
      nearest[0] <= -bid ||
      nearest[1] <= bid ||
      nearest[2] <= -ask ||
      nearest[3] <= ask ||
      nearest[4] <= -mid ||
      nearest[5] <= mid
    );
  }

  /** Owners of edges that this quote reaches, once per edge. Costs six comparisons when there are none. */
  reached(bid: number, ask: number): readonly Owner[] {
    if (!this.reaches(bid, ask)) return NO_OWNERS;
    const mid = bid + ask;
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

const NO_OWNERS: readonly never[] = [];

/** The key of a price in an edge's heap. Falling prices reach the edges below, so their keys are negated. */
export function edgeKey(edge: EdgeName, at: number): number {
  return edge === 'bidBelow' || edge === 'askBelow' || edge === 'midBelow' ? -at : at;
}
