import { OFFICE_HEADER, staffCalls } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAFF_PASSWORD, cookieOf, staffCall } from './support/office.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const HOST = 'office.example.com';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8',
    FAIRLOT_OFFICE_ORIGIN: `https://${HOST}`,
    FAIRLOT_OFFICE_FROM: '10.8.0.0/16',
  });
});
afterAll(() => server.stop());

const inside = { host: HOST, 'x-forwarded-for': '10.8.0.7', 'x-forwarded-proto': 'https' };
const self = (headers: Readonly<Record<string, string>>) =>
  server.raw(staffCalls.staffSelf.path, { headers: { [OFFICE_HEADER]: '1', ...headers } });

const page = async (office: TestServer, headers: Readonly<Record<string, string>>) =>
  (await office.raw('/office/api/staff/link', { headers })).status;

describe('an office by plain http', () => {
  it('is there for private networks alone, unless the operator says otherwise', async () => {
    const plain = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' });
    const answer = await plain.raw('/office/', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('by https')]);
    expect(await page(plain, { 'x-forwarded-for': '203.0.113.9' })).toBe(403);
    expect(await page(plain, { 'x-forwarded-for': '2001:db8::7' })).toBe(403);
    expect(await page(plain, { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' })).not.toBe(403);
    expect(await page(plain, { 'x-forwarded-for': '192.168.1.7' })).not.toBe(403);
    expect(await page(plain, {})).not.toBe(403);
    expect((await plain.raw('/', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).not.toBe(403);
    await plain.restart({ FAIRLOT_OFFICE_HTTP: 'everywhere' });
    expect(await page(plain, { 'x-forwarded-for': '203.0.113.9' })).not.toBe(403);
    await plain.stop();
  });

  it('takes no request through a proxy that is not named for one from a private network', async () => {
    const unnamed = await startTestServer();
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])
      expect([name, await page(unnamed, { [name]: '192.168.1.7' })]).toEqual([name, 403]);
    const refused = await unnamed.raw('/office/', { headers: { 'x-forwarded-proto': 'https' } });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('FAIRLOT_TRUSTED_PROXIES')]);
    expect(await page(unnamed, {})).not.toBe(403);
    await unnamed.restart({ FAIRLOT_OFFICE_HTTP: 'everywhere' });
    expect(await page(unnamed, { 'x-forwarded-for': '203.0.113.9' })).not.toBe(403);
    await unnamed.stop();
  });

  it('has its set-up link at the origin of the site', async () => {
    const named = await startTestServer({ FAIRLOT_SITE_ORIGIN: 'https://trade.example.com' });
    expect(named.setUpUrl).toMatch(/^https:\/\/trade\.example\.com\/office\/#\/setup\?token=/);
    await named.stop();
  });
});

describe('an office with an origin of its own', () => {
  it('answers there, from the networks of its staff', async () => {
    expect((await self(inside)).text).toContain('session_invalid');
    expect((await server.raw('/office/', { headers: inside })).status).not.toBe(404);
    expect((await self({ ...inside, host: `${HOST.toUpperCase()}:443` })).text).toContain('session_invalid');
  });

  it.each([
    ['another host', { ...inside, host: 'trade.example.com' }],
    ['a host that the client claims', { ...inside, host: 'trade.example.com', 'x-forwarded-host': HOST }],
    ['another port', { ...inside, host: `${HOST}:8443` }],
    ['another network', { ...inside, 'x-forwarded-for': '10.9.0.7' }],
    ['a network that the client claims', { ...inside, 'x-forwarded-for': '10.8.0.7, 203.0.113.9' }],
    ['the machine itself', { host: HOST }],
  ])('does not exist for %s', async (_name, headers) => {
    const answer = await self(headers);
    expect([answer.status, answer.text]).toEqual([404, (await server.raw('/no/such/path')).text]);
    for (const path of [
      '/office/',
      '/office',
      '/office/index.html',
      '/office/api/image/1',
      '/%6fffice/',
      '/office/%61pi/staff/self',
    ])
      expect([path, (await server.raw(path, { headers })).status]).toEqual([path, 404]);
  });

  it('shares the origin with nothing that users see', async () => {
    for (const path of ['/index.html', '/api/basicSet/getBasicInfo', '/v1/api/forex/trade_list', '/manifest.json'])
      expect([path, (await server.raw(path, { headers: inside })).status]).toEqual([path, 404]);
    expect(await server.raw('/', { headers: inside })).toMatchObject({
      status: 302,
      headers: { location: '/office/' },
    });
    const claimed = { ...inside, 'x-forwarded-host': 'trade.example.com' };
    for (const path of ['/index.html', '/api/basicSet/getBasicInfo'])
      expect([path, (await server.raw(path, { headers: claimed })).status]).toEqual([path, 404]);
    const elsewhere = { ...inside, host: 'trade.example.com' };
    expect((await server.raw('/api/basicSet/getBasicInfo', { headers: elsewhere })).status).toBe(200);
    expect(
      (await server.raw('/api/basicSet/getBasicInfo', { headers: { ...elsewhere, 'x-forwarded-host': HOST } })).status,
    ).toBe(200);
  });

  it('shows its set-up link there', () => {
    expect(server.setUpUrl).toMatch(/^https:\/\/office\.example\.com\/office\/#\/setup\?token=/);
  });

  it('keeps its session in a cookie that no other host can set', async () => {
    const token = /token=(.+)$/.exec(server.setUpUrl ?? '')?.[1];
    await staffCall(server, 'staffSetUp', { token, name: 'root', password: STAFF_PASSWORD }, { headers: inside });
    const signedIn = await staffCall(
      server,
      'staffSignIn',
      { name: 'root', password: STAFF_PASSWORD },
      { headers: inside },
    );
    expect(signedIn.headers['set-cookie']?.[0]).toMatch(
      /^__Host-fairlot_office=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = cookieOf(signedIn) ?? '';
    const asks = async (given: string) =>
      (await staffCall(server, 'staffSelf', {}, { cookie: given, headers: inside })).envelope.reason;
    expect(await asks(cookie)).toBe('ok');
    expect(await asks(cookie.replace('__Host-', ''))).toBe('session_invalid');
  });
});
