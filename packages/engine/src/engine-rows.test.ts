import { lots, money, price, rate } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  EURUSD,
  NOW,
  USDJPY,
  events,
  fixture,
  markets,
  outcome,
  place,
  quote,
  startEngine,
  submit,
  terms,
} from './engine.test-support.ts';
import { rulebookOf } from './core/rulebook.ts';
import { ShardEngine } from './engine.ts';
import { type Applied, type ClientCommand, InvariantError, restoreEngine } from './index.ts';
import { KeyMemory } from './keys/key-memory.ts';
import { stateFrom } from './snapshot/restore.ts';

beforeEach(() => startEngine());

describe('refusals', () => {
  it('carry the nearest accepted price, or the required and the free margin', () => {
    expect(
      outcome({
        type: 'placeOrder',
        instrument: EURUSD,
        side: 'buy',
        lots: lots('1'),
        leverage: 100,
        stopLoss: price('1.10000'),
      }),
    ).toEqual({ ok: false, reason: 'stop_loss_wrong_side', detail: { nearest: '1.09999' } });
    expect(outcome({ type: 'placeOrder', instrument: EURUSD, side: 'buy', lots: lots('100'), leverage: 100 })).toEqual({
      ok: false,
      reason: 'insufficient_margin',
      detail: { required: '111110.100000', free: '10000.000000' },
    });
  });

  it('protect the terms that alive orders depend on', () => {
    const order = place();
    const changed = fixture.engine.submit({
      type: 'defineInstrument',
      time: NOW,
      instrument: terms(EURUSD, { unitsPerLot: 1n }),
    });
    expect(changed).toMatchObject({ kind: 'applied', rows: [{ outcome: { ok: false, reason: 'instrument_in_use' } }] });
    for (const [priceScale, ok] of [
      [6, false],
      [8, true],
    ] as const) {
      const scaled = { type: 'defineInstrument', time: NOW, instrument: terms(EURUSD, { priceScale }) } as const;
      expect(fixture.engine.submit(scaled)).toMatchObject({ rows: [{ outcome: { ok } }] });
    }
    submit({ type: 'closePosition', order });
    expect(
      fixture.engine.submit({ type: 'defineInstrument', time: NOW, instrument: terms(EURUSD, { unitsPerLot: 1n }) }),
    ).toMatchObject({ rows: [{ outcome: { ok: true } }] });
  });

  it('enforce the maximum age of a quote to the millisecond', () => {
    expect(
      outcome({
        type: 'placeOrder',
        instrument: USDJPY,
        side: 'buy',
        lots: lots('1'),
        leverage: 100,
        time: NOW + 10_000,
      }),
    ).toMatchObject({ ok: true });
    expect(
      outcome({
        type: 'placeOrder',
        instrument: USDJPY,
        side: 'buy',
        lots: lots('1'),
        leverage: 100,
        time: NOW + 10_001,
      }),
    ).toEqual({ ok: false, reason: 'market_data_stale' });
  });
});

describe('keys', () => {
  it('repeat the first outcome without a new row, and refuse another payload', () => {
    const order = {
      type: 'placeOrder',
      time: NOW,
      account: 1,
      key: 'once',
      instrument: EURUSD,
      side: 'buy',
      lots: lots('1'),
      leverage: 100,
    } as const;
    const first = fixture.engine.submit(order);
    const before = fixture.engine.seq;
    expect(fixture.engine.submit({ ...order, time: NOW + 60_000 })).toEqual({
      kind: 'repeated',
      outcome: first.kind === 'applied' ? first.rows[0].outcome : undefined,
    });
    expect(fixture.engine.submit({ ...order, lots: lots('2') })).toEqual({
      kind: 'repeated',
      outcome: { ok: false, reason: 'key_reused' },
    });
    expect(fixture.engine.seq).toBe(before);
  });

  it('are archived after a restore, and apply when the host calls them fresh', () => {
    submit({ type: 'deposit', amount: money('1'), reference: 1 });
    const again: ClientCommand = {
      type: 'deposit',
      time: NOW,
      account: 1,
      key: `k${fixture.keys}`,
      amount: money('1'),
      reference: 1,
    };
    fixture.engine = restoreEngine(fixture.engine.image());
    expect(fixture.engine.submit(again)).toEqual({ kind: 'archived' });
    expect(fixture.engine.submit(again, true).kind).toBe('applied');
  });
});

