import { beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '../http/call-error.ts';
import type { Api, CallOptions } from '../http/types.ts';
import { ManualClock } from '../platform/manual-clock.testkit.ts';
import { createIntents } from './intents.ts';
import type { Intents } from './intents.ts';

const INPUT = { type: 1, cont: '0.10', forex_id: 1, status: '1', multiple: 100 };
const LOST = new CallError({ kind: 'transport', code: 'ERR_NETWORK' });
const refusal = (code: number, reason: string, status = 200): CallError =>
  new CallError({ kind: 'refused', code, reason, msg: reason, status });

/** A server that places an order at most once per key, whatever the network does with its answers. */
class FakeApi implements Pick<Api, 'callRaw'> {
  readonly placed = new Map<string, number>();
  readonly asked: { readonly name: string; readonly key: string | undefined }[] = [];
  readonly inputs: unknown[] = [];
  /** What the next answers become on their way; `arrives` false: the request never reaches the server. */
  readonly trouble: { readonly arrives: boolean; readonly error: CallError }[] = [];
  status = 1;
  /** Looks at the world at the moment of sending. */
  onSend: () => void = () => undefined;

  callRaw = (async (name: string, input: unknown, options: CallOptions) => {
    this.onSend();
    this.inputs.push(input);
    this.asked.push({ name, key: options.key });
    const trouble = this.trouble.shift();
    if (trouble?.arrives !== false)
      this.placed.set(options.key ?? '', this.placed.get(options.key ?? '') ?? this.placed.size + 1);
    if (trouble !== undefined) throw trouble.error;
    return {
      code: 1,
      msg: 'done',
      reason: 'ok',
      data: { order: { Id: this.placed.get(options.key ?? ''), Status: this.status } },
    };
  }) as Api['callRaw'];
}

let clock: ManualClock;
let api: FakeApi;
let stored: Map<string, string>;
let account: string | null;
let keys: number;

beforeEach(() => {
  clock = new ManualClock();
  api = new FakeApi();
  stored = new Map();
  account = 'u1';
  keys = 0;
});

/** A page; a second one is what a reload makes. */
function page(
  storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  },
): Intents {
  return createIntents({
    api,
    storage,
    clock,
    random: () => 1,
    account: () => account,
    validUntil: () => clock.now() + 15_000,
    log: { warn: () => undefined },
    newKey: () => {
      keys += 1;
      return `key-number-${keys}`;
    },
  });
}

