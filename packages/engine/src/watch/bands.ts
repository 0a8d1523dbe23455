import { equity } from '@fairlot/domain';
import type { Conversion, Quote, Standing } from '@fairlot/domain';
import type { Account, Listing, Order, State } from '../core/state.ts';
import { knownMarketOf, openPriceOf } from '../core/valuation.ts';
import { GLANCE } from '../core/work.ts';
import { edgeKey } from './edges.ts';
import type { EdgeName } from './edges.ts';
import type { PriceHeap } from './price-heap.ts';

/** lots (4) × price (8) brought to micro-dollars (6). */
const VOLUME_TO_MONEY = 1e-6;
/** Bands are never wider than this fraction of the price, so that the cross terms stay small. */
const WIDEST = 0.5;

/**
 * Stop-out bands of accounts. Let S be an account's slack (equity − stop-out threshold), D the value at the closing
 * side of its positions quoted in dollars, F the dollar value of the others, and M the size of the others' results, in
 * dollars. While every bid of a long, every ask of a short and every conversion rate stays within a fraction r of where
 * it is now, the account loses at most rD + r(1 + r)F + rM: each price moves by r, at a conversion that is at most
 * (1 + r) of today's, and each conversion moves today's results by r. So while that is less than S the account can't
 * reach its threshold, whatever each price does inside its own band. Only a price that leaves its band makes the
 * account be computed exactly. Bands guide; they decide nothing.
 */
export class Bands {
  readonly #state: State;
  /** See Rulebook.bandShare. */
  readonly #share: number;
  readonly #counted: Listing[] = [];
  readonly #heaps: PriceHeap<Account>[] = [];
  readonly #keys: number[] = [];

  constructor(state: State, share: number) {
    this.#state = state;
    this.#share = share;
  }

  /**
   * Gives an account new bands around the present prices. `breached`: it is at or below its stop-out level but nothing
   * can be done now; every quote that concerns it will bring it back.
   */
  set(account: Account, standing: Standing, breached: boolean): void {
    this.#heaps.length = 0;
    this.#keys.length = 0;
    if (account.openPositions > 0) {
      const exposure = this.#sum(account);
      const reach = breached ? 0 : this.#reach(account, standing, exposure);
      for (const listing of this.#counted) this.#addEdges(listing, reach, breached);
      this.#counted.length = 0;
    }
    this.#exchange(account);
  }

  /** Adds up the account's exposure on the listings themselves, which saves a map for every call. */
  #sum(account: Account): Exposure {
    for (const order of account.orders) if (order.status === 'open') this.#count(order);
    let dollars = 0;
    let foreign = 0;
    let results = 0;
    for (const listing of this.#counted) {
      const {
        terms,
        quote: { bid, ask },
        conversion,
      } = knownMarketOf(GLANCE, listing);
      const unit = Number(terms.unitsPerLot) * VOLUME_TO_MONEY * asNumber(conversion);
      const worth = { long: listing.longVolume * Number(bid), short: listing.shortVolume * Number(ask) };
      if (listing.leg === undefined) {
        dollars += unit * (worth.long + worth.short);
      } else {
        foreign += unit * (worth.long + worth.short);
        results += unit * Math.abs(worth.long - listing.longCost + listing.shortCost - worth.short);
      }
    }
    return { dollars, foreign, results };
  }

  /** Notes a position on its listing: how many lots, and what they cost at the opening. */
  #count(position: Order): void {
    const { listing } = position;
    const { volume } = position;
    // A position's opening price never changes.
    if (position.cost === 0) position.cost = volume * Number(openPriceOf(position));
    const { cost } = position;
    if (position.side === 'buy') {
      listing.longVolume += volume;
      listing.longCost += cost;
    } else {
      listing.shortVolume += volume;
      listing.shortCost += cost;
    }
    if (listing.counted) return;
    listing.counted = true;
    this.#counted.push(listing);
  }

  /** The fraction r of the class comment, a little smaller than it could be. */
  #reach(account: Account, standing: Standing, { dollars, foreign, results }: Exposure): number {
    const percent = BigInt(this.#state.rules?.stopOutPercent ?? 0);
    const hundredfold = equity(standing) * 100n - standing.usedMargin * percent;
    // Every result is rounded by half a micro-dollar at most, now and later.
    const slack = (Number(hundredfold) / 100) * this.#share - account.openPositions - 1;
    if (slack <= 0) return 0;
    const atMost = Math.min(WIDEST, slack / (dollars + foreign + results));
    return Math.min(WIDEST, slack / (dollars + foreign * (1 + atMost) + results)) * this.#share;
  }

  #addEdges(listing: Listing, reach: number, breached: boolean): void {
    const { quote, leg } = listing;
    if (quote !== undefined) {
      if (listing.longVolume > 0) this.#addBelow(listing, 'bidBelow', Number(quote.bid) * (1 - reach), breached);
      if (listing.shortVolume > 0) this.#addAbove(listing, 'askAbove', Number(quote.ask) * (1 + reach), breached);
    }
    listing.counted = false;
    listing.longVolume = 0;
    listing.shortVolume = 0;
    listing.longCost = 0;
    listing.shortCost = 0;
    if (leg?.quote === undefined || this.#heaps.includes(leg.accountEdges.midBelow)) return;
    // A fraction r of the rate, whether the rate is the mid or its inverse.
    const mid = midOf(leg.quote);
    this.#addBelow(leg, 'midBelow', mid / (1 + reach), breached);
    this.#addAbove(leg, 'midAbove', mid * (1 + reach), breached);
  }

  #addBelow(listing: Listing, edge: EdgeName, at: number, always: boolean): void {
    this.#heaps.push(listing.accountEdges[edge]);
    this.#keys.push(always ? ALWAYS : edgeKey(edge, Math.ceil(at) + 1));
  }

  #addAbove(listing: Listing, edge: EdgeName, at: number, always: boolean): void {
    this.#heaps.push(listing.accountEdges[edge]);
    this.#keys.push(always ? ALWAYS : edgeKey(edge, Math.floor(at) - 1));
  }

  /** Puts the wanted edges in place of those that the account has; most often only the keys differ. */
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

/** D, F and M of the formula, in micro-dollars. */
interface Exposure {
  readonly dollars: number;
  readonly foreign: number;
  readonly results: number;
}

/** A key that every price has reached. */
const ALWAYS = Number.NEGATIVE_INFINITY;

function midOf(quote: Quote): number {
  return Number(quote.bid) + Number(quote.ask);
}

function asNumber({ numerator, denominator }: Conversion): number {
  return Number(numerator) / Number(denominator);
}
