import { type Call, calls } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
/** Milliseconds that a test has advanced the clock. */
let aheadMs = 0;

beforeAll(async () => {
  server = await startTestServer(
    { FAIRLOT_SITE_TITLE: 'Harbour', FAIRLOT_ORIGINS: 'https://trade.example.com' },
    () => Date.now() + aheadMs,
  );
});
afterAll(() => server.stop());

const SUBMIT = '/v1/api/forex/submit';
const json = { 'content-type': 'application/json' };

describe('every answer is an envelope', () => {
  it.each([
    ['an unknown path', '/v1/api/nothing', {}, 404, 'unknown_path'],
    ['a malformed path', '/v1/%ZZ', {}, 404, 'unknown_path'],
    ['a method that the call does not have', '/v1/api/forex/trade_list', { method: 'DELETE' }, 404, 'unknown_path'],
    [
      'a body that is too large',
      SUBMIT,
      { method: 'POST', headers: json, body: JSON.stringify({ cont: 'x'.repeat(70_000) }) },
      413,
      'body_too_large',
    ],
    [
      'an unsupported content type',
      SUBMIT,
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<order/>' },
      415,
      'unsupported_type',
    ],
    ['malformed JSON', SUBMIT, { method: 'POST', headers: json, body: '{"cont":' }, 200, 'bad_request'],
    [
      'JSON that tries prototype pollution',
      SUBMIT,
      { method: 'POST', headers: json, body: '{"__proto__":{"x":1}}' },
      200,
      'bad_request',
    ],
    ['an empty JSON body', SUBMIT, { method: 'POST', headers: json, body: '' }, 200, 'bad_request'],
  ] as const)('%s', async (_name, path, options, status, reason) => {
    const answer = await server.request(path, options);
    expect([answer.status, answer.envelope.reason, answer.envelope.data]).toEqual([status, reason, null]);
    expect(answer.text).not.toMatch(/node_modules|at .*\.ts|Error/);
  });

  it('may not run, frame or rebase anything, whatever was asked', async () => {
    const answers = {
      malformed: await server.raw('/v1/%ZZ'),
      unknown: await server.raw('/v1/api/nothing'),
      call: await server.raw('/api/basicSet/getBasicInfo'),
      refused: await server.raw(SUBMIT, { method: 'POST', headers: json, body: '{"cont":' }),
      page: await server.raw('/'),
      office: await server.raw('/office/'),
    };
    for (const [name, { headers }] of Object.entries(answers)) {
      const policy = headers['content-security-policy'];
      expect([name, policy]).toEqual([name, expect.stringContaining("default-src 'none'")]);
      expect([name, policy]).toEqual([name, expect.stringContaining("base-uri 'none'")]);
      expect([name, policy]).toEqual([name, expect.stringContaining("frame-ancestors 'none'")]);
      expect([name, headers['x-content-type-options']]).toEqual([name, 'nosniff']);
      expect([name, headers['referrer-policy']]).toEqual([name, 'no-referrer']);
    }
  });

  it('HEAD runs no call', async () => {
    const { token } = await server.demo();
    expect(
      (
        await server.raw(`${SUBMIT}?type=1&cont=0.1&forex_id=1&status=1`, {
          method: 'HEAD',
          headers: { authorization: token },
        })
      ).status,
    ).toBe(404);
    expect((await server.call('myDeal', { status: 1 }, { token })).envelope.data.total).toBe(0);
  });

  it('accepts forms as well as JSON', async () => {
    const { token } = await server.demo();
    const { envelope } = await server.request(SUBMIT, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'type=1&cont=0.01&forex_id=1&status=1&multiple=100',
    });
    expect(envelope).toMatchObject({ code: 1, data: { order: { Quantity: '0.01' } } });
  });

  it('except the manifest, which contains the site’s title', async () => {
    const answer = await server.raw('/manifest.json');
    expect(JSON.parse(answer.text)).toMatchObject({ name: 'Harbour', start_url: '/' });
    const inGerman = await server.raw('/manifest.json?lang=de&lang=x');
    expect(inGerman.status).toBe(200);
    expect(JSON.parse((await server.raw('/manifest.json?lang=ar')).text)).toMatchObject({
      id: '/',
      name: 'Harbour',
      lang: 'ar',
      dir: 'rtl',
      shortcuts: [{ url: '/#/trade' }, { url: '/#/order' }, { url: '/#/alerts' }],
    });
  });
});

