import { category, instrument as instrumentSchema } from '@fairlot/contract';
import { lots, rate } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptMarketFrom, keptMarketRecord, withQuote } from './instrument-record.ts';
import { categoryFrom, instrumentFrom } from './instrument.ts';
import { quoteUpdateFrom } from './quote.ts';
import { CATEGORY, instrumentRecord } from './records.testkit.ts';

const decimal = (scale: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(999_999), fc.integer({ min: 0, max: 10 ** scale - 1 }))
    .map(([whole, rest]) => `${whole}.${String(rest).padStart(scale, '0')}`);
const signed = (scale: number): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom('', '-'), decimal(scale)).map(([sign, text]) => (/[1-9]/.test(text) ? sign + text : text));

const swap = fc.record({
  Mode: fc.constantFrom('points' as const, 'annualPercent' as const),
  Long: signed(8),
  Short: signed(8),
  TripleWeekday: fc.integer({ min: 0, max: 6 }),
});

const records = fc
  .record({
    MarketStatus: fc.constantFrom(0, 1),
    MarginMode: fc.constantFrom(1, 2),
    Pip: decimal(4),
    ForexMinCont: decimal(4),
    ForexMaxCont: decimal(4),
    ForexContNum: fc.nat(1_000_000).map(String),
    FeeType: fc.constantFrom(1, 2),
    Terms: fc.string(),
    ForexFeeRate: signed(8),
    HasForexMultiple: fc.array(fc.record({ Value: fc.integer({ min: 1, max: 500 }) })),
    Conversion: fc.constantFrom(null, { Id: 3, Inverse: true }, { Id: 4, Inverse: false }),
    NextSession: fc.constantFrom(null, 1_767_650_400_000),
    Swap: swap,
    AnnouncedTerms: fc.array(fc.record({ At: fc.nat(2_000_000_000_000), Swap: swap }), { maxLength: 2 }),
  })
  .map(instrumentRecord);

describe('an instrument', () => {
  it('survives a round trip through the device’s storage', () => {
    fc.assert(
      fc.property(records, fc.boolean(), (record, quoted) => {
        const listed = instrumentFrom(instrumentSchema.parse({ ...record, ...(!quoted && { ForexQuotations: null }) }));
        const kept = { at: 1, instruments: [listed], categories: [categoryFrom(category.parse(CATEGORY))] };
        expect(keptMarketFrom(JSON.parse(JSON.stringify(keptMarketRecord(kept))))).toEqual(kept);
      }),
    );
  });

  it('is read in the units of the domain', () => {
    expect(instrumentFrom(instrumentRecord())).toMatchObject({
      code: 'USDJPY',
      showCode: 'USD/JPY',
      category: 1,
      isOpen: true,
      lotStep: lots('0.01'),
      unitsPerLot: 100_000n,
      marginMode: 'leveraged',
      leverages: [100, 200],
      feeMode: 'perLot',
      feeRate: rate('3.5'),
      swap: { mode: 'points', long: rate('-7'), short: rate('3.25'), tripleWeekday: 3 },
      conversion: { instrument: 3, inverse: true },
      quotation: { seq: 5, bid: '151.203', change: '0.20', volume: 1_234 },
    });
  });

  it('is not read from stored data of another shape', () => {
    for (const other of [undefined, null, 'x', {}, { at: 1, list: [{}], categories: [] }])
      expect(keptMarketFrom(other)).toBeUndefined();
  });
});

describe('a quote update', () => {
  const entry = { Id: 3, Seq: 6, Time: 1_767_607_201_000, Bid: '151.300', Ask: '151.312' };

  it('contains only the fields that changed', () => {
    expect(quoteUpdateFrom(entry)).toEqual({
      id: 3,
      seq: 6,
      time: 1_767_607_201_000,
      bid: '151.300',
      ask: '151.312',
      isOpen: undefined,
    });
    expect(quoteUpdateFrom({ ...entry, MarketStatus: 0, High: '151.500' })).toMatchObject({
      isOpen: false,
      high: '151.500',
    });
  });

  it('replaces the prices of a listed instrument only if it is newer', () => {
    const listed = instrumentFrom(instrumentRecord());
    const update = quoteUpdateFrom(entry);
    const view = { ...update, source: undefined, doubt: undefined, freshness: 'current', direction: 'none' } as const;
    expect(withQuote(listed, view).quotation).toMatchObject({ seq: 6, bid: '151.300', open: '150.900', volume: 1_234 });
    expect(withQuote(listed, { ...view, seq: 5 })).toBe(listed);
    expect(withQuote(listed, undefined)).toBe(listed);
  });
});
