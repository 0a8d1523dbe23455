import { type Conversion, type Quote, type Standing, equity, notionalToMoney } from '@fairlot/domain';
import type { Account, InstrumentState, InstrumentSums, Order, State } from './core/state.ts';
import { positionSumsOf } from './core/position-sums.ts';
import { knownMarketOf } from './core/valuation.ts';
import { UNRECORDED } from './core/work.ts';
import { type EdgeName, edgeKey } from './watch/edges.ts';
import type { PriceHeap } from './watch/price-heap.ts';

/** Maximum width of a band, as a fraction of the price. It keeps the cross terms small. */
const WIDEST = 0.5;

/**
 * Stop-out bands of accounts. Let S be an account's slack (equity − stop-out threshold), D the value of its
 * dollar-quoted positions at the closing side, F the dollar value of the other positions, and M the absolute sum per
 * instrument of their results, in dollars. While every bid of a long, every ask of a short and every conversion rate
 * stays within a fraction r of its present value, the account loses at most rD + r(1 + r)F + rM: each price moves by r,
 * at a conversion of at most (1 + r) times the present one, and each conversion moves present results by r. While that
 * is below S, the account can't reach its threshold, whichever way prices move inside their bands. Only a price that
 * leaves its band causes an exact valuation. Bands select accounts for valuation; they decide nothing.
 */
export class StopOutBands {
  readonly #state: State;
  /** See Rulebook.bandShare. */
  readonly #share: number;
  readonly #heaps: PriceHeap<Account>[] = [];
  readonly #keys: number[] = [];

  constructor(state: State, share: number) {
    this.#state = state;
    this.#share = share;
  }

  /**
   * Sets new bands around the present prices. `breached`: the account is at or below its stop-out level but nothing can
   * be closed now, so every quote of its instruments must report it.
   */
  set(account: Account, standing: Standing, breached: boolean): void {
    this.#heaps.length = 0;
    this.#keys.length = 0;
    if (account.openPositions > 0) {
      const { byInstrument } = positionSumsOf(account);
      const reach = breached ? 0 : this.#reach(account, standing, exposureOf(account, byInstrument));
      for (const sums of byInstrument) this.#addEdges(sums, reach, breached);
    }
    this.#exchange(account);
  }

  /** The fraction r of the class comment, slightly reduced for safety. */
  #reach(account: Account, standing: Standing, { dollars, foreign, results }: Exposure): number {
    const percent = BigInt(this.#state.stopOutPercentOf(account) ?? 0);
    const hundredfold = equity(standing) * 100n - standing.usedMargin * percent;
    // Each result has a rounding error of at most half a micro-dollar, now and later.
    const slack = (Number(hundredfold) / 100) * this.#share - account.openPositions - 1;
    if (slack <= 0) return 0;
    const atMost = Math.min(WIDEST, slack / (dollars + foreign + results));
    return Math.min(WIDEST, slack / (dollars + foreign * (1 + atMost) + results)) * this.#share;
  }

  #addEdges({ instrument, longVolume, shortVolume }: InstrumentSums, reach: number, breached: boolean): void {
    const { quote, leg } = instrument;
    if (quote !== undefined) {
      if (longVolume > 0) this.#addBelow(instrument, 'bidBelow', Number(quote.bid) * (1 - reach), breached);
      if (shortVolume > 0) this.#addAbove(instrument, 'askAbove', Number(quote.ask) * (1 + reach), breached);
    }
    if (leg?.quote === undefined || this.#heaps.includes(leg.accountEdges.midBelow)) return;
    // The band covers a fraction r of the rate, for a mid and for its inverse.
    const mid = midOf(leg.quote);
    this.#addBelow(leg, 'midBelow', mid / (1 + reach), breached);
    this.#addAbove(leg, 'midAbove', mid * (1 + reach), breached);
  }

  #addBelow(instrument: InstrumentState, edge: EdgeName, at: number, always: boolean): void {
    this.#heaps.push(instrument.accountEdges[edge]);
    this.#keys.push(always ? ALWAYS : edgeKey(edge, Math.ceil(at) + 1));
  }

  #addAbove(instrument: InstrumentState, edge: EdgeName, at: number, always: boolean): void {
    this.#heaps.push(instrument.accountEdges[edge]);
    this.#keys.push(always ? ALWAYS : edgeKey(edge, Math.floor(at) - 1));
  }

  /** Replaces the account's edges. Usually the heaps stay the same and only the keys change. */
  #exchange(account: Account): void {
    const pool = this.#state.accountEntries;
    const { bandHeaps, bandEntries } = account;
    let kept = 0;
    while (kept < bandHeaps.length && kept < this.#heaps.length && bandHeaps[kept] === this.#heaps[kept]) {
      this.#heaps[kept]?.move(bandEntries[kept] as number, this.#keys[kept] as number);
      kept += 1;
    }
    while (bandHeaps.length > kept) {
      const entry = bandEntries.pop() as number;
      bandHeaps.pop()?.remove(entry);
      pool.release(entry);
    }
    for (let added = kept; added < this.#heaps.length; added += 1) {
      const heap = this.#heaps[added] as PriceHeap<Account>;
      const entry = pool.take(account);
      heap.insert(entry, this.#keys[added] as number);
      bandHeaps.push(heap);
      bandEntries.push(entry);
    }
  }
}

/** D, F and M of the class comment, in micro-dollars. */
interface Exposure {
  readonly dollars: number;
  readonly foreign: number;
  readonly results: number;
}

function exposureOf(account: Account, byInstrument: readonly InstrumentSums[]): Exposure {
  let dollars = 0;
  let foreign = 0;
  let results = 0;
  for (const { instrument, longVolume, shortVolume, longCost, shortCost, isGuaranteed } of byInstrument) {
    const {
      terms,
      quote: { bid, ask },
      conversion,
    } = knownMarketOf(UNRECORDED, instrument);
    const unit = (Number(terms.unitsPerLot) * asNumber(conversion)) / Number(notionalToMoney(terms));
    const long = longVolume * Number(bid);
    const short = shortVolume * Number(ask);
    if (instrument.leg === undefined) {
      dollars += unit * (long + short);
    } else {
      foreign += unit * (long + short);
      results += unit * Math.abs(long - longCost + shortCost - short);
      if (isGuaranteed) results += unit * coveredIn(account, instrument);
    }
  }
  return { dollars, foreign, results };
}

function coveredIn({ orders }: Account, instrument: InstrumentState): number {
  return orders.reduce(
    (sum, order) => (order.status === 'open' && order.instrument === instrument ? sum + coveredBy(order) : sum),
    0,
  );
}

/**
 * Volume × the distance from the market to a guaranteed level that the market is beyond, else zero. Results are valued at
 * the level then, and a conversion moves that value.
 */
function coveredBy({ premium, stopLoss, side, volume, markup, instrument: { quote } }: Order): number {
  if (premium === undefined || stopLoss === undefined || quote === undefined) return 0;
  const beyond = side === 'buy' ? stopLoss - (quote.bid - markup.bid) : quote.ask + markup.ask - stopLoss;
  return beyond > 0n ? volume * Number(beyond) : 0;
}

/** The key of an edge that every price reaches. */
const ALWAYS = Number.NEGATIVE_INFINITY;

function midOf(quote: Quote): number {
  return Number(quote.bid) + Number(quote.ask);
}

function asNumber({ numerator, denominator }: Conversion): number {
  return Number(numerator) / Number(denominator);
}
