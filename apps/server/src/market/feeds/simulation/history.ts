import { PERIOD_MS, dayStart } from '@fairlot/domain';
import type { Candle, Ohlc, Period } from '@fairlot/domain';
import type { SessionBoard } from '../../session-board.ts';
import type { PastBars } from '../feed.ts';
import type { Dealer } from './dealer.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const DAY_MS = PERIOD_MS['1day'];
const MINUTE_MS = PERIOD_MS['1min'];
/** How far back a new market remembers. */
export const MEMORY_DAYS = 730;
/** Work between two breaths: other things of the server go on meanwhile. */
const SLICE_MS = 20;

/**
 * How finely a day of the past is known, by its age in days: short bars are kept for recent days only, a thousand of each
 * period at least.
 */
const FINENESS: readonly { readonly upToDays: number; readonly period: Period; readonly samples: number }[] = [
  { upToDays: 1, period: '1min', samples: 5 },
  { upToDays: 4, period: '5min', samples: 6 },
  { upToDays: 11, period: '15min', samples: 8 },
  { upToDays: 21, period: '30min', samples: 10 },
  { upToDays: 42, period: '60min', samples: 12 },
  { upToDays: Number.POSITIVE_INFINITY, period: '1day', samples: 24 },
];
/** Where markets rest over weekends and holidays, so many days more: their charts are to be full on a Sunday too. */
const DAYS_OF_REST = 2;

/** A bar in the making, in price steps. */
interface Draft {
  bidOpen: number;
  bidHigh: number;
  bidLow: number;
  bidClose: number;
  askOpen: number;
  askHigh: number;
  askLow: number;
  askClose: number;
  volume: number;
}

/** Runs the world from one moment to another and tells the bars of the way; one path, so that all periods agree. */
export class Historian {
  private readonly world: World;
  private readonly random: Random;
  private readonly dealers: readonly Dealer[];
  private readonly board: SessionBoard;
  private readonly daysOfRest: number;

  /** board: of its own, which it moves through the past. */
  constructor(world: World, random: Random, dealers: readonly Dealer[], board: SessionBoard) {
    this.world = world;
    this.random = random;
    this.dealers = dealers;
    this.board = board;
    this.daysOfRest = board.rests ? DAYS_OF_REST : 0;
  }

  /** Tells all bars that start from `from` (a whole minute) and end by `now`. */
  async tell(from: number, now: number, past: PastBars): Promise<void> {
    const end = now - (now % MINUTE_MS);
    this.board.begin(from);
    let time = from;
    let breath = performance.now();
    while (time < end) {
      const { period, samples } = this.finenessAt(time, from, now);
      this.step(time, period, samples, past);
      time += PERIOD_MS[period];
      if (performance.now() - breath < SLICE_MS) continue;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      breath = performance.now();
    }
  }

  /** The rest of a first, begun day is told by the minute, so that it joins what is stored of it. */
  private finenessAt(time: number, from: number, now: number): (typeof FINENESS)[number] {
    const beginsInside = from !== dayStart(from) && dayStart(time) === dayStart(from);
    const age = beginsInside ? 0 : (dayStart(now) - dayStart(time)) / DAY_MS - this.daysOfRest;
    const found = FINENESS.find(({ upToDays }) => age <= upToDays);
    if (found === undefined) throw new Error(`simulation: no fineness for an age of ${age} days`);
    return found;
  }

  private step(start: number, period: Period, samples: number, past: PastBars): void {
    const length = PERIOD_MS[period];
    const drafts: (Draft | undefined)[] = this.dealers.map(() => undefined);
    this.sample(start, 0, drafts);
    for (let index = 1; index <= samples; index += 1) {
      const time = Math.min(start + (length * index) / samples, start + length - 1);
      this.world.step(time, length / samples);
      this.sample(time, length / samples, drafts);
    }
    this.dealers.forEach((dealer, index) => {
      const draft = drafts[index];
      if (draft !== undefined) past(dealer.id, period, finish(dealer, start, draft));
    });
  }

  private sample(time: number, spanMs: number, drafts: (Draft | undefined)[]): void {
    this.board.advance(time);
    for (let index = 0; index < this.dealers.length; index += 1) {
      const dealer = this.dealers[index];
      if (dealer === undefined) continue;
      const open = this.board.isOpen(dealer.id);
      const { ownSeries } = dealer;
      if (ownSeries !== undefined) this.world.setQuiet(ownSeries, !open);
      if (!open) continue;
      const { bid, ask } = dealer.quote(time);
      const volume = dealer.expectedQuotes(time, spanMs) * (0.7 + 0.6 * this.random.next());
      const draft = drafts[index];
      if (draft === undefined) {
        drafts[index] = {
          bidOpen: bid,
          bidHigh: bid,
          bidLow: bid,
          bidClose: bid,
          askOpen: ask,
          askHigh: ask,
          askLow: ask,
          askClose: ask,
          volume,
        };
        continue;
      }
      if (bid > draft.bidHigh) draft.bidHigh = bid;
      if (bid < draft.bidLow) draft.bidLow = bid;
      if (ask > draft.askHigh) draft.askHigh = ask;
      if (ask < draft.askLow) draft.askLow = ask;
      draft.bidClose = bid;
      draft.askClose = ask;
      draft.volume += volume;
    }
  }
}

function finish(dealer: Dealer, time: number, draft: Draft): Candle {
  const bid: Ohlc = {
    open: dealer.price(draft.bidOpen),
    high: dealer.price(draft.bidHigh),
    low: dealer.price(draft.bidLow),
    close: dealer.price(draft.bidClose),
  };
  const ask: Ohlc = {
    open: dealer.price(draft.askOpen),
    high: dealer.price(draft.askHigh),
    low: dealer.price(draft.askLow),
    close: dealer.price(draft.askClose),
  };
  return { time, bid, ask, volume: Math.max(1, Math.round(draft.volume)) };
}
