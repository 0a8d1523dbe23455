import { type Instrument, lots, money, price } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { EURUSD, NOW, fixture, place, quote, startEngine, terms } from './engine.test-support.ts';
import { type ClientCommand, type PlaceOrder, createEngine, restoreEngine } from './index.ts';

const ORDER: PlaceOrder = {
  type: 'placeOrder',
  time: NOW,
  account: 1,
  key: 'the-order',
  instrument: EURUSD,
  side: 'buy',
  lots: lots('1'),
  leverage: 100,
};
const MONEY = { time: NOW, account: 1, key: 'the-order' } as const;
const HOLD = { ...MONEY, type: 'holdWithdrawal', withdrawal: 1 } as const;

/** A position and a pending order, 1 and 2. */
function placeTwo(): void {
  place();
  place({ target: price('1.09') });
}

beforeEach(() => {
  startEngine();
  placeTwo();
});

const BY_INPUT: readonly (readonly [string, ClientCommand, string])[] = [
  ['an unknown instrument', { ...ORDER, instrument: 77 }, 'unknown_instrument'],
  ['too few lots', { ...ORDER, lots: lots('0') }, 'lots_below_minimum'],
  ['too many lots', { ...ORDER, lots: lots('100.01') }, 'lots_above_maximum'],
  ['lots between the steps', { ...ORDER, lots: lots('0.015') }, 'lots_off_step'],
  ['a leverage that is not listed', { ...ORDER, leverage: 3 }, 'leverage_not_listed'],
  ['a target between the steps', { ...ORDER, target: price('1.090001') }, 'price_off_grid'],
  ['a level between the steps', { ...ORDER, stopLoss: price('1.090001') }, 'price_off_grid'],
  ['an order too late, and malformed', { ...ORDER, lots: lots('0.015'), validUntil: NOW - 1 }, 'lots_off_step'],
  ['a level of a position', { ...MONEY, type: 'setStops', order: 1, stopLoss: price('1.000001') }, 'price_off_grid'],
  [
    'a target of an amendment',
    { ...MONEY, type: 'amendOrder', order: 2, target: price('1.080001'), stops: 'kept' },
    'price_off_grid',
  ],
  ['a deposit of nothing', { ...MONEY, type: 'deposit', amount: money('0'), reference: 1 }, 'amount_not_positive'],
  [
    'a reward of nothing',
    { ...MONEY, type: 'reward', amount: money('0'), memo: 'fixed', reference: 1 },
    'amount_not_positive',
  ],
  ['a correction of nothing', { ...MONEY, type: 'adjust', amount: money('0'), memo: '' }, 'amount_not_positive'],
  ['a hold of nothing', { ...HOLD, amount: money('0'), fee: money('0') }, 'amount_not_positive'],
  ['a fee above the amount', { ...HOLD, amount: money('1'), fee: money('2') }, 'amount_not_positive'],
];

const BY_STATE: readonly (readonly [string, ClientCommand, string])[] = [
  ['an order too late', { ...ORDER, validUntil: NOW - 1 }, 'order_expired'],
  ['a price far from the market', { ...ORDER, target: price('99') }, 'price_out_of_range'],
  ['a level on the wrong side', { ...ORDER, stopLoss: price('1.2') }, 'stop_loss_wrong_side'],
  ['too little margin', { ...ORDER, lots: lots('99') }, 'insufficient_margin'],
  ['an unknown order', { ...MONEY, type: 'setStops', order: 9, stopLoss: price('1.000001') }, 'unknown_order'],
  [
    'an order that was filled',
    { ...MONEY, type: 'amendOrder', order: 1, target: price('1.080001'), stops: 'kept' },
    'order_not_pending',
  ],
];

describe('a refusal of the input alone', () => {
  it.each(BY_INPUT)('leaves no row and no key: %s', (_name, command, reason) => {
    const { engine } = fixture;
    const before = { hash: engine.stateHash(), image: engine.image() };
    expect(engine.submit(command, true)).toEqual({ kind: 'refused', outcome: { ok: false, reason } });
    expect(engine.stateHash()).toBe(before.hash);
    expect([...engine.image().keyMarks]).toEqual([...before.image.keyMarks]);
    expect(engine.image().time).toBe(before.image.time);
    // The key is still unused.
    expect(engine.submit(ORDER, true)).toMatchObject({ kind: 'applied', rows: [{ outcome: { ok: true } }] });
  });

  it.each(BY_STATE)('is none that a market, an account or the time decides: %s', (_name, command, reason) => {
    expect(fixture.engine.submit(command, true)).toMatchObject({
      kind: 'applied',
      rows: [{ outcome: { ok: false, reason } }],
    });
  });

  it('may become an order under the same key when the terms have changed', () => {
    const { engine } = fixture;
    expect(engine.submit({ ...ORDER, instrument: 77 }).kind).toBe('refused');
    engine.submit({ type: 'defineInstrument', time: NOW, instrument: terms(77) });
    engine.setOpen(77, true);
    engine.onQuote(quote(77, '1.10000', '1.10010'), NOW);
    expect(engine.submit({ ...ORDER, instrument: 77 })).toMatchObject({ rows: [{ outcome: { ok: true } }] });
  });

  it('comes after the key: a used one is answered as before, or is reused', () => {
    const { engine } = fixture;
    const first = engine.submit(ORDER);
    expect(engine.submit({ ...ORDER, lots: lots('0.015') })).toEqual({
      kind: 'repeated',
      outcome: { ok: false, reason: 'key_reused' },
    });
    const coarse: Instrument = terms(EURUSD, { minLots: lots('2') });
    engine.submit({ type: 'defineInstrument', time: NOW, instrument: coarse });
    expect(engine.submit({ ...ORDER, time: NOW + 1 })).toEqual({
      kind: 'repeated',
      outcome: first.kind === 'applied' ? first.rows[0].outcome : undefined,
    });
    // After a restore only the journal knows whether the key was used.
    const restored = restoreEngine(engine.image());
    expect(restored.submit({ ...ORDER, lots: lots('0.015') }).kind).toBe('archived');
    expect(restored.submit({ ...ORDER, lots: lots('0.015') }, true).kind).toBe('refused');
  });

  it('is replayed from rows that earlier versions wrote', () => {
    const engine = createEngine();
    const instrument = terms(EURUSD);
    engine.replay({
      seq: 1,
      rules: 2,
      command: { type: 'defineInstrument', time: NOW, instrument },
      markets: [],
      outcome: { ok: true },
      events: [],
    });
    engine.replay({
      seq: 2,
      rules: 2,
      command: { type: 'openAccount', time: NOW, account: 1, key: 'open', kind: 'real' },
      markets: [],
      outcome: { ok: true },
      events: [],
    });
    const row = {
      seq: 3,
      rules: 2,
      command: { ...ORDER, lots: lots('0.015') },
      markets: [],
      outcome: { ok: false, reason: 'lots_off_step' },
      events: [],
    } as const;
    expect(engine.replay(row)).toEqual(row);
    expect(engine.submit(row.command)).toEqual({ kind: 'repeated', outcome: row.outcome });
  });
});
