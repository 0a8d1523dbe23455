import { PUSH_DEVICES_MAX, pushNotice } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestBrowser, TestPushService, claimsOf } from './support/push-service.ts';
import { query } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

let service: TestPushService;
let server: TestServer;
let eurusd = 0;

beforeAll(async () => {
  service = await TestPushService.open();
  server = await startTestServer({ FAIRLOT_PUSH_PRIVATE_ORIGINS: service.origin });
  eurusd = await server.instrument('EURUSD');
});
afterAll(async () => {
  await server.stop();
  await service.close();
});

interface Person {
  readonly token: string;
  readonly id: number;
  readonly browser: TestBrowser;
}

async function newPerson(lang = 'en'): Promise<Person> {
  const { token, id } = await server.demo();
  const browser = new TestBrowser(service.origin);
  expect((await server.call('pushSubscribe', browser.subscription, { token, lang })).envelope.reason).toBe('ok');
  return { token, id, browser };
}

const SIDES = [
  ['rise', 2],
  ['fall', -2],
  ['rise', 5],
  ['fall', -5],
] as const;

/** Sets alerts close to the market on both sides, so that one of them fires very soon. */
async function setAlerts(token: string): Promise<void> {
  for (const [direction, points] of SIDES) {
    // The market may pass the price before the alert is stored; then it is set again at the new market price.
    await expect.poll(() => setAlert(token, direction, points), { timeout: 120_000 }).toBe('ok');
  }
}

async function bidNow(): Promise<number> {
  const { data } = (await server.call('tradeList')).envelope;
  return Number(data.find(({ Id }) => Id === eurusd)?.ForexQuotations?.Bid);
}

async function setAlert(token: string, direction: 'rise' | 'fall', points: number): Promise<string> {
  const bid = Math.round((await bidNow()) * 1e5);
  const price = ((bid + points) / 1e5).toFixed(5);
  const input = { forex_id: eurusd, side: 'bid', direction, price };
  return (await server.call('alertSet', input, { token })).envelope.reason;
}

const devicesOf = async (user: number): Promise<number> =>
  (await query(server, 'select 1 from push_subscriptions where user_id = $1', [user])).length;

describe('a push message', () => {
  it('reports an alert in the device’s language, encrypted for the device and signed by the platform', async () => {
    const ada = await newPerson('de');
    await setAlerts(ada.token);
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 120_000 }).toBeGreaterThan(0);
    const [message] = service.to(ada.browser.path);
    if (message === undefined) throw new Error('no message arrived');
    expect(message.headers).toMatchObject({ ttl: '3600', urgency: 'high', 'content-encoding': 'aes128gcm' });
    expect(message.body.length).toBeLessThan(1000);
    const notice = pushNotice.parse(ada.browser.open(message));
    expect(notice).toMatchObject({ title: '\u2066EUR/USD\u2069', path: '/alerts', lang: 'de', dir: 'ltr' });
    expect(notice.body).toMatch(
      /^Der Bid-Kurs ist auf \u2066\d\.\d{5}\u2069 (gestiegen|gefallen) und steht bei \u2066\d\.\d{5}\u2069\.$/,
    );
    const { key } = (await server.call('pushKey', {}, { token: ada.token })).envelope.data;
    const claims = claimsOf(message, key);
    expect(claims).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:/) as string });
    expect(Number(claims['exp'])).toBeLessThan(Date.now() / 1000 + 86_400);
    expect(() => new TestBrowser(service.origin).open(message)).toThrow(/authenticate/);
  });

  it('reports a position that its owner did not close', async () => {
    const ada = await newPerson();
    const { envelope } = await server.call(
      'submit',
      { type: 1, status: 1, cont: '0.10', forex_id: eurusd, multiple: 100 },
      { token: ada.token },
    );
    const { order } = envelope.data;
    const step = 0.00003;
    const setStops = async (): Promise<string> => {
      const bid = await bidNow();
      const stops = {
        id: order.Id,
        stop_loss_price: (bid - step).toFixed(5),
        target_profit_price: (bid + step).toFixed(5),
      };
      return (await server.call('setStopPrice', stops, { token: ada.token })).envelope.reason;
    };
    // The market may pass a price before it is stored; then the stops are set again around the new one.
    await expect.poll(setStops, { timeout: 120_000 }).toBe('ok');
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 120_000 }).toBe(1);
    const [message] = service.to(ada.browser.path);
    expect(message === undefined ? '' : ada.browser.open(message)).toMatchObject({
      title: '\u2066EUR/USD\u2069',
      path: '/order?type=3',
      tag: `order-${order.Id}`,
      body: expect.stringMatching(
        /^Closed by (stop-loss|take-profit) at .* Result: \u2066[+−]?[\d,]+\.\d\d\u00A0USD\u2069\.$/,
      ) as string,
    });
    // Positions closed by their owner are not reported.
    const second = await server.call(
      'submit',
      { type: 1, status: 1, cont: '0.10', forex_id: eurusd, multiple: 100 },
      { token: ada.token },
    );
    await server.call('close', { id: second.envelope.data.order.Id }, { token: ada.token });
    await setAlerts(ada.token);
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 120_000 }).toBeGreaterThan(1);
    expect(service.to(ada.browser.path).map((each) => pushNotice.parse(ada.browser.open(each)).tag)).not.toContain(
      `order-${second.envelope.data.order.Id}`,
    );
  });

  it('is retried after failures of the service, but not when the subscription is gone', async () => {
    const ada = await newPerson();
    service.answers.set(ada.browser.path, [503, 429]);
    await setAlerts(ada.token);
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 120_000 }).toBeGreaterThan(2);
    const repeats = (): number => {
      const tags = service.to(ada.browser.path).map((each) => pushNotice.parse(ada.browser.open(each)).tag);
      return tags.filter((tag) => tag === tags[0]).length;
    };
    // Other alerts can fire before the retry, which comes after a second.
    await expect.poll(repeats, { timeout: 120_000 }).toBeGreaterThan(1);
    expect(await devicesOf(ada.id)).toBe(1);

    const bob = await newPerson();
    service.answers.set(bob.browser.path, [410]);
    await setAlerts(bob.token);
    await expect.poll(() => devicesOf(bob.id), { timeout: 120_000 }).toBe(0);
  });

  it('is not sent after sign-out or unsubscription, and a browser belongs to the last user who subscribed on it', async () => {
    const [gone, unsubscribed, next] = [await newPerson(), await newPerson(), await newPerson()];
    await server.call('logout', {}, { token: gone.token });
    await server.call(
      'pushUnsubscribe',
      { endpoint: unsubscribed.browser.subscription.endpoint },
      { token: unsubscribed.token },
    );
    // A user can't remove another user's device.
    await server.call(
      'pushUnsubscribe',
      { endpoint: next.browser.subscription.endpoint },
      { token: unsubscribed.token },
    );
    await setAlerts(unsubscribed.token);
    await setAlerts(next.token);
    await expect.poll(() => service.to(next.browser.path).length, { timeout: 120_000 }).toBeGreaterThan(0);
    await expect
      .poll(
        async () => (await server.call('alertList', {}, { token: unsubscribed.token })).envelope.data.fired.length,
        { timeout: 120_000 },
      )
      .toBeGreaterThan(0);
    expect([...service.to(gone.browser.path), ...service.to(unsubscribed.browser.path)]).toEqual([]);

    const heir = await server.demo();
    expect((await server.call('pushSubscribe', next.browser.subscription, { token: heir.token })).envelope.reason).toBe(
      'ok',
    );
    expect([await devicesOf(next.id), await devicesOf(heir.id)]).toEqual([0, 1]);
  });
});

