import { type PartialLevel, lots, price } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  EURUSD,
  NOW,
  cash,
  events,
  fixture,
  outcome,
  place,
  quote,
  startEngine,
  submit,
} from './engine.test-support.ts';
import { restoreEngine } from './index.ts';

const stop = (size: string, at: string): PartialLevel => ({ level: 'stopLoss', lots: lots(size), price: price(at) });
const target = (size: string, at: string): PartialLevel => ({
  level: 'takeProfit',
  lots: lots(size),
  price: price(at),
});
const set = (order: number, ...levels: readonly PartialLevel[]) => outcome({ type: 'setPartialLevels', order, levels });
const tick = (bid: string, ask: string) => fixture.engine.onQuote(quote(EURUSD, bid, ask), NOW);

beforeEach(startEngine);

describe('partial levels', () => {
  it('close their lots as parts, one after the other, and leave the rest', () => {
    const order = place();
    expect(set(order, target('0.5', '1.12'), target('0.25', '1.11'))).toEqual({ ok: true });
    expect(tick('1.10500', '1.10510')).toEqual([]);
    const rows = tick('1.11000', '1.11010');
    expect(rows.map(({ command }) => command)).toMatchObject([{ hits: [{ order, cause: 'partial' }] }]);
    expect(events(rows, 'positionSplit')).toMatchObject([{ order, lots: lots('0.25') }]);
    expect(events(rows, 'positionClosed')).toMatchObject([{ order: order + 1, reason: 'take_profit' }]);
    expect(fixture.engine.order(order)).toMatchObject({ lots: lots('0.75'), levels: [target('0.5', '1.12')] });
    tick('1.12000', '1.12010');
    expect(fixture.engine.order(order)).toMatchObject({ lots: lots('0.25') });
    expect(fixture.engine.order(order)).not.toHaveProperty('levels');
  });

  it('execute each on its own when a gap reaches several, and yield to the stop-loss of the whole', () => {
    const gapped = place({ side: 'sell' });
    set(gapped, stop('0.25', '1.11'), stop('0.25', '1.12'));
    const rows = tick('1.13000', '1.13010');
    expect(events(rows, 'positionClosed')).toMatchObject([{ order: gapped + 1 }, { order: gapped + 2 }]);
    const whole = place({ side: 'sell', stopLoss: price('1.15') });
    set(whole, stop('0.5', '1.14'));
    expect(events(tick('1.16000', '1.16010'), 'positionClosed')).toMatchObject([{ order: whole }]);
  });

  it('are cut from the farthest on when the position becomes smaller', () => {
    const order = place();
    set(order, target('0.5', '1.12'), stop('0.3', '1.08'), target('0.5', '1.11'), stop('0.3', '1.09'));
    const rows = submit({ type: 'closePosition', order, lots: lots('0.6') });
    expect(events(rows, 'partialLevelsChanged')).toMatchObject([
      { order, levels: [stop('0.3', '1.09'), stop('0.1', '1.08'), target('0.4', '1.11')] },
    ]);
  });

  it('stay when the least lots are raised above theirs and the position becomes smaller', () => {
    const order = place();
    set(order, stop('0.1', '1.09'), stop('0.3', '1.08'));
    leastLots('0.2');
    expect(events(submit({ type: 'closePosition', order, lots: lots('0.4') }), 'partialLevelsChanged')).toEqual([]);
    const rows = submit({ type: 'closePosition', order, lots: lots('0.4') });
    // 0.2 are left: 0.1 of them for the second stop, which is less than the least lots.
    expect(events(rows, 'partialLevelsChanged')).toMatchObject([{ levels: [stop('0.1', '1.09')] }]);
  });

  it('close the rest as well where it would be less than the least lots', () => {
    const order = place({ lots: lots('0.02') });
    leastLots('0.01');
    expect(set(order, target('0.01', '1.11'))).toEqual({ ok: true });
    leastLots('0.02');
    expect(events(tick('1.11000', '1.11010'), 'positionClosed')).toMatchObject([{ order }]);
    expect(fixture.engine.order(order)).toBeUndefined();
    expect(cash()).toBeGreaterThan(0n);
  });

  it('are refused beyond the position, on the wrong side, or for an order that waits', () => {
    const order = place();
    expect(set(order, target('0.6', '1.12'), target('0.6', '1.11'))).toMatchObject({ reason: 'levels_above_position' });
    expect(set(order, target('0.6', '1.12'), stop('0.6', '1.09'))).toEqual({ ok: true });
    expect(set(order, stop('0.1', '1.10'))).toMatchObject({ reason: 'stop_loss_wrong_side' });
    expect(set(place({ target: price('1.05') }), stop('0.1', '1.04'))).toMatchObject({ reason: 'order_not_open' });
  });

  it('keep a level that the market has passed while it could not deal', () => {
    const order = place();
    set(order, stop('0.2', '1.09'));
    fixture.engine.submit({
      type: 'setDealing',
      time: NOW,
      instrument: EURUSD,
      mode: 'halted',
      staff: 7,
      memo: 'a wrong price',
    });
    expect(tick('1.08000', '1.08010')).toEqual([]);
    expect(set(order, stop('0.2', '1.09'), stop('0.2', '1.07'))).toEqual({ ok: true });
  });

  it('are still there after a restart', () => {
    const order = place();
    set(order, target('0.5', '1.12'));
    fixture.engine = restoreEngine(fixture.engine.image());
    fixture.engine.setOpen(EURUSD, true);
    expect(events(tick('1.12000', '1.12010'), 'positionSplit')).toMatchObject([{ order, lots: lots('0.5') }]);
  });
});

function leastLots(size: string): void {
  const instrument = { ...required(fixture.engine.terms(EURUSD)), minLots: lots(size) };
  fixture.engine.submit({ type: 'defineInstrument', time: NOW, instrument });
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is none');
  return value;
}
