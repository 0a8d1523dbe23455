import { type DealingMode, type Instrument, price } from '@fairlot/domain';
import { beforeEach, expect, it } from 'vitest';
import { EURUSD, NOW, USDJPY, fixture, outcome, place, quote, startEngine, terms } from './engine.test-support.ts';
import { type Applied, type HostCommand, createEngine, restoreEngine } from './index.ts';

const EURJPY = 3;
const CROSS = terms(EURJPY, { quoteCurrency: 'JPY', conversion: { instrument: USDJPY, inverse: true } });
const rows: Applied[] = [];
const give = (command: HostCommand) => {
  const submission = fixture.engine.submit(command);
  if (submission.kind !== 'applied') throw new Error(`not applied but ${submission.kind}`);
  rows.push(...submission.rows);
  return submission.rows[0].outcome;
};
const remove = (instrument = EURUSD) => give({ type: 'removeInstrument', time: NOW, instrument });
const set = (mode: DealingMode, instrument = EURUSD) =>
  give({ type: 'setDealing', time: NOW, instrument, mode, staff: 3, memo: 'to be delisted' });
const define = (instrument: Instrument) => give({ type: 'defineInstrument', time: NOW, instrument });
const close = (order: number) => outcome({ type: 'closePosition', order });

beforeEach(() => {
  startEngine();
  rows.length = 0;
});

it('removes an instrument only when it is restricted and nothing is open in it', () => {
  const open = place();
  const pending = place({ target: price('1.05') });
  expect(remove()).toEqual({ ok: false, reason: 'instrument_not_restricted' });
  set('closeOnly');
  expect(remove()).toEqual({ ok: false, reason: 'instrument_has_orders' });
  expect(close(open)).toMatchObject({ ok: true });
  expect(remove()).toEqual({ ok: false, reason: 'instrument_has_orders' });
  outcome({ type: 'cancelOrder', order: pending });
  expect(remove()).toEqual({ ok: true });
  expect(fixture.engine.terms(EURUSD)).toBeUndefined();
  expect(remove()).toEqual({ ok: false, reason: 'unknown_instrument' });
  expect(set('normal')).toEqual({ ok: false, reason: 'unknown_instrument' });
});

it('keeps an instrument that others convert through, or that a group has terms of', () => {
  define(CROSS);
  set('halted', USDJPY);
  expect(remove(USDJPY)).toEqual({ ok: false, reason: 'instrument_converts' });
  set('halted', EURJPY);
  expect(remove(EURJPY)).toEqual({ ok: true });
  give({ type: 'defineGroup', time: NOW, group: { id: 5, terms: [{ instrument: USDJPY, maxLeverage: 50 }] } });
  expect(remove(USDJPY)).toEqual({ ok: false, reason: 'instrument_in_group' });
  give({ type: 'removeGroup', time: NOW, group: 5 });
  expect(remove(USDJPY)).toEqual({ ok: true });
});

it('brings an instrument back without its quote and as restricted as it was, after a recovery too', () => {
  set('closeOnly');
  remove();
  fixture.engine = restoreEngine(fixture.engine.image());
  expect(define(terms(EURUSD, { unitsPerLot: 10n, pricePrecision: 3 }))).toEqual({ ok: true });
  expect(fixture.engine.market(EURUSD)).toBeUndefined();
  expect(fixture.engine.restricted.get(EURUSD)).toBe('closeOnly');
  fixture.engine.setOpen(EURUSD, true);
  fixture.engine.onQuote(quote(EURUSD, '1.100', '1.101'), NOW);
  const order = {
    type: 'placeOrder',
    instrument: EURUSD,
    side: 'buy',
    lots: terms(EURUSD).minLots,
    leverage: 100,
  } as const;
  expect(outcome(order)).toEqual({ ok: false, reason: 'instrument_close_only' });
  set('normal');
  expect(outcome(order)).toMatchObject({ ok: true });
});

it('is not removed while a burst of it is under way', () => {
  const engine = createEngine({ slice: 1 });
  const others = fixture.engine;
  fixture.engine = engine;
  engine.submit({ type: 'setRules', time: NOW, rules: others.rules ?? expect.fail('no rules') });
  define(terms(EURUSD));
  engine.setOpen(EURUSD, true);
  engine.onQuote(quote(EURUSD, '1.10000', '1.10010'), NOW);
  outcome({ type: 'openAccount', kind: 'demo' });
  for (const _ of [1, 2, 3]) place({ stopLoss: price('1.09') });
  set('closeOnly');
  engine.onQuote(quote(EURUSD, '1.08', '1.0801'), NOW);
  expect(engine.busy).toBe(true);
  expect(remove()).toEqual({ ok: false, reason: 'instrument_has_orders' });
  while (engine.busy) engine.work(NOW);
  expect(remove()).toEqual({ ok: true });
});

it('replays to the same state', () => {
  const again = createEngine();
  const journal: Applied[] = [];
  const engine = createEngine();
  fixture.engine = engine;
  rows.length = 0;
  define(terms(EURUSD));
  set('closeOnly');
  remove();
  define(terms(EURUSD, { code: 'AGAIN' }));
  journal.push(...rows);
  for (const row of journal) expect(again.replay(row)).toEqual(row);
  expect(again.stateHash()).toBe(engine.stateHash());
});
