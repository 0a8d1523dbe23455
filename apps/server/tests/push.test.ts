import { PUSH_DEVICES_MAX, pushNotice } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestBrowser, TestPushService, claimsOf } from './support/push-service.ts';
import { query } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';
import type { TestServer } from './support/server.ts';

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

/** Sets alerts close to the market on both sides: one of them fires very soon. */
async function setAlerts(token: string): Promise<void> {
  const { data } = (await server.call('tradeList')).envelope;
  const bid = Math.round(Number(data.find(({ Id }) => Id === eurusd)?.ForexQuotations?.Bid) * 1e5);
  for (const [direction, points] of [
    ['rise', bid + 2],
    ['fall', bid - 2],
    ['rise', bid + 5],
    ['fall', bid - 5],
  ] as const) {
    await server.call(
      'alertSet',
      { forex_id: eurusd, side: 'bid', direction, price: (points / 1e5).toFixed(5) },
      { token },
    );
  }
}

const devicesOf = async (user: number): Promise<number> =>
  (await query(server, 'select 1 from push_subscriptions where user_id = $1', [user])).length;

describe('a push message', () => {
  it('tells of an alert in the language of the device, sealed for it alone and signed by the platform', async () => {
    const ada = await newPerson('de');
    await setAlerts(ada.token);
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 60_000 }).toBeGreaterThan(0);
    const [message] = service.to(ada.browser.path);
    if (message === undefined) throw new Error('nothing came');
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

  it('tells of a position that was not closed by hand', async () => {
    const ada = await newPerson();
    const { envelope } = await server.call(
      'submit',
      { type: 1, status: 1, cont: '0.10', forex_id: eurusd, multiple: 100 },
      { token: ada.token },
    );
    const { order } = envelope.data;
    const step = 0.00003;
    await server.call(
      'setStopPrice',
      {
        id: order.Id,
        stop_loss_price: (Number(order.OpenQuote?.Bid) - step).toFixed(5),
        target_profit_price: (Number(order.OpenQuote?.Bid) + step).toFixed(5),
      },
      { token: ada.token },
    );
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 60_000 }).toBe(1);
    const [message] = service.to(ada.browser.path);
    expect(message === undefined ? '' : ada.browser.open(message)).toMatchObject({
      title: '\u2066EUR/USD\u2069',
      path: '/order?type=3',
      tag: `order-${order.Id}`,
      body: expect.stringMatching(
        /^Closed by (stop-loss|take-profit) at .* Result: \u2066[+−]?[\d,]+\.\d\d\u00A0USD\u2069\.$/,
      ) as string,
    });
    // What one's own hand closes is no news.
    const second = await server.call(
      'submit',
      { type: 1, status: 1, cont: '0.10', forex_id: eurusd, multiple: 100 },
      { token: ada.token },
    );
    await server.call('close', { id: second.envelope.data.order.Id }, { token: ada.token });
    await setAlerts(ada.token);
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 60_000 }).toBeGreaterThan(1);
    expect(service.to(ada.browser.path).map((each) => pushNotice.parse(ada.browser.open(each)).tag)).not.toContain(
      `order-${second.envelope.data.order.Id}`,
    );
  });

  it('is tried again while the service is in trouble, and not when the browser is gone', async () => {
    const ada = await newPerson();
    service.answers.set(ada.browser.path, [503, 429]);
    await setAlerts(ada.token);
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 60_000 }).toBeGreaterThan(2);
    const tags = service.to(ada.browser.path).map((each) => pushNotice.parse(ada.browser.open(each)).tag);
    expect(tags.filter((tag) => tag === tags[0]).length).toBeGreaterThan(1);
    expect(await devicesOf(ada.id)).toBe(1);

    const bob = await newPerson();
    service.answers.set(bob.browser.path, [410]);
    await setAlerts(bob.token);
    await expect.poll(() => devicesOf(bob.id), { timeout: 60_000 }).toBe(0);
  });

  it('goes nowhere after the sign-out of that browser, after it was taken back, and to the user who signs in there next', async () => {
    const [gone, unsubscribed, next] = [await newPerson(), await newPerson(), await newPerson()];
    await server.call('logout', {}, { token: gone.token });
    await server.call(
      'pushUnsubscribe',
      { endpoint: unsubscribed.browser.subscription.endpoint },
      { token: unsubscribed.token },
    );
    // Somebody else's device is not one's own to remove.
    await server.call(
      'pushUnsubscribe',
      { endpoint: next.browser.subscription.endpoint },
      { token: unsubscribed.token },
    );
    await setAlerts(unsubscribed.token);
    await setAlerts(next.token);
    await expect.poll(() => service.to(next.browser.path).length, { timeout: 60_000 }).toBeGreaterThan(0);
    await expect
      .poll(
        async () => (await server.call('alertList', {}, { token: unsubscribed.token })).envelope.data.fired.length,
        { timeout: 60_000 },
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
  it('from before the list of services is kept and gets nothing', async () => {
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
    await expect.poll(() => service.to(ada.browser.path).length, { timeout: 60_000 }).toBeGreaterThan(1);
    expect([service.to(stranger.path).length, await devicesOf(ada.id)]).toEqual([0, 2]);
  });

  it('is with a push service that is known, and with keys that are keys', async () => {
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

  it('is one of ten of a user: the one that came first goes', async () => {
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
