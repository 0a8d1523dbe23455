import { DEFAULT_GROUPS, type GroupTerms, lots, money, price } from '@fairlot/domain';
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
import { type Applied, type HostCommand, type PlaceOrder, type PositionClosed, restoreEngine } from './index.ts';

const PREMIUM = price('0.00020');
const LEVEL = price('1.09500');
const OFFER = { premium: PREMIUM, distance: price('0.00100') };

function host(command: HostCommand): void {
  const submission = fixture.engine.submit(command);
  if (submission.kind !== 'applied' || !submission.rows[0].outcome.ok) throw new Error(`${command.type} failed`);
}

function offer(guarantee: GroupTerms['guarantee']): void {
  const terms = guarantee === undefined ? [] : [{ instrument: EURUSD, guarantee }];
  host({ type: 'defineGroup', time: NOW, group: { id: DEFAULT_GROUPS.demo, terms } });
}

const dealing = (mode: 'halted' | 'normal'): void =>
  host({ type: 'setDealing', time: NOW, instrument: EURUSD, mode, staff: 1, memo: 'test' });
const onQuote = (bid: string, ask: string): readonly Applied[] => fixture.engine.onQuote(quote(EURUSD, bid, ask), NOW);
const guaranteed = (more: Partial<PlaceOrder> = {}): number => place({ stopLoss: LEVEL, guaranteed: true, ...more });

beforeEach(() => {
  startEngine();
  offer(OFFER);
});

