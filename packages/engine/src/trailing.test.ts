import { type Price, price } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { EURUSD, NOW, cash, events, fixture, outcome, place, quote, startEngine } from './engine.test-support.ts';
import { type Applied, type OrderRecord, restoreEngine } from './index.ts';

beforeEach(startEngine);

const onQuote = (bid: string, ask: string): readonly Applied[] => fixture.engine.onQuote(quote(EURUSD, bid, ask), NOW);
const levels = (order: number): Partial<OrderRecord> | undefined => fixture.engine.order(order);
const refusal = (reason: string) => expect.objectContaining({ ok: false, reason }) as unknown;
const OFF = 0n as Price;
const DISTANCE = price('0.00100');

describe('a trailing stop', () => {
  it('begins at its distance from the closing price, and follows it by steps of a twentieth', () => {
    const order = place({ trailing: DISTANCE });
    expect(levels(order)).toMatchObject({ stopLoss: price('1.09900'), trailing: DISTANCE });
    // The step is 0.00005.
    expect(onQuote('1.10004', '1.10014')).toEqual([]);
    const [row, ...others] = onQuote('1.10005', '1.10015');
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      command: { type: 'trigger', hits: [{ order, cause: 'trailing' }] },
      events: [{ type: 'stopsChanged', order, stopLoss: price('1.09905'), trailing: DISTANCE }],
    });
    // A gap takes it along at once.
    onQuote('1.11000', '1.11010');
    expect(levels(order)?.stopLoss).toBe(price('1.10900'));
    expect(onQuote('1.10901', '1.10911')).toEqual([]);
    expect(events(onQuote('1.10900', '1.10910'), 'positionClosed')).toMatchObject([
      { order, reason: 'stop_loss', price: price('1.10900') },
    ]);
  });

  it('follows the ask for a sell, downwards', () => {
    const order = place({ side: 'sell', trailing: DISTANCE });
    expect(levels(order)?.stopLoss).toBe(price('1.10110'));
    onQuote('1.09000', '1.09020');
    expect(levels(order)?.stopLoss).toBe(price('1.09120'));
    expect(onQuote('1.09090', '1.09110')).toEqual([]);
    expect(events(onQuote('1.09090', '1.09120'), 'positionClosed')).toMatchObject([{ order, reason: 'stop_loss' }]);
  });

  it('keeps a nearer stop until the price has left it behind, and passes a farther one at once', () => {
    const near = place({ stopLoss: price('1.09950'), trailing: DISTANCE });
    expect(levels(near)?.stopLoss).toBe(price('1.09950'));
    const far = place({ stopLoss: price('1.05000'), trailing: DISTANCE });
    expect(levels(far)?.stopLoss).toBe(price('1.09900'));
    onQuote('1.10054', '1.10064');
    expect([levels(near)?.stopLoss, levels(far)?.stopLoss]).toEqual([price('1.09950'), price('1.09954')]);
    onQuote('1.10055', '1.10065');
    expect(levels(near)?.stopLoss).toBe(price('1.09955'));
  });

  it('waits in a pending order, and begins at the closing price of the fill', () => {
    const order = place({ target: price('1.09000'), trailing: DISTANCE });
    expect(levels(order)).toMatchObject({ stopLoss: undefined, trailing: DISTANCE });
    onQuote('1.20000', '1.20010');
    expect(events(onQuote('1.08980', '1.08990'), 'positionOpened')).toMatchObject([
      { order, price: price('1.08990'), stopLoss: price('1.08880'), trailing: DISTANCE },
    ]);
  });

  it('closes at a target instead of moving', () => {
    const order = place({ trailing: DISTANCE, takeProfit: price('1.10500') });
    const rows = onQuote('1.10600', '1.10610');
    expect(events(rows, 'stopsChanged')).toEqual([]);
    expect(events(rows, 'positionClosed')).toMatchObject([{ order, reason: 'take_profit' }]);
  });

  it.each([
    ['a closed market', () => fixture.engine.setOpen(EURUSD, false), () => fixture.engine.setOpen(EURUSD, true)],
    ['a price in doubt', () => fixture.engine.setDoubt(EURUSD, true), () => fixture.engine.setDoubt(EURUSD, false)],
  ])('does not move in %s, and goes on with the next quote after it', (_name, begin, end) => {
    const order = place({ trailing: DISTANCE });
    begin();
    expect(onQuote('1.11000', '1.11010')).toEqual([]);
    end();
    expect(levels(order)?.stopLoss).toBe(price('1.09900'));
    onQuote('1.10800', '1.10810');
    expect(levels(order)?.stopLoss).toBe(price('1.10700'));
  });

  it('does not move at a stale price', () => {
    const order = place({ trailing: DISTANCE });
    expect(fixture.engine.onQuote(quote(EURUSD, '1.11000', '1.11010', NOW - 60_000), NOW)).toEqual([]);
    expect(levels(order)?.stopLoss).toBe(price('1.09900'));
  });
});

