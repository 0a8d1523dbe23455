import { lots, price } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  EURUSD,
  NOW,
  USDJPY,
  events,
  fixture,
  outcome,
  place,
  quote,
  startEngine,
  submit,
  terms,
} from './engine.test-support.ts';
import { type DealingSet, restoreEngine } from './index.ts';

beforeEach(startEngine);

const BY = { staff: 7, memo: 'asked on the phone' };

function setDealing(mode: DealingSet['mode'], instrument = EURUSD) {
  return fixture.engine.submit({ type: 'setDealing', time: NOW, instrument, mode, ...BY });
}
const onQuote = (bid: string, ask: string, instrument = EURUSD) =>
  fixture.engine.onQuote(quote(instrument, bid, ask), NOW);
const refusal = (reason: string) => expect.objectContaining({ ok: false, reason }) as unknown;

describe('a close and a cancel by staff', () => {
  it('are the house’s in the events, at the quote that the client would get, with staff and reason in the row', () => {
    const order = place();
    const [row] = submit({ type: 'closePosition', order, ...BY });
    expect(row?.command).toMatchObject({ type: 'closePosition', order, staff: 7, memo: 'asked on the phone' });
    expect(row?.events[0]).toMatchObject({ type: 'positionClosed', reason: 'staff', price: price('1.10000') });
    const pending = place({ target: price('1.05') });
    expect(events(submit({ type: 'cancelOrder', order: pending, ...BY }), 'orderCancelled')).toMatchObject([
      { order: pending, reason: 'staff' },
    ]);
  });

  it('are refused wherever the client’s own are', () => {
    const order = place();
    fixture.engine.setOpen(EURUSD, false);
    expect(outcome({ type: 'closePosition', order, ...BY })).toEqual(refusal('market_closed'));
    fixture.engine.setOpen(EURUSD, true);
    fixture.engine.setDoubt(EURUSD, true);
    expect(outcome({ type: 'closePosition', order, ...BY })).toEqual(refusal('price_in_doubt'));
    expect(outcome({ type: 'closePosition', order: 99, ...BY })).toEqual(refusal('unknown_order'));
  });
});

describe('a halted instrument', () => {
  it('is not dealt in by anyone, and takes cancels and stops', () => {
    const order = place();
    const pending = place({ target: price('1.05') });
    setDealing('halted');
    const buy = { type: 'placeOrder', instrument: EURUSD, side: 'buy', lots: lots('1'), leverage: 100 } as const;
    for (const target of [undefined, price('1.05')])
      expect(outcome({ ...buy, target })).toEqual(refusal('instrument_halted'));
    expect(outcome({ type: 'closePosition', order })).toEqual(refusal('instrument_halted'));
    expect(outcome({ type: 'closePosition', order, ...BY })).toEqual(refusal('instrument_halted'));
    expect(outcome({ type: 'amendOrder', order: pending, target: price('1.06'), stops: 'kept' })).toEqual(
      refusal('instrument_halted'),
    );
    expect(outcome({ type: 'setStops', order, stopLoss: price('1.09') })).toEqual({ ok: true });
    expect(outcome({ type: 'cancelOrder', order: pending })).toEqual({ ok: true });
  });

  it('fires nothing and stops nobody out, until the first quote after its release', () => {
    const order = place({ lots: lots('5'), stopLoss: price('1.09000') });
    const pending = place({ lots: lots('0.01'), target: price('1.07000') });
    setDealing('halted');
    // Far beyond the stop, the target and the account's stop-out level.
    expect(onQuote('1.06000', '1.06010')).toEqual([]);
    expect(onQuote('151.000', '151.010', USDJPY)).toEqual([]);
    expect(setDealing('normal')).toMatchObject({ rows: [{ outcome: { ok: true } }] });
    const rows = onQuote('1.08900', '1.08910');
    expect(events(rows, 'positionClosed')).toMatchObject([{ order, reason: 'stop_loss', price: price('1.08900') }]);
    expect(fixture.engine.order(pending)?.status).toBe('pending');
  });

  it('lets the rest of a burst wait at once', () => {
    fixture.engine = restoreEngine(fixture.engine.image(), { slice: 2 });
    fixture.engine.setOpen(EURUSD, true);
    onQuote('1.10000', '1.10010');
    const orders = Array.from({ length: 6 }, () => place({ lots: lots('0.01'), stopLoss: price('1.09000') }));
    onQuote('1.08000', '1.08010');
    expect(fixture.engine.busy).toBe(true);
    setDealing('halted');
    while (fixture.engine.busy) fixture.engine.work(NOW);
    const open = orders.filter((order) => fixture.engine.order(order) !== undefined);
    expect(open).toHaveLength(4);
    setDealing('normal');
    onQuote('1.08500', '1.08510');
    while (fixture.engine.busy) fixture.engine.work(NOW);
    expect(orders.filter((order) => fixture.engine.order(order) !== undefined)).toEqual([]);
  });

  it('holds back instruments that it converts, also out of session', () => {
    fixture.engine.submit({
      type: 'defineInstrument',
      time: NOW,
      instrument: terms(3, {
        quoteCurrency: 'JPY',
        pricePrecision: 3,
        conversion: { instrument: USDJPY, inverse: true },
      }),
    });
    fixture.engine.setOpen(3, true);
    onQuote('162.000', '162.010', 3);
    const buy = { type: 'placeOrder', instrument: 3, side: 'buy', lots: lots('0.1'), leverage: 100 } as const;
    setDealing('halted', USDJPY);
    expect(outcome(buy)).toEqual(refusal('instrument_halted'));
    fixture.engine.setOpen(USDJPY, false);
    expect(outcome(buy)).toEqual(refusal('instrument_halted'));
    setDealing('normal', USDJPY);
    expect(outcome(buy)).toMatchObject({ ok: true });
  });

  it('holds back triggers in instruments that it converts', () => {
    const conversion = { instrument: USDJPY, inverse: true };
    const instrument = terms(3, { quoteCurrency: 'JPY', pricePrecision: 3, conversion });
    fixture.engine.submit({ type: 'defineInstrument', time: NOW, instrument });
    fixture.engine.setOpen(3, true);
    onQuote('162.000', '162.010', 3);
    const small = { instrument: 3, lots: lots('0.1') };
    const order = place({ ...small, stopLoss: price('161.000') });
    const pending = place({ ...small, target: price('160.000') });
    setDealing('halted', USDJPY);
    expect(onQuote('159.000', '159.010', 3)).toEqual([]);
    setDealing('normal', USDJPY);
    const rows = onQuote('159.500', '159.510', 3);
    expect(events(rows, 'positionClosed')).toMatchObject([{ order, price: price('159.500') }]);
    expect(events(rows, 'positionOpened')).toMatchObject([{ order: pending }]);
  });
});

