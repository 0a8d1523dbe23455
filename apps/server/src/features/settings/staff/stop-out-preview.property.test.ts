import {
  DEFAULT_GROUPS,
  type GroupTerms,
  HEDGED_MARGINS,
  type HedgedMargin,
  type Instrument,
  lots,
  money,
  price,
  rate,
} from '@fairlot/domain';
import { type TradingEngine, createEngine } from '@fairlot/engine';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closedAt } from './stop-out-preview.ts';

const NOW = 1_700_000_000_000;
const INSTRUMENTS = [1, 2, 3];
const CLOSED = 3;

function terms(id: number): Instrument {
  return {
    id,
    code: `I${id}`,
    quoteCurrency: 'USD',
    pricePrecision: 5,
    lotStep: lots('0.01'),
    minLots: lots('0.01'),
    maxLots: lots('100'),
    unitsPerLot: 100_000n,
    marginMode: 'leveraged',
    leverages: [500],
    feeRate: rate('0'),
    swap: { mode: 'points', long: rate('0'), short: rate('0'), tripleWeekday: 3 },
    conversion: null,
    staleAfterMs: 10_000,
  };
}

const rules = (stopOutPercent: number) => ({
  type: 'setRules' as const,
  time: NOW,
  rules: { feeMode: 'perLot' as const, stopOutPercent, demoFunds: money('10000'), maxOrdersPerAccount: 100 },
});

let seq = 0;
function quote(engine: TradingEngine, instrument: number, points: number): void {
  seq += 1;
  const bid = price((1 + points / 100_000).toFixed(5));
  engine.onQuote({ instrument, seq, time: NOW, bid, ask: bid }, NOW);
}

const order = fc.record({
  instrument: fc.constantFrom(...INSTRUMENTS),
  side: fc.constantFrom('buy' as const, 'buy' as const, 'buy' as const, 'sell' as const),
  lots: fc.integer({ min: 200, max: 900 }).map((hundredths) => lots((hundredths / 100).toFixed(2))),
  isPending: fc.nat(5).map((drawn) => drawn === 0),
});

/** The leverage falls in two steps that a few positions exceed. */
const tiers = fc
  .record({ first: fc.integer({ min: 1, max: 900_000 }), second: fc.integer({ min: 1, max: 900_000 }) })
  .map(({ first, second }) => [
    { from: money('0'), leverage: 500 },
    { from: money(String(first)), leverage: 200 },
    { from: money(String(first + second)), leverage: 120 },
  ]);

const groupOf = (own: GroupTerms['tiers'], hedgedMargin: HedgedMargin) => ({
  type: 'defineGroup' as const,
  time: NOW,
  group: { id: DEFAULT_GROUPS.demo, hedgedMargin, terms: [1, 2].map((instrument) => ({ instrument, tiers: own })) },
});

it('counts the positions that the engine then closes, whatever the level, the positions and the prices', () => {
  let closings = 0;
  fc.assert(
    fc.property(
      fc.array(order, { minLength: 3, maxLength: 8 }),
      fc.array(fc.integer({ min: -450, max: 100 }), { minLength: 3, maxLength: 3 }),
      fc.integer({ min: 50, max: 90 }),
      fc.option(tiers, { nil: [] }),
      fc.constantFrom(...HEDGED_MARGINS),
      (orders, moves, level, tiered, hedged) => {
        const engine = createEngine();
        engine.submit(rules(10));
        for (const id of INSTRUMENTS) {
          engine.submit({ type: 'defineInstrument', time: NOW, instrument: terms(id) });
          engine.setOpen(id, true);
          quote(engine, id, 0);
        }
        engine.submit({ type: 'openAccount', kind: 'demo', account: 1, key: 'open', time: NOW });
        for (const [index, { isPending, ...given }] of orders.entries()) {
          const target = isPending ? { target: price('0.90000') } : {};
          engine.submit({
            type: 'placeOrder',
            account: 1,
            key: `order-${index}`,
            time: NOW,
            leverage: 500,
            ...given,
            ...target,
          });
        }
        engine.submit(groupOf(tiered, hedged));
        for (const [index, id] of INSTRUMENTS.entries()) quote(engine, id, moves[index] ?? 0);
        engine.setOpen(CLOSED, false);

        const view = engine.account(1);
        const expected = view === undefined ? -1 : closedAt(view, level, (id) => id !== CLOSED);
        const submission = engine.submit(rules(level));
        const rows = submission.kind === 'applied' ? submission.rows : [];
        const closed = rows.flatMap(({ events }) => events).filter(({ type }) => type === 'positionClosed').length;
        closings += closed;
        expect(closed).toBe(expected);
      },
    ),
    { numRuns: 1000 },
  );
  // The orders and moves are such that levels do close positions.
  expect(closings).toBeGreaterThan(20);
});
