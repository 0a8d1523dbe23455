import type { Quote } from '@fairlot/domain';
import type { OrderRecord } from '@fairlot/engine';

/** Levels of buys, which close at the bid, and of sells, which close at the ask. Index = position. */
interface Levels {
  readonly stopBids: Float64Array;
  readonly takeBids: Float64Array;
  readonly stopAsks: Float64Array;
  readonly takeAsks: Float64Array;
}

/**
 * Baseline: compares every quote with every position of its instrument. It is as fast as a scan can be: levels are doubles
 * in flat arrays, it closes nothing, and it skips the margin checks that the engine makes.
 */
export class Scan {
  readonly #levels = new Map<number, Levels>();

  constructor(orders: Iterable<OrderRecord>) {
    const byInstrument = new Map<number, OrderRecord[]>();
    for (const order of orders) {
      const others = byInstrument.get(order.instrument);
      if (others === undefined) byInstrument.set(order.instrument, [order]);
      else others.push(order);
    }
    for (const [instrument, positions] of byInstrument) {
      const buys = positions.filter(({ side }) => side === 'buy');
      const sells = positions.filter(({ side }) => side === 'sell');
      this.#levels.set(instrument, {
        stopBids: Float64Array.from(buys, ({ stopLoss }) => Number(stopLoss)),
        takeBids: Float64Array.from(buys, ({ takeProfit }) => Number(takeProfit)),
        stopAsks: Float64Array.from(sells, ({ stopLoss }) => Number(stopLoss)),
        takeAsks: Float64Array.from(sells, ({ takeProfit }) => Number(takeProfit)),
      });
    }
  }

  /** Number of positions with a level that the quote reaches. */
  onQuote(quote: Quote): number {
    const levels = this.#levels.get(quote.instrument);
    if (levels === undefined) return 0;
    const bid = Number(quote.bid);
    const ask = Number(quote.ask);
    const { stopBids, takeBids, stopAsks, takeAsks } = levels;
    let hits = 0;
    for (let at = 0; at < stopBids.length; at += 1)
      if ((stopBids[at] as number) >= bid || (takeBids[at] as number) <= bid) hits += 1;
    for (let at = 0; at < stopAsks.length; at += 1)
      if ((stopAsks[at] as number) <= ask || (takeAsks[at] as number) >= ask) hits += 1;
    return hits;
  }
}
