import type { Quote } from '@fairlot/domain';
import { PriceHeap } from './price-heap.ts';
import type { EntryPool } from './price-heap.ts';

/** A side of the market and the direction in which an edge on it is reached. `mid` stands for bid + ask. */
export type EdgeName = 'bidBelow' | 'bidAbove' | 'askBelow' | 'askAbove' | 'midBelow' | 'midAbove';

/** The heaps that one quote of an instrument is compared with, one for each side and direction. */
export class Edges<Owner> {
  readonly bidBelow: PriceHeap<Owner>;
  readonly bidAbove: PriceHeap<Owner>;
  readonly askBelow: PriceHeap<Owner>;
  readonly askAbove: PriceHeap<Owner>;
  readonly midBelow: PriceHeap<Owner>;
  readonly midAbove: PriceHeap<Owner>;

  constructor(pool: EntryPool<Owner>) {
    this.bidBelow = new PriceHeap(pool);
    this.bidAbove = new PriceHeap(pool);
    this.askBelow = new PriceHeap(pool);
    this.askAbove = new PriceHeap(pool);
    this.midBelow = new PriceHeap(pool);
    this.midAbove = new PriceHeap(pool);
  }

  /** Owners whose edge this quote reaches, each once for every edge of its own. Costs six comparisons when there are none. */
  reached(quote: Quote): readonly Owner[] {
    const bid = Number(quote.bid);
    const ask = Number(quote.ask);
    const mid = bid + ask;
    if (this.bidBelow.nearest > -bid && this.bidAbove.nearest > bid && this.askBelow.nearest > -ask
      && this.askAbove.nearest > ask && this.midBelow.nearest > -mid && this.midAbove.nearest > mid) return NOBODY;
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
