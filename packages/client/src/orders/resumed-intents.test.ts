import { beforeEach, describe, expect, it } from 'vitest';
import { Device, LOST, ORDER, refusal, settle } from './intents.testkit.ts';

let device: Device;
beforeEach(() => {
  device = new Device();
});

describe('after a reload', () => {
  it('an intent with an unknown outcome is retried with its key', async () => {
    device.api.trouble.push({ arrives: true, error: LOST });
    device.page().submitOrder(ORDER);
    await settle();
    const second = device.page();
    second.resume();
    await device.advance(2_000);
    expect(second.open.getSnapshot()).toEqual([]);
    expect(new Set(device.api.asked.map(({ key }) => key))).toEqual(new Set(['key-number-1']));
    expect(device.api.placed.size).toBe(1);
  });

  it('a refused intent is never sent again, because the server may keep no key of a refusal', async () => {
    device.api.trouble.push({ arrives: false, error: LOST }, { arrives: false, error: refusal(3003, 'lots_off_step') });
    const first = device.page();
    const refused = first.submitOrder(ORDER);
    await device.advance(2_000);
    expect(await refused.outcome).toMatchObject({ phase: 'refused' });
    const asked = device.api.asked.length;
    refused.askAgain();
    for (const page of [first, device.page()]) page.resume();
    await device.advance(120_000);
    expect(device.api.asked.length).toBe(asked);
    expect(device.api.placed.size).toBe(0);
    first.submitOrder(ORDER);
    await settle();
    expect([...device.api.placed.keys()]).toEqual(['key-number-2']);
  });

  it('an old intent is shown but not retried automatically', async () => {
    device.api.trouble.push({ arrives: false, error: LOST });
    device.page().submitOrder(ORDER);
    await settle();
    const asked = device.api.asked.length;
    device.clock.sleep(3_600_000);
    const second = device.page();
    second.resume();
    await settle();
    expect(device.api.asked.length).toBe(asked);
    expect(second.open.getSnapshot().map(({ state }) => state.getSnapshot())).toMatchObject([
      { phase: 'unknown', asking: false },
    ]);
  });

  it('another user’s intents are neither shown nor sent', async () => {
    device.api.trouble.push({ arrives: false, error: LOST });
    device.page().submitOrder(ORDER);
    await settle();
    const asked = device.api.asked.length;
    device.account = 'u2';
    const second = device.page();
    second.resume();
    await device.advance(10_000);
    expect(second.open.getSnapshot()).toEqual([]);
    expect(device.api.asked.length).toBe(asked);
    device.account = 'u1';
    second.resume();
    await device.advance(10_000);
    expect(device.api.placed.size).toBe(1);
  });

  it('an intent that is still on the screen is not sent by the next user', async () => {
    device.api.trouble.push({ arrives: false, error: LOST });
    const intent = device.page().submitOrder(ORDER);
    await settle();
    device.account = 'u2';
    intent.askAgain();
    await device.advance(10_000);
    expect(device.api.asked).toHaveLength(1);
  });

  it('invalid stored intents are ignored', async () => {
    for (const text of [
      '{',
      '{}',
      '[null,1,{"key":"x"}]',
      '[{"key":"12345678","call":"resetDemo","input":{},"account":"u1","createdAt":1}]',
    ]) {
      device.stored.set('fairlot.intents', text);
      const intents = device.page();
      intents.resume();
      expect(intents.open.getSnapshot()).toEqual([]);
      device.stored.set('fairlot.intents.ended', text);
      device.api.trouble.push({ arrives: false, error: LOST });
      const intent = intents.submitOrder(ORDER);
      await device.advance(2_000);
      expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
    }
  });
});

const STALE = refusal(3001, 'market_data_stale');
const THROTTLED = refusal(1004, 'too_many_requests', 429);

describe('two windows of one browser', () => {
  it.each([
    ['the window of the tap', 0],
    ['the other window', 1],
  ])('send no order any more that the server refused in %s', async (_where, refusedIn) => {
    const windows = [device.page(), device.page()] as const;
    device.api.trouble.push({ arrives: false, error: LOST });
    const intent = windows[0].submitOrder(ORDER);
    await settle();
    const errors = refusedIn === 0 ? [STALE, THROTTLED] : [THROTTLED, STALE];
    for (const error of errors) device.api.trouble.push({ arrives: false, error });
    for (const each of windows) each.resume();
    await device.advance(60_000);
    expect(intent.state.getSnapshot()).toMatchObject({
      phase: 'refused',
      error: { kind: 'refused', code: 3001, reason: 'market_data_stale' },
    });
    expect(windows.map(({ open }) => open.getSnapshot())).toEqual([[], []]);
    expect(device.api.placed.size).toBe(0);
  });

  it('send no order any more that was dismissed in one of them', async () => {
    const windows = [device.page(), device.page()] as const;
    const ended = refusal(999, 'session_invalid');
    for (const error of [LOST, ended, ended]) device.api.trouble.push({ arrives: false, error });
    const intent = windows[0].submitOrder(ORDER);
    await settle();
    for (const each of windows) each.resume();
    await settle();
    intent.dismiss();
    // The user signs in again.
    for (const each of windows) each.resume();
    await device.advance(60_000);
    expect(windows.map(({ open }) => open.getSnapshot())).toEqual([[], []]);
    expect(device.api.placed.size).toBe(0);
  });

  it('send the next tap in one when the other has put the first one aside', async () => {
    const windows = [device.page(), device.page()] as const;
    for (let tries = 0; tries < 100; tries += 1) device.api.trouble.push({ arrives: false, error: LOST });
    const first = windows[0].submitOrder(ORDER);
    windows[1].resume();
    await device.advance(120_000);
    device.api.trouble.length = 0;
    first.dismiss();
    expect(windows[1].open.getSnapshot()).toHaveLength(1);
    const second = windows[1].submitOrder(ORDER);
    expect(await second.outcome).toMatchObject({ phase: 'done' });
    expect([...device.api.placed.keys()]).toEqual(['key-number-2']);
    expect(windows[1].open.getSnapshot()).toEqual([]);
  });

  it('both learn that an order was placed', async () => {
    const windows = [device.page(), device.page()] as const;
    device.api.trouble.push({ arrives: false, error: LOST });
    const intent = windows[0].submitOrder(ORDER);
    await settle();
    device.api.trouble.push({ arrives: false, error: LOST });
    for (const each of windows) each.resume();
    await device.advance(10_000);
    expect(intent.state.getSnapshot()).toMatchObject({ phase: 'done' });
    expect(windows.map(({ open }) => open.getSnapshot())).toEqual([[], []]);
    expect(device.api.placed.size).toBe(1);
  });
});