describe('a call that changes state by GET', () => {
  const changing = Object.values(calls as Readonly<Record<string, Call>>).filter(
    (call) => call.changesState && call.methods.includes('GET'),
  );

  it.each(changing.map(({ path }) => path))('%s is not run by links, prefetches or other sites', async (path) => {
    const refusedHeaders: Record<string, string>[] = [
      {},
      { authorization: 'x', 'sec-fetch-mode': 'navigate' },
      { authorization: 'x', 'sec-purpose': 'prefetch;prerender' },
      { authorization: 'x', purpose: 'prefetch' },
    ];
    for (const headers of refusedHeaders) {
      expect((await server.request(path, { headers })).envelope).toMatchObject({
        reason: 'state_change_refused',
        code: 1007,
      });
    }
  });
});

describe('a token', () => {
  const forUsers = Object.entries(calls as Readonly<Record<string, Call>>).filter(
    ([, call]) => call.access !== 'visitor',
  );

  it.each(forUsers.map(([name]) => name as keyof typeof calls))(
    '%s answers 999 without a token, with a wrong one and with an ended one',
    async (name) => {
      const { token } = await server.demo();
      await server.call('logout', {}, { token });
      for (const given of ['', 'wrong', token, `Bearer ${token}`, 'x'.repeat(5000)]) {
        expect((await server.call(name, {}, { token: given })).envelope).toMatchObject({
          code: 999,
          reason: 'session_invalid',
          data: null,
        });
      }
    },
  );

  it('expires', async () => {
    const { token } = await server.demo();
    expect((await server.call('userInfo', {}, { token })).envelope.code).toBe(1);
    aheadMs = 31 * 24 * 3600 * 1000;
    expect((await server.call('userInfo', {}, { token })).envelope.code).toBe(999);
    aheadMs = 0;
  });

  it('works with and without "Bearer", and its answers are not cached', async () => {
    const { token, id } = await server.demo();
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`]) {
      const answer = await server.request<{ id: number }>('/api/user/info', { headers: { authorization } });
      expect(answer.envelope.data.id).toBe(id);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('demo sign-in', () => {
  it('finds the account by its demo_id, makes a new one for a wrong demo_id, and is idempotent per key', async () => {
    const first = await server.demo();
    expect(first.demoId.length).toBeGreaterThanOrEqual(43);
    const again = await server.call('createDemo', { demo_id: first.demoId });
    expect(again.envelope.data.user).toMatchObject({ id: first.id, is_demo: 1, balance: '100000.000000' });
    expect(again.envelope.data.token).not.toBe(first.token);
    const other = await server.call('createDemo', { demo_id: 'somebody-elses' });
    expect(other.envelope.data.user.id).not.toBe(first.id);

    const key = 'b2b0a3a0-6c1e-4f8e-9d53-5a2f6f3a9c11';
    const twins = await Promise.all(Array.from({ length: 5 }, () => server.call('createDemo', {}, { key })));
    expect(new Set(twins.map(({ envelope }) => envelope.data.user.id)).size).toBe(1);
    expect(new Set(twins.map(({ envelope }) => envelope.data.demo_id)).size).toBe(1);
    // A key that could be guessed does not open another client's account.
    const [a, b] = [
      await server.call('createDemo', {}, { key: '12345678' }),
      await server.call('createDemo', {}, { key: '12345678' }),
    ];
    expect(a.envelope.data.user.id).not.toBe(b.envelope.data.user.id);
  });

  it('is limited per address', async () => {
    const strict = await startTestServer({ FAIRLOT_DEMOS_PER_HOUR: '2' });
    const first = await strict.demo();
    await strict.demo();
    expect((await strict.call('createDemo')).envelope).toMatchObject({ reason: 'demo_limit_reached', code: 2005 });
    expect((await strict.call('createDemo', { demo_id: first.demoId })).envelope.code).toBe(1);
    await strict.stop();
  });
});

describe('limits', () => {
  it('apply per visitor’s address and per account, with a reason', async () => {
    // The clock stands still, because on a slow machine time would allow further calls.
    const [began, limits] = [Date.now(), { FAIRLOT_CALLS_PER_SECOND: '2', FAIRLOT_ORDERS_PER_SECOND: '1' }];
    const strict = await startTestServer(limits, () => began);
    const { token } = await strict.demo();
    const orders = await Promise.all(Array.from({ length: 8 }, () => strict.call('close', { id: 1 }, { token })));
    expect(orders.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
    const visits = await Promise.all(Array.from({ length: 20 }, () => strict.request('/api/basicSet/getBasicInfo')));
    const refused = visits.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused[0]?.envelope).toMatchObject({ code: 1004, reason: 'too_many_requests' });
    await strict.stop();
  });
});

describe('language', () => {
  it('follows the lang header: messages, categories, names', async () => {
    const texts = await Promise.all(
      ['en', 'hk', 'tw', 'de', 'ar', 'xx', ''].map(async (lang) => {
        const refused = await server.call('userInfo', {}, { lang });
        const categories = await server.call('categories', {}, { lang });
        return `${refused.envelope.msg} ${categories.envelope.data[0]?.NameShowTrans}`;
      }),
    );
    const [en, hk, tw, de, ar, unknown, none] = texts;
    expect(new Set([en, hk, de, ar]).size).toBe(4);
    expect([tw, unknown, none]).toEqual([hk, hk, hk]);
    expect(en).toBe('Your session has ended. Please log in again. Forex');
  });
});

describe('the site', () => {
  it('returns the data that pages need', async () => {
    expect((await server.call('basicInfo')).envelope.data).toMatchObject({
      title: 'Harbour',
      market: 'simulated',
      trade_fee_type: 1,
      warning_ratio: 100,
      stop_out_ratio: 50,
    });
    expect((await server.call('setting', { key: 'is_show_mobile' })).envelope.data).toEqual({
      key: 'is_show_mobile',
      value: '0',
    });
    expect((await server.call('setting', { key: 'database_url' })).envelope).toMatchObject({
      reason: 'bad_request',
      detail: { field: 'key' },
    });
    expect((await server.call('setting')).envelope.reason).toBe('bad_request');
  });

  it('allows only configured origins', async () => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,lang,idempotency-key',
    };
    const allowed = await Promise.all(
      ['https://trade.example.com', 'https://evil.example.com'].map(
        async (origin) =>
          (await server.raw(SUBMIT, { method: 'OPTIONS', headers: { origin, ...asked } })).headers[
            'access-control-allow-origin'
          ],
      ),
    );
    expect(allowed).toEqual(['https://trade.example.com', undefined]);
  });

  it('answers the operator’s probes', async () => {
    expect((await server.raw('/healthz')).status).toBe(200);
    expect(JSON.parse((await server.raw('/readyz')).text)).toEqual({ status: 'ready' });
    const metrics = await server.raw('/metrics');
    expect(metrics.text).toContain('fairlot_http_call_seconds_count');
    expect(metrics.text).toContain('fairlot_trading_ready 1');
  });

  it('sends security headers that isolate its pages', async () => {
    const { headers } = await server.raw('/api/basicSet/getBasicInfo');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    const page = await server.raw('/');
    expect(page.headers['content-security-policy']).toMatch(
      /default-src 'none';script-src 'self'( 'sha256-[^']+')?;.*frame-ancestors 'none'/,
    );
  });
});

describe('instruments', () => {
  it('are listed with current quotes, searched by code and by name, in at least five categories', async () => {
    const { data } = (await server.call('tradeList')).envelope;
    expect(data.length).toBeGreaterThanOrEqual(35);
    expect(data.every((each) => each.ForexQuotations !== null)).toBe(true);
    expect(new Set(data.map((each) => each.CategoryId)).size).toBeGreaterThanOrEqual(5);
    const codes = async (searchCurrency: string): Promise<string[]> =>
      (await server.call('tradeList', { searchCurrency })).envelope.data.map((each) => each.Code);
    expect(await codes('eurusd')).toEqual(['EURUSD']);
    expect(await codes('Gold')).toContain('XAUUSD');
    expect(await codes('no such thing')).toEqual([]);
    expect((await server.call('tradeList', { searchCurrency: 'x'.repeat(41) })).envelope.reason).toBe('bad_request');
  });

  it('have charts: a thousand bars in order with the forming one last, and older bars before a given time', async () => {
    const { data } = (await server.call('kline', { forex_id: 1, period: '1min' })).envelope;
    const times: number[] = data.map((bar) => bar.Time);
    expect(data).toHaveLength(1000);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    const older = (await server.call('kline', { forex_id: 1, period: '1min', before: times[500], limit: 100 })).envelope
      .data;
    expect(older).toEqual(data.slice(400, 500));
    const small = (await server.call('abbreviatedKline', { forex_id: 1, period: '15min' })).envelope.data;
    expect(small.length).toBeGreaterThan(40);
  });

  it.each([
    { forex_id: 1, period: '2min' },
    { forex_id: 0, period: '1min' },
    { forex_id: 1, period: '1min', limit: 1001 },
    { period: '1min' },
  ])('refuse charts of %o', async (input) => {
    expect((await server.call('kline', input)).envelope.reason).toBe('bad_request');
  });

  it('that do not exist have no charts', async () => {
    expect((await server.call('kline', { forex_id: 12_345, period: '1min' })).envelope.reason).toBe(
      'unknown_instrument',
    );
    expect((await server.call('abbreviatedKline', { forex_id: 12_345 })).envelope.reason).toBe('unknown_instrument');
  });
});
