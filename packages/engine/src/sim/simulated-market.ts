import {
  type ConversionLeg,
  type Instrument,
  type Lots,
  type Money,
  type Price,
  type Quote,
  type Rate,
  pricePoint,
} from '@fairlot/domain';
import type { TradingRules } from '../index.ts';
import type { Random, RunProfile } from './random.ts';

const DOLLARS = 1_000_000n;
const LOT = 10_000n;
const PERCENT = 1_000_000;
const START = 1_700_000_000_000;
const FRESH_MS = 10_000;
const NO_LEG = 99;

interface InstrumentSetup {
  readonly code: string;
  readonly precision: number;
  readonly base: number;
  readonly terms?: Partial<Instrument>;
  readonly leg?: ConversionLeg;
}

/**
 * Instruments of every kind: crosses and their legs, inverse and direct, fixed margin, no leverage, no quotes, a
 * missing leg.
 */
const INSTRUMENTS: readonly InstrumentSetup[] = [
  { code: 'EURUSD', precision: 5, base: 1.08 },
  { code: 'USDJPY', precision: 3, base: 150, leg: { instrument: 2, inverse: true }, terms: { quoteCurrency: 'JPY' } },
  {
    code: 'EURJPY',
    precision: 3,
    base: 162,
    leg: { instrument: 2, inverse: true },
    terms: { quoteCurrency: 'JPY', feeRate: rate(150_000) },
  },
  { code: 'GBPUSD', precision: 5, base: 1.27 },
  { code: 'EURGBP', precision: 5, base: 0.85, leg: { instrument: 4, inverse: false }, terms: { quoteCurrency: 'GBP' } },
  {
    code: 'XAUUSD',
    precision: 2,
    base: 2400,
    terms: { unitsPerLot: 100n, marginMode: 'leveraged', swap: swapTerms('annualPercent', -3, 1, 3) },
  },
  {
    code: 'US500',
    precision: 1,
    base: 5000,
    terms: { unitsPerLot: 50n, marginMode: 'fixed', swap: swapTerms('annualPercent', -5, -1, 5) },
  },
  {
    code: 'BTCUSD',
    precision: 2,
    base: 60_000,
    terms: {
      unitsPerLot: 1n,
      leverages: [5],
      staleAfterMs: 6 * FRESH_MS,
      lotStep: 100n as Lots,
      minLots: 100n as Lots,
    },
  },
  // Prices of one billion, with three decimals in their integers, and prices with seven significant digits after zeros.
  {
    code: 'BTCIDR',
    precision: 0,
    base: 1_600_000_000,
    leg: { instrument: 2, inverse: true },
    terms: { quoteCurrency: 'JPY', priceScale: 3, unitsPerLot: 1n },
  },
  {
    code: 'SHIBUSD',
    precision: 12,
    base: 0.000_012_345_678,
    terms: { unitsPerLot: 1_000_000_000n, swap: swapTerms('annualPercent', -20, -2, 5) },
  },
  { code: 'NOLEV', precision: 4, base: 10, terms: { leverages: [] } },
  { code: 'NOQUOTE', precision: 4, base: 10 },
  {
    code: 'NOLEG',
    precision: 4,
    base: 10,
    leg: { instrument: NO_LEG, inverse: false },
    terms: { quoteCurrency: 'XXX' },
  },
];

function rate(scaled: number): Rate {
  return BigInt(scaled) as Rate;
}

function swapTerms(
  mode: 'points' | 'annualPercent',
  long: number,
  short: number,
  tripleWeekday: number,
): Instrument['swap'] {
  return { mode, long: rate(long * 100 * PERCENT), short: rate(short * 100 * PERCENT), tripleWeekday };
}

export const RULES: TradingRules = {
  feeMode: 'ofMargin',
  stopOutPercent: 50,
  demoFunds: (10_000n * DOLLARS) as Money,
  maxOrdersPerAccount: 12,
};

function instrumentOf(
  { layering }: RunProfile,
  { code, precision, leg, terms }: InstrumentSetup,
  index: number,
): Instrument {
  return {
    id: index + 1,
    code,
    quoteCurrency: 'USD',
    pricePrecision: precision,
    lotStep: 100n as Lots,
    // Above the step, in the runs with partial levels, so that what a level leaves can be too little.
    minLots: (layering > 0 && index % 3 === 0 ? 500n : 100n) as Lots,
    maxLots: (100n * LOT) as Lots,
    unitsPerLot: 100_000n,
    marginMode: 'leveraged',
    leverages: [20, 100, 500],
    feeRate: rate(100_000),
    swap: swapTerms('points', -0.71, 0.13, 3),
    conversion: leg ?? null,
    staleAfterMs: FRESH_MS,
    ...terms,
  };
}

/** The market of a simulation: prices that drift, jump and pause. It knows no accounts. */
export class SimulatedMarket {
  readonly instruments: readonly Instrument[];
  readonly #random: Random;
  readonly #profile: RunProfile;
  readonly #levels = INSTRUMENTS.map(({ base }) => base);
  #seq = 0;
  time = START;

  constructor(random: Random, profile: RunProfile) {
    this.#random = random;
    this.#profile = profile;
    this.instruments = INSTRUMENTS.map((setup, index) => instrumentOf(profile, setup, index));
  }

  /** Instruments that get quotes. */
  get quoted(): readonly Instrument[] {
    return this.instruments.filter(({ code }) => code !== 'NOQUOTE');
  }

  /** Advances the time, sometimes by so much that quotes become stale. Rarely turns it back a little. */
  pass(): void {
    if (this.#random.chance(0.01)) this.time -= this.#random.between(0, 900);
    this.time += this.#random.chance(0.01)
      ? this.#random.between(FRESH_MS, 8 * FRESH_MS)
      : this.#random.between(0, 400);
  }

  /** Some quotes are late or ahead of the clock, on both sides of what is allowed. */
  #delay({ staleAfterMs }: Instrument): number {
    const kind = this.#random.weighted({ prompt: 90, late: 7, ahead: 3 });
    if (kind === 'prompt') return 0;
    const by = this.#random.pick([this.#random.between(0, 2 * staleAfterMs), staleAfterMs, staleAfterMs + 1]);
    return kind === 'late' ? -by : by;
  }

  /** The next quote of an instrument: small steps and occasional gaps. */
  quote(instrument: Instrument): Quote {
    const index = instrument.id - 1;
    const base = INSTRUMENTS[index]?.base ?? 1;
    const gap = this.#random.chance(1 / this.#profile.gapEvery);
    const step = (this.#random.next() + this.#random.next() - 1) * (gap ? 0.05 : 0.001);
    const pull = (base - (this.#levels[index] ?? base)) * 0.002;
    const level = Math.max(base / 3, Math.min(base * 3, (this.#levels[index] ?? base) * (1 + step) + pull));
    this.#levels[index] = level;
    const points = Math.round(level * 10 ** instrument.pricePrecision);
    const spread = this.#random.chance(0.05)
      ? this.#random.between(0, 1 + Math.floor(points / 500))
      : this.#random.between(0, 1 + Math.floor(points / 20_000));
    const point = pricePoint(instrument);
    this.#seq += 1;
    return {
      instrument: instrument.id,
      seq: this.#seq,
      time: this.time + this.#delay(instrument),
      bid: (BigInt(points) * point) as Price,
      ask: (BigInt(points + spread) * point) as Price,
    };
  }
}
