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

  it('invalid stored intents are ignored', () => {
    for (const text of [
      '{',
      '{}',
      '[1,{"key":"x"}]',
      '[{"key":"12345678","call":"resetDemo","input":{},"account":"u1","createdAt":1}]',
    ]) {
      device.stored.set('fairlot.intents', text);
      const intents = device.page();
      intents.resume();
      expect(intents.open.getSnapshot()).toEqual([]);
    }
  });
});