describe('rows', () => {
  it('carry at most 256 hits, by ascending order number', () => {
    submit({ type: 'deposit', amount: money('1000000'), reference: 1 });
    const orders = Array.from({ length: 600 }, () => place({ lots: lots('0.01'), stopLoss: price('1.09000') }));
    const first = fixture.engine.onQuote(quote(EURUSD, '1.08990', '1.09000'), NOW);
    expect(fixture.engine.busy).toBe(true);
    const rows = [...first, ...fixture.engine.work(NOW)];
    expect(fixture.engine.busy).toBe(false);
    expect(rows.map(({ command }) => (command.type === 'trigger' ? command.hits.length : command.type))).toEqual([
      256,
      256,
      'beginBurst',
      88,
      'endBurst',
    ]);
    expect(
      rows.flatMap(({ command }) => (command.type === 'trigger' ? command.hits.map((hit) => hit.order) : [])),
    ).toEqual(orders);
  });

  it('carry a market only after it has changed', () => {
    const draft = { type: 'placeOrder', instrument: USDJPY, side: 'buy', lots: lots('0.01'), leverage: 100 } as const;
    expect(markets(submit(draft))).toEqual([fixture.seq]);
    expect(markets(submit(draft))).toEqual([]);
    fixture.engine.onQuote(quote(USDJPY, '150.000', '150.010'), NOW);
    expect(markets(submit(draft))).toEqual([fixture.seq]);
    fixture.engine = restoreEngine(fixture.engine.image());
    expect(markets(submit(draft))).toEqual([fixture.seq]);
  });

  it('of the second rules are replayed as they were decided: a new swap changed a rollover under way', () => {
    place();
    const image = fixture.engine.image();
    const former = new ShardEngine(stateFrom(image, rulebookOf(2)), new KeyMemory(50), rulebookOf(2), 512);
    const swap = { ...terms(EURUSD).swap, long: rate('-9') };
    const rollover = { rolloverTime: NOW + 1, weekday: 1 };
    const commands = [
      { type: 'beginRollover', time: NOW + 1, ...rollover },
      { type: 'defineInstrument', time: NOW + 1, instrument: terms(EURUSD, { swap }) },
      { type: 'chargeSwap', time: NOW + 1, account: 1, key: 'swap', ...rollover },
    ] as const;
    const rows = commands.flatMap((command) => {
      const submission = former.submit(command, true);
      return submission.kind === 'applied' ? submission.rows : [];
    });
    expect(rows.map(({ rules }) => rules)).toEqual([2, 2, 2]);
    expect(events(rows, 'swapCharged')).toMatchObject([{ amount: money('-9') }]);
    const verifier = restoreEngine(image);
    expect(rows.map((row) => verifier.replay(row))).toEqual(rows);
  });

  it('must be replayed in order', () => {
    const rows = submit({ type: 'deposit', amount: money('1'), reference: 1 });
    expect(() => fixture.engine.replay(rows[0] as Applied)).toThrow(InvariantError);
  });
});

describe('a restore', () => {
  it('refuses an image without the market of an open position', () => {
    place();
    expect(() => restoreEngine({ ...fixture.engine.image(), markets: [] })).toThrow(InvariantError);
  });

  it('still triggers stops and stop-outs', () => {
    const order = place({ stopLoss: price('1.09000') });
    fixture.engine = restoreEngine(fixture.engine.image());
    expect(events(fixture.engine.onQuote(quote(EURUSD, '1.08900', '1.08910'), NOW), 'positionClosed')).toMatchObject([
      { order, reason: 'stop_loss' },
    ]);
  });
});
