import {
  asPrice,
  dealingProblem,
  formatLots,
  formatPrice,
  lots,
  markedUp,
  price,
  pricePoint,
  rate,
} from '@fairlot/domain';
import type { Commission, DealingProblem, Instrument, Markup, Price, PriceTerms, Quote } from '@fairlot/domain';
import fc from 'fast-check';
import type { OrderDraft } from './order-draft.ts';
import { dealingOf } from './preview-order.ts';
import type { PreviewMarket } from './preview-types.ts';

export const TIME = 1_700_000_000_000;
const swap = { mode: 'points', long: rate('-6.5'), short: rate('1.2'), tripleWeekday: 3 } as const;
const yearly = { mode: 'annualPercent', long: rate('-4.1'), short: rate('0.7'), tripleWeekday: 5 } as const;
const base = {
  lotStep: lots('0.01'),
  minLots: lots('0.01'),
  maxLots: lots('20'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [10, 100],
  feeRate: rate('3.5'),
  swap,
  conversion: null,
  staleAfterMs: 10_000,
  quoteCurrency: 'USD',
  pricePrecision: 5,
} as const;
export const INSTRUMENTS: readonly Instrument[] = [
  { ...base, id: 1, code: 'EURUSD' },
  { ...base, id: 2, code: 'GBPUSD', swap: yearly },
  {
    ...base,
    id: 3,
    code: 'USDJPY',
    quoteCurrency: 'JPY',
    pricePrecision: 3,
    conversion: { instrument: 3, inverse: true },
  },
  { ...base, id: 4, code: 'EURGBP', swap: yearly, quoteCurrency: 'GBP', conversion: { instrument: 2, inverse: false } },
  { ...base, id: 5, code: 'NATGAS', pricePrecision: 3, unitsPerLot: 1000n, marginMode: 'fixed', leverages: [1] },
  { ...base, id: 6, code: 'NOLEVERAGE', leverages: [] },
  {
    ...base,
    id: 7,
    code: 'BTCIDR',
    quoteCurrency: 'JPY',
    pricePrecision: 0,
    priceScale: 3,
    unitsPerLot: 1n,
    conversion: { instrument: 3, inverse: true },
  },
  { ...base, id: 8, code: 'SHIBUSD', pricePrecision: 12, unitsPerLot: 1_000_000_000n },
];
export const QUOTES: Readonly<Record<number, readonly [bid: string, ask: string]>> = {
  1: ['1.08652', '1.08661'],
  2: ['1.26410', '1.26425'],
  3: ['151.203', '151.215'],
  4: ['0.85941', '0.85956'],
  5: ['2.512', '2.519'],
  6: ['1.00000', '1.00010'],
  7: ['1600000000', '1600123456'],
  8: ['0.000012345678', '0.000012351234'],
};

export const instrumentOf = (id: number): Instrument => INSTRUMENTS.find((one) => one.id === id) ?? INSTRUMENTS[0]!;

/** The terms as pages have them: prices of the engine may have another scale, and pages don't know it. */
function shownTerms(terms: Instrument): Instrument {
  return Object.fromEntries(Object.entries(terms).filter(([name]) => name !== 'priceScale')) as unknown as Instrument;
}

export function quoteOf(id: number, time: number, terms: PriceTerms): Quote {
  const [bid, ask] = QUOTES[id] ?? ['1', '1'];
  return { instrument: id, seq: 1, time, bid: price(bid, terms), ask: price(ask, terms) };
}

/** The state of a market when the order arrives. */
interface MarketState {
  readonly open: boolean;
  readonly doubt: boolean;
  /** Age of its quote in milliseconds; below zero for a quote of the future. */
  readonly age: number;
}

export const LIVE: MarketState = { open: true, doubt: false, age: 0 };

/** Markups in steps of each instrument's grid. */
export interface GroupScene {
  readonly bid: number;
  readonly ask: number;
  readonly commission: Commission | undefined;
}

export function markupIn({ bid, ask }: GroupScene, terms: PriceTerms): Markup {
  const point = pricePoint(terms);
  return { bid: asPrice(BigInt(bid) * point), ask: asPrice(BigInt(ask) * point) };
}

export interface Scene {
  readonly id: number;
  readonly quoted: boolean;
  readonly own: MarketState;
  /** The state of all other markets, that of the conversion among them. */
  readonly others: MarketState;
  readonly feeMode: 'perLot' | 'ofMargin';
  /** The terms of the account's group, the same for all instruments. Undefined: the account has no such group. */
  readonly group?: GroupScene | undefined;
  readonly draft: OrderDraft;
}

/** A price near an instrument's market, on its grid or finer, sometimes absurd. */
function priceNear(instrument: Instrument): fc.Arbitrary<string> {
  const [bid, ask] = QUOTES[instrument.id] ?? ['1', '1'];
  const point = pricePoint(instrument);
  const at = price(bid, instrument);
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .integer({ min: -200, max: 200 })
        .map((steps) => formatPrice(asPrice(at + BigInt(steps) * point), instrument)),
    },
    { weight: 2, arbitrary: fc.constantFrom(bid, ask) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        instrument.pricePrecision > 8 ? bid : `${bid}${bid.includes('.') ? '' : '.'}1`,
        formatPrice(asPrice(at * 11n), instrument),
        '0.001',
      ),
    },
  );
}