describe('a guaranteed stop', () => {
  it('closes at its level when the market gaps past it; the house pays the gap, the client the premium', () => {
    const order = guaranteed();
    const before = cash() ?? 0n;
    const rows = onQuote('1.05000', '1.05010');
    // 100,000 units: 1.10010 to 1.09500 is a loss of 510, the gap 4,500 and the premium 20 dollars.
    expect(events(rows, 'positionClosed')).toMatchObject([
      {
        order,
        price: LEVEL,
        profit: money('-510'),
        reason: 'stop_loss',
        guarantee: { marketPrice: price('1.05000'), gap: money('4500'), premium: money('20') },
      },
    ]);
    expect(events(rows, 'transferred')).toMatchObject([
      { kind: 'realisedProfit', amount: money('510') },
      { kind: 'guaranteePremium', amount: money('20'), credit: { house: 'guarantees' }, reference: order },
    ]);
    expect(cash()).toBe(before - money('530'));
  });

  it('closes a sell at its level as well', () => {
    guaranteed({ side: 'sell', stopLoss: price('1.10500') });
    expect(events(onQuote('1.20000', '1.20010'), 'positionClosed')).toMatchObject([
      { price: price('1.10500'), guarantee: { gap: money('9510') } },
    ]);
  });

  it('charges nothing when the position closes at a better price', () => {
    const order = guaranteed();
    const rows = submit({ type: 'closePosition', order });
    expect(events(rows, 'positionClosed')[0]).not.toHaveProperty('guarantee');
    expect(events(rows, 'transferred')).not.toContainEqual(expect.objectContaining({ kind: 'guaranteePremium' }));
  });

  it('charges nothing when the market is exactly at the level, where a plain stop would fill as well', () => {
    guaranteed();
    const rows = onQuote('1.09500', '1.09510');
    expect(events(rows, 'positionClosed')).toMatchObject([{ price: LEVEL, reason: 'stop_loss' }]);
    expect(events(rows, 'positionClosed')[0]).not.toHaveProperty('guarantee');
    expect(events(rows, 'transferred')).toMatchObject([{ kind: 'realisedProfit' }]);
  });

  it.each([
    ['1.09490', '1.09510', undefined],
    ['1.09480', '1.09510', { marketPrice: price('1.09495'), gap: money('5'), premium: money('20') }],
  ])('is measured from the mid by a close with an opposite position: %s, %s', (bid, ask, guarantee) => {
    const order = guaranteed();
    const opposite = place({ side: 'sell' });
    dealing('halted');
    onQuote(bid, ask);
    dealing('normal');
    const [closed] = events(submit({ type: 'closeByOpposite', order, opposite }), 'positionClosed');
    expect(closed).toMatchObject({ order, price: LEVEL, reason: 'opposite' });
    expect((closed as PositionClosed).guarantee).toEqual(guarantee);
  });

  it('holds for every close and for the equity, also when the market has passed it in a halt', () => {
    const order = guaranteed();
    dealing('halted');
    expect(onQuote('1.05000', '1.05010')).toEqual([]);
    expect(fixture.engine.account(1)?.standing.floatingProfit).toBe(money('-510'));
    dealing('normal');
    expect(events(submit({ type: 'closePosition', order }), 'positionClosed')).toMatchObject([
      { price: LEVEL, reason: 'client', guarantee: { premium: money('20') } },
    ]);
  });

  it('is not stopped out for a loss beyond it', () => {
    guaranteed({ leverage: 500, lots: lots('5') });
    const rows = onQuote('0.50000', '0.50010');
    expect(events(rows, 'positionClosed')).toMatchObject([{ reason: 'stop_loss', price: LEVEL }]);
    expect(events(rows, 'transferred')).not.toContainEqual(expect.objectContaining({ kind: 'negativeBalanceCover' }));
  });

  it.each<[string, Partial<PlaceOrder>]>([
    ['guarantee_pending', { stopLoss: price('1.08000'), target: price('1.09000') }],
    // The bid is 1.10000, so 1.09900 is the nearest level.
    ['guarantee_too_near', { stopLoss: price('1.09901') }],
  ])('is refused: %s', (reason, more) => {
    expect(() => guaranteed(more)).toThrow(reason);
    expect(guaranteed({ stopLoss: price('1.09900') })).toBeGreaterThan(0);
  });

  it('is refused where it is not offered, without a level, and with a trailing one', () => {
    offer(undefined);
    expect(() => guaranteed()).toThrow('guarantee_not_offered');
    expect(() => guaranteed({ stopLoss: undefined })).toThrow('refused');
    expect(() => guaranteed({ trailing: PREMIUM })).toThrow('refused');
  });

  it('is added, moved and given up by a change of levels, and keeps its premium until it is moved', () => {
    const order = place({ stopLoss: LEVEL });
    const change = (more: object): unknown => outcome({ type: 'setStops', order, keep: 'both', ...more });
    const moved = { keep: 'takeProfit', stopLoss: price('1.09400') };
    expect(change({ guaranteed: true })).toEqual({ ok: true });
    offer({ ...OFFER, premium: price('0.00030') });
    expect(change({ keep: 'stopLoss', takeProfit: price('1.20000') })).toEqual({ ok: true });
    expect(fixture.engine.order(order)).toMatchObject({ premium: PREMIUM, takeProfit: price('1.20000') });
    fixture.engine.setOpen(EURUSD, false);
    expect(change(moved)).toMatchObject({ reason: 'market_closed' });
    fixture.engine.setOpen(EURUSD, true);
    expect(change(moved)).toEqual({ ok: true });
    expect(fixture.engine.order(order)).toMatchObject({ premium: price('0.00030'), stopLoss: price('1.09400') });
    expect(change({ trailing: PREMIUM })).toMatchObject({ reason: 'guarantee_trailing' });
    expect(change({ guaranteed: false })).toEqual({ ok: true });
    expect(fixture.engine.order(order)?.premium).toBeUndefined();
  });

  it('ends with its stop-loss', () => {
    const order = guaranteed();
    expect(outcome({ type: 'setStops', order, keep: 'takeProfit' })).toEqual({ ok: true });
    expect(fixture.engine.order(order)).not.toHaveProperty('premium');
  });

  it('goes with a closed part, and is recovered', () => {
    const order = guaranteed({ lots: lots('2') });
    const rows = submit({ type: 'closePosition', order, lots: lots('1') });
    expect(events(rows, 'positionSplit')).toMatchObject([{ premium: PREMIUM }]);
    const restored = restoreEngine(fixture.engine.image());
    expect(restored.order(order)).toMatchObject({ premium: PREMIUM, stopLoss: LEVEL });
    expect(restored.stateHash()).toBe(fixture.engine.stateHash());
  });

  it('is in the exposure with its lots and its level', () => {
    guaranteed();
    const [row] = fixture.engine.exposure('demo');
    const held = row?.holdings;
    expect(held).toMatchObject({ longGuaranteedLots: lots('1'), longGuaranteedValue: lots('1') * LEVEL });
    expect(held?.shortGuaranteedLots).toBe(0n);
  });
});