/** Lets answers that are on their way arrive. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

async function advance(ms: number, step = 500): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    clock.advance(Math.min(step, left));
    await settle();
  }
}

describe('an order’s intent', () => {
  it('is stored with its key before it is sent, and forgotten when its outcome is known', async () => {
    api.onSend = () => expect(stored.get('fairlot.intents')).toContain('key-number-1');
    const intent = page().submitOrder(INPUT);
    expect(intent.state.getSnapshot()).toEqual({ phase: 'sending' });
    expect(await intent.outcome).toMatchObject({ phase: 'done', result: 'filled', msg: 'done', order: { Id: 1 } });
    expect(stored.size).toBe(0);
    expect(api.asked).toEqual([{ name: 'submit', key: 'key-number-1' }]);
  });

  it('that waits for its price is placed, not filled', async () => {
    api.status = 0;
    expect(await page().submitOrder({ ...INPUT, status: '0', target_price: '1.1' }).outcome).toMatchObject({
      result: 'placed',
    });
  });

  it('is refused with the server’s reason, and may be made again at once', async () => {
    api.trouble.push({ arrives: false, error: refusal(3016, 'insufficient_margin') });
    const intents = page();
    const first = intents.submitOrder(INPUT);
    expect(await first.outcome).toMatchObject({ phase: 'refused', error: { reason: 'insufficient_margin' } });
    expect(stored.size).toBe(0);
    expect(intents.submitOrder(INPUT)).not.toBe(first);
  });

  it.each([
    ['a lost answer', LOST],
    ['a time-out', new CallError({ kind: 'transport', code: 'ERR_TIMEOUT' })],
    ['a failure of the server', refusal(9000, 'internal', 500)],
    ['a server that is not ready', refusal(9001, 'not_ready', 503)],
    ['a proxy’s page', new CallError({ kind: 'transport', code: 'HTTP_502', status: 502 })],
  ])('asks again with the same key after %s, and is one order', async (_what, error) => {
    api.trouble.push({ arrives: true, error }, { arrives: false, error: LOST }, { arrives: true, error });
    const intent = page().submitOrder(INPUT);
    await settle();
    expect(intent.state.getSnapshot()).toMatchObject({
      phase: 'unknown',
      asking: true,
      attempts: 1,
      error: { code: error.code },
    });
    await advance(20_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done', order: { Id: 1 } });
    expect(new Set(api.asked.map(({ key }) => key)).size).toBe(1);
    expect(api.placed.size).toBe(1);
  });

  it('that was throttled while it was asking again is not called refused', async () => {
    api.trouble.push(
      { arrives: true, error: LOST },
      { arrives: false, error: refusal(1004, 'too_many_requests', 429) },
    );
    const intent = page().submitOrder(INPUT);
    await advance(10_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
  });

  it('asks ever less often, and after a minute leaves it to the person', async () => {
    for (let i = 0; i < 100; i += 1) api.trouble.push({ arrives: false, error: LOST });
    const intents = page();
    const intent = intents.submitOrder(INPUT);
    await advance(120_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'unknown', asking: false });
    expect(api.asked.length).toBeLessThan(15);
    const asked = api.asked.length;
    intents.resume();
    await advance(60_000);
    expect(api.asked.length).toBe(asked);
    api.trouble.length = 0;
    intent.askAgain();
    await settle();
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
    expect(api.placed.size).toBe(1);
  });

  it('can be let be once nobody asks any more, not before', async () => {
    for (let i = 0; i < 100; i += 1) api.trouble.push({ arrives: false, error: LOST });
    const intents = page();
    const intent = intents.submitOrder(INPUT);
    await settle();
    intent.dismiss();
    expect(intents.open.getSnapshot()).toEqual([intent]);
    await advance(120_000);
    intent.dismiss();
    expect(intents.open.getSnapshot()).toEqual([]);
    expect(stored.size).toBe(0);
  });

  it('tapped twice is one order, while it is under way and just after', async () => {
    const intents = page();
    const first = intents.submitOrder(INPUT);
    expect(intents.submitOrder({ ...INPUT })).toBe(first);
    await first.outcome;
    clock.advance(200);
    expect(intents.submitOrder(INPUT)).toBe(first);
    expect(intents.submitOrder({ ...INPUT, cont: '0.20' })).not.toBe(first);
    clock.advance(1_000);
    expect(intents.submitOrder(INPUT)).not.toBe(first);
    await settle();
    expect(api.placed.size).toBe(3);
  });
});

describe('after a reload', () => {
  it('an unknown intent is asked about again with its key', async () => {
    api.trouble.push({ arrives: true, error: LOST });
    page().submitOrder(INPUT);
    await settle();
    const second = page();
    second.resume();
    await advance(2_000);
    expect(second.open.getSnapshot()).toEqual([]);
    expect(new Set(api.asked.map(({ key }) => key))).toEqual(new Set(['key-number-1']));
    expect(api.placed.size).toBe(1);
  });

  it('an old one is shown but never sent by itself', async () => {
    api.trouble.push({ arrives: false, error: LOST });
    page().submitOrder(INPUT);
    await settle();
    const asked = api.asked.length;
    clock.sleep(3_600_000);
    const second = page();
    second.resume();
    await settle();
    expect(api.asked.length).toBe(asked);
    expect(second.open.getSnapshot().map(({ state }) => state.getSnapshot())).toMatchObject([
      { phase: 'unknown', asking: false },
    ]);
  });

  it('another user’s intents are neither shown nor sent', async () => {
    api.trouble.push({ arrives: false, error: LOST });
    page().submitOrder(INPUT);
    await settle();
    const asked = api.asked.length;
    account = 'u2';
    const second = page();
    second.resume();
    await advance(10_000);
    expect(second.open.getSnapshot()).toEqual([]);
    expect(api.asked.length).toBe(asked);
    account = 'u1';
    second.resume();
    await advance(10_000);
    expect(api.placed.size).toBe(1);
  });

  it('an intent that is still on the screen is not sent by the next user', async () => {
    api.trouble.push({ arrives: false, error: LOST });
    const intent = page().submitOrder(INPUT);
    await settle();
    account = 'u2';
    intent.askAgain();
    await advance(10_000);
    expect(api.asked).toHaveLength(1);
  });

  it('what is stored but makes no sense is passed over', () => {
    for (const text of [
      '{',
      '{}',
      '[1,{"key":"x"}]',
      '[{"key":"12345678","call":"resetDemo","input":{},"account":"u1","createdAt":1}]',
    ]) {
      stored.set('fairlot.intents', text);
      const intents = page();
      intents.resume();
      expect(intents.open.getSnapshot()).toEqual([]);
    }
  });
});

const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

describe('the last moment of an order', () => {
  it('is that of the tap, however late it is asked again; pending orders have none', async () => {
    const intents = page();
    const until = clock.now() + 15_000;
    api.trouble.push({ arrives: false, error: LOST });
    const intent = intents.submitOrder(INPUT);
    await advance(5_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
    await intents.submitOrder({ ...INPUT, status: '0', target_price: '1' }).outcome;
    expect(api.inputs).toEqual([
      { ...INPUT, valid_until: until },
      { ...INPUT, valid_until: until },
      { ...INPUT, status: '0', target_price: '1' },
    ]);
  });

  it('and the worst price make no other wish of a second tap', async () => {
    const intents = page();
    const first = intents.submitOrder({ ...INPUT, worst_price: '1.1' });
    clock.advance(300);
    expect(intents.submitOrder({ ...INPUT, worst_price: '1.2' })).toBe(first);
    await first.outcome;
    expect(api.placed.size).toBe(1);
  });
});

describe('other wishes', () => {
  it('go the same way', async () => {
    const intents = page();
    expect(await intents.closePosition(7).outcome).toMatchObject({ result: 'closed' });
    expect(await intents.cancelOrder(8).outcome).toMatchObject({ result: 'cancelled' });
    expect(await intents.setStops({ id: 9, stop_loss_price: '1', target_profit_price: '0' }).outcome).toMatchObject({
      result: 'changed',
    });
    api.status = 0;
    expect(await intents.amendOrder({ id: 10, target_price: '1.2' }).outcome).toMatchObject({ result: 'changed' });
    api.status = 1;
    expect(await intents.amendOrder({ id: 10, target_price: '1.3' }).outcome).toMatchObject({ result: 'filled' });
    expect(api.asked.map(({ name }) => name)).toEqual([
      'close',
      'cancelTrade',
      'setStopPrice',
      'amendPendingOrder',
      'amendPendingOrder',
    ]);
  });

  it('work where the browser stores nothing', async () => {
    api.trouble.push({ arrives: true, error: LOST });
    const intent = page({ getItem: refuse, setItem: refuse, removeItem: refuse }).submitOrder(INPUT);
    await advance(5_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
    expect(api.placed.size).toBe(1);
  });

  it('of a visitor are refused without being sent or stored', async () => {
    account = null;
    const intents = page();
    expect(await intents.submitOrder(INPUT).outcome).toMatchObject({
      phase: 'refused',
      error: { reason: 'sign_in_required' },
    });
    expect([api.asked.length, stored.size, intents.open.getSnapshot().length]).toEqual([0, 0, 0]);
  });

  it('of a session that ended wait for their owner', async () => {
    api.trouble.push({ arrives: true, error: LOST }, { arrives: false, error: refusal(999, 'session_invalid') });
    const intents = page();
    const intent = intents.submitOrder(INPUT);
    await advance(5_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'unknown', asking: false });
    intents.resume();
    await settle();
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
  });
});
