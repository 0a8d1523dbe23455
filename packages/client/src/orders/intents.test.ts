import { beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '../http/call-error.ts';
import { submitInput } from '../model/order.ts';
import { Device, LOST, ORDER, refusal, settle } from './intents.testkit.ts';

let device: Device;
beforeEach(() => {
  device = new Device();
});

describe('an order’s intent', () => {
  it('is stored with its key before it is sent, and removed when its outcome is known', async () => {
    device.api.onSend = () => expect(device.stored.get('fairlot.intents')).toContain('key-number-1');
    const intent = device.page().submitOrder(ORDER);
    expect(intent.state.getSnapshot()).toEqual({ phase: 'sending' });
    expect(await intent.outcome).toMatchObject({ phase: 'done', result: 'filled', msg: 'done', order: { id: 1 } });
    expect(device.stored.size).toBe(0);
    expect(device.api.asked).toEqual([{ name: 'submit', key: 'key-number-1' }]);
  });

  it('ends as placed, not filled, for a pending order', async () => {
    device.api.status = 0;
    expect(await device.page().submitOrder({ ...ORDER, target: '1.1' }).outcome).toMatchObject({
      result: 'placed',
    });
  });

  it('is refused with the server’s reason, and can be repeated at once', async () => {
    device.api.trouble.push({ arrives: false, error: refusal(3016, 'insufficient_margin') });
    const intents = device.page();
    const first = intents.submitOrder(ORDER);
    expect(await first.outcome).toMatchObject({ phase: 'refused', error: { reason: 'insufficient_margin' } });
    expect(device.stored.has('fairlot.intents')).toBe(false);
    expect(intents.submitOrder(ORDER)).not.toBe(first);
  });

  it.each([
    ['a lost answer', LOST],
    ['a time-out', new CallError({ kind: 'transport', code: 'ERR_TIMEOUT' })],
    ['a failure of the server', refusal(9000, 'internal', 500)],
    ['a server that is not ready', refusal(9001, 'not_ready', 503)],
    ['a proxy’s page', new CallError({ kind: 'transport', code: 'HTTP_502', status: 502 })],
  ])('retries with the same key after %s, and places one order', async (_what, error) => {
    device.api.trouble.push({ arrives: true, error }, { arrives: false, error: LOST }, { arrives: true, error });
    const intent = device.page().submitOrder(ORDER);
    await settle();
    expect(intent.state.getSnapshot()).toMatchObject({
      phase: 'unknown',
      asking: true,
      attempts: 1,
      error: { code: error.code },
    });
    await device.advance(20_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done', order: { id: 1 } });
    expect(new Set(device.api.asked.map(({ key }) => key)).size).toBe(1);
    expect(device.api.placed.size).toBe(1);
  });

  it('is not refused when a retry is throttled', async () => {
    device.api.trouble.push(
      { arrives: true, error: LOST },
      { arrives: false, error: refusal(1004, 'too_many_requests', 429) },
    );
    const intent = device.page().submitOrder(ORDER);
    await device.advance(10_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
  });

  it('retries with backoff, and stops after a minute', async () => {
    for (let i = 0; i < 100; i += 1) device.api.trouble.push({ arrives: false, error: LOST });
    const intents = device.page();
    const intent = intents.submitOrder(ORDER);
    await device.advance(120_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'unknown', asking: false });
    expect(device.api.asked.length).toBeLessThan(15);
    const asked = device.api.asked.length;
    intents.resume();
    await device.advance(60_000);
    expect(device.api.asked.length).toBe(asked);
    device.api.trouble.length = 0;
    intent.askAgain();
    await settle();
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
    expect(device.api.placed.size).toBe(1);
  });

  it('can be dismissed only after the retries have ended', async () => {
    for (let i = 0; i < 100; i += 1) device.api.trouble.push({ arrives: false, error: LOST });
    const intents = device.page();
    const intent = intents.submitOrder(ORDER);
    await settle();
    intent.dismiss();
    expect(intents.open.getSnapshot()).toEqual([intent]);
    await device.advance(120_000);
    intent.dismiss();
    expect(intents.open.getSnapshot()).toEqual([]);
    expect(device.stored.has('fairlot.intents')).toBe(false);
  });

  it('is sent again under a new key after it was dismissed', async () => {
    for (let i = 0; i < 100; i += 1) device.api.trouble.push({ arrives: false, error: LOST });
    const intents = device.page();
    const first = intents.closePosition(7, '1.08');
    await device.advance(300_000);
    first.dismiss();
    expect(await first.outcome).toEqual({ phase: 'dismissed' });
    device.api.trouble.length = 0;
    const asked = device.api.asked.length;
    first.askAgain();
    intents.resume();
    expect(device.api.asked.length).toBe(asked);
    const second = intents.closePosition(7, '1.08');
    expect(second).not.toBe(first);
    expect(await second.outcome).toMatchObject({ phase: 'done', result: 'closed' });
    expect(device.api.asked.slice(asked)).toEqual([{ name: 'close', key: 'key-number-2' }]);
  });

  it('is one order for a double tap, while the first is pending and just after', async () => {
    const intents = device.page();
    const first = intents.submitOrder(ORDER);
    expect(intents.submitOrder({ ...ORDER })).toBe(first);
    await first.outcome;
    device.clock.advance(200);
    expect(intents.submitOrder(ORDER)).toBe(first);
    expect(intents.submitOrder({ ...ORDER, lots: '0.20' })).not.toBe(first);
    device.clock.advance(1_000);
    expect(intents.submitOrder(ORDER)).not.toBe(first);
    await settle();
    expect(device.api.placed.size).toBe(3);
  });
});

const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

describe('the last moment of an order', () => {
  it('stays the same in every retry; pending orders have none', async () => {
    const intents = device.page();
    const until = device.clock.now() + 15_000;
    device.api.trouble.push({ arrives: false, error: LOST });
    const intent = intents.submitOrder(ORDER);
    await device.advance(5_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
    await intents.submitOrder({ ...ORDER, target: '1' }).outcome;
    const atMarket = submitInput(ORDER, until);
    expect(device.api.inputs).toEqual([atMarket, atMarket, submitInput({ ...ORDER, target: '1' })]);
  });

  it('and the worst price do not make a second order of a double tap', async () => {
    const intents = device.page();
    const first = intents.submitOrder({ ...ORDER, worstPrice: '1.1' });
    device.clock.advance(300);
    expect(intents.submitOrder({ ...ORDER, worstPrice: '1.2' })).toBe(first);
    await first.outcome;
    expect(device.api.placed.size).toBe(1);
  });
});

describe('other instructions', () => {
  it('keep the worst price of a close in a retry, and take a second tap at another price for the same close', async () => {
    device.api.trouble.push({ arrives: false, error: LOST });
    const intents = device.page();
    const first = intents.closePosition(7, '1.1');
    await settle();
    expect(intents.closePosition(7, '1.2')).toBe(first);
    await device.advance(2_000);
    await first.outcome;
    expect(device.api.inputs).toEqual([
      { id: 7, worst_price: '1.1' },
      { id: 7, worst_price: '1.1' },
    ]);
  });

  it('keep the kind of an order in a retry, and take another kind for another order', async () => {
    device.api.trouble.push({ arrives: false, error: LOST });
    const intents = device.page();
    const limit = { ...ORDER, target: '1', kind: 'limit' } as const;
    const first = intents.submitOrder(limit);
    await settle();
    expect(intents.submitOrder({ ...limit, kind: 'stop' })).not.toBe(first);
    await device.advance(2_000);
    await first.outcome;
    expect(device.api.inputs.map((input) => (input as { kind?: string }).kind)).toEqual(['limit', 'stop', 'limit']);
  });

  it('are sent as intents too', async () => {
    const intents = device.page();
    expect(await intents.closePosition(7, '1.1').outcome).toMatchObject({ result: 'closed' });
    expect(await intents.cancelOrder(8).outcome).toMatchObject({ result: 'cancelled' });
    expect(await intents.setStops({ id: 9, stopLoss: '1', takeProfit: null }).outcome).toMatchObject({
      result: 'changed',
    });
    device.api.status = 0;
    expect(await intents.amendOrder({ id: 10, target: '1.2' }).outcome).toMatchObject({ result: 'changed' });
    device.api.status = 1;
    expect(await intents.amendOrder({ id: 10, target: '1.3' }).outcome).toMatchObject({ result: 'filled' });
    expect(device.api.asked.map(({ name }) => name)).toEqual([
      'close',
      'cancelTrade',
      'setStopPrice',
      'amendPendingOrder',
      'amendPendingOrder',
    ]);
  });

  it('work without browser storage', async () => {
    device.api.trouble.push({ arrives: true, error: LOST });
    const intent = device.page({ getItem: refuse, setItem: refuse, removeItem: refuse }).submitOrder(ORDER);
    await device.advance(5_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
    expect(device.api.placed.size).toBe(1);
  });

  it('of a visitor are refused without being sent or stored', async () => {
    device.account = null;
    const intents = device.page();
    expect(await intents.submitOrder(ORDER).outcome).toMatchObject({
      phase: 'refused',
      error: { reason: 'sign_in_required' },
    });
    expect([device.api.asked.length, device.stored.size, intents.open.getSnapshot().length]).toEqual([0, 0, 0]);
  });

  it('of an ended session wait until their owner signs in', async () => {
    device.api.trouble.push({ arrives: true, error: LOST }, { arrives: false, error: refusal(999, 'session_invalid') });
    const intents = device.page();
    const intent = intents.submitOrder(ORDER);
    await device.advance(5_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'unknown', asking: false });
    intents.resume();
    await settle();
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
  });
});