describe('an instrument that is only closed in', () => {
  it('opens nothing, and closes by command and by stop', () => {
    const order = place();
    const stopped = place({ stopLoss: price('1.09000') });
    const pending = place({ target: price('1.09500') });
    setDealing('closeOnly');
    const buy = { type: 'placeOrder', instrument: EURUSD, side: 'buy', lots: lots('1'), leverage: 100 } as const;
    for (const target of [undefined, price('1.05')])
      expect(outcome({ ...buy, target })).toEqual(refusal('instrument_close_only'));
    expect(outcome({ type: 'amendOrder', order: pending, target: price('1.06'), stops: 'kept' })).toEqual(
      refusal('instrument_close_only'),
    );
    expect(outcome({ type: 'closePosition', order })).toEqual({ ok: true });
    expect(events(onQuote('1.08000', '1.08010'), 'positionClosed')).toMatchObject([{ order: stopped }]);
    expect(fixture.engine.order(pending)?.status).toBe('pending');
    setDealing('normal');
    expect(events(onQuote('1.08000', '1.08010'), 'positionOpened')).toMatchObject([
      { order: pending, price: price('1.08010') },
    ]);
  });
});

it('a restriction is in the journal, the image and the digest, and unknown instruments are refused', () => {
  const before = fixture.engine.stateHash();
  const rows = [setDealing('halted'), setDealing('halted'), setDealing('closeOnly', USDJPY)].flatMap((submission) =>
    submission.kind === 'applied' ? submission.rows : [],
  );
  expect(rows.map(({ command, events: made }) => [command.type, made.length])).toEqual([
    ['setDealing', 1],
    ['setDealing', 0],
    ['setDealing', 1],
  ]);
  expect(rows.every(({ rules }) => rules === 7)).toBe(true);
  const { engine } = fixture;
  expect(new Map(engine.restricted)).toEqual(
    new Map([
      [EURUSD, 'halted'],
      [USDJPY, 'closeOnly'],
    ]),
  );
  const again = restoreEngine(engine.image());
  expect(again.stateHash()).toBe(engine.stateHash());
  expect(engine.stateHash()).not.toBe(before);
  expect(again.restricted).toEqual(engine.restricted);
  setDealing('normal');
  setDealing('normal', USDJPY);
  expect(engine.restricted.size).toBe(0);
  expect(setDealing('halted', 99)).toMatchObject({ rows: [{ outcome: { ok: false, reason: 'unknown_instrument' } }] });
});
