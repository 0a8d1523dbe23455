import { lots, money, rate } from '@fairlot/domain';
import type { Instrument, Lots, Money, Price, Quote } from '@fairlot/domain';
import type { AccountRecord, EngineImage, MarketView, OrderRecord } from '@fairlot/engine';

export const INSTRUMENTS = 40;
export const POSITIONS_PER_ACCOUNT = 10;
const POINT = 1000n;
const START = 1_700_000_000_000;

/** Seeded random generator (mulberry32): numbers from 0 to below 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Instruments of the benchmark. A quarter of them are crosses, converted by another instrument. */
export function instruments(): Instrument[] {
  return Array.from({ length: INSTRUMENTS }, (_, index) => ({
    id: index + 1,
    code: `I${index + 1}`,
    quoteCurrency: index % 4 === 3 ? 'XXX' : 'USD',
    pricePrecision: 5,
    lotStep: lots('0.01'),
    minLots: lots('0.01'),
    maxLots: lots('100'),
    unitsPerLot: 100_000n,
    marginMode: 'leveraged',
    leverages: [100],
    feeRate: rate('0.0001'),
    swap: { mode: 'points', long: rate('-1'), short: rate('0'), tripleWeekday: 3 },
    conversion: index % 4 === 3 ? { instrument: index, inverse: false } : null,
    staleAfterMs: 10_000,
  }));
}

/** A random walk of each instrument's price. Deterministic by seed. */
export class Walk {
  readonly #next: () => number;
  readonly #bids = Array.from({ length: INSTRUMENTS }, () => 100_000);
  /** Most points between two quotes of an instrument. */
  stride = 3;
  #seq = 0;

  constructor(seed: number) {
    this.#next = seeded(seed);
  }

  quote(instrument: number): Quote {
    const step = Math.floor(this.#next() * (2 * this.stride + 1)) - this.stride;
    const bid = (this.#bids[instrument - 1] ?? 0) + step;
    this.#bids[instrument - 1] = bid;
    this.#seq += 1;
    return {
      instrument,
      seq: this.#seq,
      time: START + this.#seq,
      bid: (BigInt(bid) * POINT) as Price,
      ask: (BigInt(bid + 2) * POINT) as Price,
    };
  }

  /** The next quotes, round robin over the instruments. */
  quotes(count: number): Quote[] {
    return Array.from({ length: count }, (_, index) => this.quote((index % INSTRUMENTS) + 1));
  }
}

/** Engine state with open positions, ten per account, each with a stop-loss and a take-profit 1 to 5 % from the market. */
export function imageWith(positions: number, walk: Walk): EngineImage {
  const next = seeded(positions);
  const markets: MarketView[] = walk.quotes(INSTRUMENTS).map((quote) => ({ ...quote, open: true }));
  return {
    seq: 1,
    time: 0,
    nextOrder: positions + 1,
    nextTransfer: 1,
    rollovers: [],
    rules: { feeMode: 'ofMargin', stopOutPercent: 50, demoFunds: money('100000'), maxOrdersPerAccount: 200 },
    instruments: instruments(),
    markets,
    accounts: {
      *[Symbol.iterator]() {
        for (let id = 1; id <= positions / POSITIONS_PER_ACCOUNT; id += 1) yield accountRecord(id, next);
      },
    },
    orders: {
      *[Symbol.iterator]() {
        for (let id = 1; id <= positions; id += 1) yield orderRecord(id, markets, next);
      },
    },
    withdrawals: [],
    keyMarks: [],
  };
}

function accountRecord(id: number, next: () => number): AccountRecord {
  const dollars = 3000 + Math.floor(next() * 20_000);
  return {
    id,
    kind: 'real',
    cash: (BigInt(dollars) * 1_000_000n) as Money,
    orderReserve: money('0'),
    withdrawalHold: money('0'),
    swapThrough: 0,
  };
}

function orderRecord(id: number, markets: readonly MarketView[], next: () => number): OrderRecord {
  const market = markets[Math.floor(next() * INSTRUMENTS)];
  if (market === undefined) throw new RangeError('no market');
  const side = next() < 0.5 ? 'buy' : 'sell';
  const away = (): bigint => BigInt(1000 + Math.floor(next() * 4000)) * POINT;
  const [below, above] = [(market.bid - away()) as Price, (market.ask + away()) as Price];
  return {
    id,
    account: Math.ceil(id / POSITIONS_PER_ACCOUNT),
    instrument: market.instrument,
    side,
    kind: 'market',
    status: 'open',
    lots: (BigInt(1 + Math.floor(next() * 20)) * 100n) as Lots,
    leverage: 100,
    price: side === 'buy' ? market.ask : market.bid,
    openedAt: START,
    margin: money(String(10 + Math.floor(next() * 100))),
    fee: money('0.01'),
    swap: money('0'),
    stopLoss: side === 'buy' ? below : above,
    takeProfit: side === 'buy' ? above : below,
  };
}