describe('a subscription', () => {
  it('outside the list of services is kept but gets no messages', async () => {
    const ada = await newPerson();
    const stranger = new TestBrowser(service.origin.replace('127.0.0.1', 'localhost'));
    expect(
      (
        await server.call('pushSubscribe', new TestBrowser('https://push.example.com').subscription, {
          token: ada.token,
        })
      ).envelope.reason,
    ).toBe('push_endpoint_refused');
    await query(
      server,
      'insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, language, created_at) select user_id, session_id, $2, $3, $4, language, created_at from push_subscriptions where user_id = $1',
      [ada.id, stranger.subscription.endpoint, stranger.subscription.p256dh, stranger.subscription.auth],
    );
    await setAlerts(ada.token);
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 120_000 }).toBeGreaterThan(1);
    expect([service.to(stranger.path).length, await devicesOf(ada.id)]).toEqual([0, 2]);
  });

  it('needs a known push service and valid keys', async () => {
    const { token } = await server.demo();
    const { subscription } = new TestBrowser('https://updates.push.services.mozilla.com');
    const reasonOf = async (change: object): Promise<string> =>
      (await server.call('pushSubscribe', { ...subscription, ...change }, { token })).envelope.reason;
    for (const endpoint of [
      'https://push.example.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'http://updates.push.services.mozilla.com/x',
      `${service.origin}.evil.example/x`,
      'https://metadata/latest',
      'not an address',
    ]) {
      expect(await reasonOf({ endpoint })).toBe('push_endpoint_refused');
    }
    const off = Buffer.from(subscription.p256dh, 'base64url');
    off[40] = (off[40] ?? 0) ^ 1;
    for (const keys of [{ p256dh: 'AAAA' }, { p256dh: off.toString('base64url') }, { auth: 'AAAA' }])
      expect(await reasonOf(keys)).toBe('push_keys_invalid');
    for (const shape of [
      { endpoint: '' },
      { endpoint: `https://updates.push.services.mozilla.com/${'x'.repeat(1000)}` },
      { p256dh: '<>' },
      { auth: null },
    ])
      expect(await reasonOf(shape)).toBe('bad_request');
    expect(await reasonOf({})).toBe('ok');
  });

  it('replaces the oldest when a user has ten', async () => {
    const { token, id } = await server.demo();
    const browsers = Array.from({ length: PUSH_DEVICES_MAX + 3 }, () => new TestBrowser(service.origin));
    for (const { subscription } of browsers)
      expect((await server.call('pushSubscribe', subscription, { token })).envelope.reason).toBe('ok');
    const rows = await query<{ endpoint: string }>(
      server,
      'select endpoint from push_subscriptions where user_id = $1 order by id',
      [id],
    );
    expect(rows.map(({ endpoint }) => endpoint)).toEqual(
      browsers.slice(3).map(({ subscription }) => subscription.endpoint),
    );
  });
});
