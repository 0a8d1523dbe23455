import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  office = await openTestOffice(server, clock);
});
afterAll(() => server.stop());

const health = async () => (await office.administrator.call('officeHealth')).envelope.data;
const warnings = async () => (JSON.parse((await server.raw('/readyz')).text) as { warnings?: string[] }).warnings ?? [];

describe('a proxy that the configuration does not name', () => {
  it('is not reported while there is none, and the machine itself reads the metrics', async () => {
    expect((await health()).unnamed_proxy).toBeNull();
    expect(await warnings()).toEqual([]);
    expect((await server.raw('/metrics')).status).toBe(200);
  });

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['x-real-ip', '203.0.113.9'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'trade.example.com'],
    ['via', '1.1 proxy'],
  ])('does not open the metrics to its clients: %s', async (name, value) => {
    expect((await server.raw('/metrics', { headers: { [name]: value } })).status).toBe(404);
  });

  it('is shown in the office and by the probe until the server starts with its name', async () => {
    await server.raw('/', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect((await health()).unnamed_proxy).toBe('127.0.0.1');
    expect((await warnings()).join()).toContain('FAIRLOT_TRUSTED_PROXIES');
  });
});

describe('a proxy that the configuration names', () => {
  it('passes on the address of its client, which decides about the metrics', async () => {
    const named = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' });
    const from = async (address: string) =>
      (await named.raw('/metrics', { headers: { 'x-forwarded-for': address } })).status;
    expect([await from('203.0.113.9'), await from('127.0.0.1')]).toEqual([404, 200]);
    expect(JSON.parse((await named.raw('/readyz')).text)).toEqual({ status: 'ready' });
    await named.stop();
  });
});

it('the example for nginx leaves the visitor none of the headers that the server believes', async () => {
  const example = await readFile(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8');
  const set = [...example.matchAll(/^\s*proxy_set_header (\S+) (\S+);$/gm)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(set)).toMatchObject({
    Host: '$http_host',
    'X-Forwarded-For': '$remote_addr',
    'X-Forwarded-Proto': '$scheme',
    'X-Forwarded-Host': '""',
    Forwarded: '""',
  });
});