describe('a change of levels', () => {
  it('sets, replaces and ends the distance, and leaves the stop where it came to', () => {
    const order = place();
    const set = (trailing: Price) => outcome({ type: 'setStops', order, keep: 'both', trailing });
    expect(set(DISTANCE)).toEqual({ ok: true });
    expect(levels(order)).toMatchObject({ stopLoss: price('1.09900'), trailing: DISTANCE });
    set(price('0.00040'));
    expect(levels(order)?.stopLoss).toBe(price('1.09960'));
    set(OFF);
    expect(levels(order)).toMatchObject({ stopLoss: price('1.09960') });
    expect(levels(order)).not.toHaveProperty('trailing');
    expect(onQuote('1.11000', '1.11010')).toEqual([]);
  });

  it('keeps the distance when it names only levels, and ends it when it switches the stop off', () => {
    const order = place({ trailing: DISTANCE });
    outcome({ type: 'setStops', order, stopLoss: price('1.09980'), keep: 'takeProfit' });
    expect(levels(order)).toMatchObject({ stopLoss: price('1.09980'), trailing: DISTANCE });
    outcome({ type: 'setStops', order, takeProfit: price('1.20000'), keep: 'stopLoss' });
    expect(levels(order)?.trailing).toBe(DISTANCE);
    outcome({ type: 'setStops', order, keep: 'takeProfit' });
    expect(levels(order)).toMatchObject({ stopLoss: undefined, takeProfit: price('1.20000') });
    expect(levels(order)).not.toHaveProperty('trailing');
  });

  it('keeps the distance of a moved order', () => {
    const order = place({ target: price('1.09000'), trailing: DISTANCE });
    outcome({ type: 'amendOrder', order, target: price('1.08000'), stops: 'replaced', takeProfit: price('1.2') });
    expect(levels(order)?.trailing).toBe(DISTANCE);
  });

  it('refuses distances that no stop could follow at', () => {
    const order = place();
    const set = (trailing: Price) => outcome({ type: 'setStops', order, keep: 'both', trailing });
    expect(set(price('1.09999'))).toEqual({ ok: true });
    expect(set(price('1.10000'))).toEqual({ ok: false, reason: 'trailing_too_wide', detail: { widest: '1.09999' } });
    const malformed = (trailing: Price) =>
      fixture.engine.submit({ type: 'setStops', time: NOW, account: 1, key: 'm', order, keep: 'both', trailing }, true);
    expect(malformed(1n as Price)).toEqual({ kind: 'refused', outcome: refusal('price_off_grid') });
    expect(malformed(-1000n as Price)).toEqual({ kind: 'refused', outcome: refusal('price_off_grid') });
  });
});

describe('trailing stops of many positions', () => {
  it('move by one quote in slices, and are the same after a restart and a replay', () => {
    const rows: Applied[] = [];
    const orders = Array.from({ length: 700 }, () => place({ lots: 100n as OrderRecord['lots'], trailing: DISTANCE }));
    rows.push(...onQuote('1.10200', '1.10210'));
    expect(fixture.engine.busy).toBe(true);
    const before = fixture.engine.image();
    const restored = restoreEngine(before);
    while (restored.busy) restored.work(NOW);
    while (fixture.engine.busy) rows.push(...fixture.engine.work(NOW));
    expect(restored.stateHash()).toBe(fixture.engine.stateHash());
    expect(new Set(orders.map((order) => levels(order)?.stopLoss))).toEqual(new Set([price('1.10100')]));
    expect(events(rows, 'stopsChanged')).toHaveLength(700);
    for (const { events: of } of rows) expect(of.length).toBeLessThanOrEqual(256);
    const paid = cash();
    // The rest is the same in both.
    const next = quote(EURUSD, '1.10090', '1.10100');
    for (const engine of [fixture.engine, restored]) {
      engine.onQuote(next, NOW);
      while (engine.busy) engine.work(NOW);
    }
    expect(cash()).not.toBe(paid);
    expect(restored.stateHash()).toBe(fixture.engine.stateHash());
  });
});