const often = (value: boolean): fc.Arbitrary<boolean> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constant(!value) });
const marketState: fc.Arbitrary<MarketState> = fc.record({
  open: often(true),
  doubt: often(false),
  age: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 10_000, -10_000) },
    { weight: 1, arbitrary: fc.constantFrom(10_001, -10_001) },
  ),
});

export const scene: fc.Arbitrary<Scene> = fc.constantFrom(...INSTRUMENTS).chain((instrument) => {
  const optional = (): fc.Arbitrary<string | undefined> => fc.option(priceNear(instrument), { nil: undefined });
  return fc.record({
    id: fc.constant(instrument.id),
    quoted: often(true),
    own: marketState,
    others: marketState,
    feeMode: fc.constantFrom('perLot' as const, 'ofMargin' as const),
    group: fc.option(
      fc.record({
        bid: fc.integer({ min: 0, max: 30 }),
        ask: fc.integer({ min: 0, max: 30 }),
        commission: fc.option(
          fc.record({
            mode: fc.constantFrom('perLot' as const, 'ofMargin' as const, 'perMillion' as const),
            rate: fc.constantFrom(rate('0'), rate('0.25'), rate('30')),
          }),
          { nil: undefined },
        ),
      }),
      { nil: undefined },
    ),
    draft: fc
      .record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        lots: fc.oneof(
          fc.integer({ min: 1, max: 2_100 }).map((hundredths) => formatLots(lots((hundredths / 100).toFixed(2)))),
          fc.constantFrom('0.001', '0.005', '0.0150', '20.01', '0'),
        ),
        leverage: fc.constantFrom(1, 10, 100, 33, undefined),
        target: optional(),
        kind: fc.constantFrom('limit' as const, 'stop' as const, undefined),
        stopLoss: optional(),
        takeProfit: optional(),
        limitPrice: fc.option(priceNear(instrument), { nil: undefined, freq: 1 }),
      })
      .map(({ limitPrice, ...draft }) => ({
        ...draft,
        ...(draft.target !== undefined && draft.kind === 'stop' && { limitPrice }),
      })),
  });
});

export function previewMarket(of: Scene, standing: PreviewMarket['standing']): PreviewMarket {
  const instrument = shownTerms(instrumentOf(of.id));
  const leg = instrument.conversion;
  const legState = leg?.instrument === of.id ? of.own : of.others;
  const markup = of.group && markupIn(of.group, instrument);
  const quote = of.quoted ? quoteOf(of.id, TIME - of.own.age, instrument) : undefined;
  return {
    instrument: { ...instrument, feeMode: of.feeMode, commission: of.group?.commission, markup },
    dealing: dealingOf(problemIn(of.own), leg === null ? undefined : problemIn(legState)),
    quote: markup && quote ? markedUp(instrument, quote, markup) : quote,
    conversionQuote:
      of.quoted && leg !== null
        ? quoteOf(leg.instrument, TIME - legState.age, instrumentOf(leg.instrument))
        : undefined,
    standing,
  };
}

function problemIn({ open, doubt, age }: MarketState): DealingProblem | undefined {
  return dealingProblem({ open, doubt, quoteTime: TIME - age, staleAfterMs: base.staleAfterMs }, TIME);
}

export const optionalPrice = (text: string | undefined, terms: PriceTerms): Price | undefined =>
  text === undefined ? undefined : price(text, terms);
export const written = (at: Price | undefined, terms: PriceTerms): string | undefined =>
  at === undefined ? undefined : formatPrice(at, terms);
