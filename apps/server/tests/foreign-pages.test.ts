import { SOCKET_PATH } from '@fairlot/contract';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type TestServer, startTestServer } from './support/server.ts';

const LISTED = 'https://terminal.example.net';
const PAGES = 'https://trade.example.com';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    FAIRLOT_ORIGINS: LISTED,
    FAIRLOT_PAGE_ORIGIN: PAGES,
    FAIRLOT_SITE_ORIGIN: 'https://fairlot.example.org',
    FAIRLOT_TRUSTED_PROXIES: '127.0.0.1',
    FAIRLOT_SOCKETS_PER_ADDRESS: '2',
  });
});
afterAll(() => server.stop());

/** Opens a socket; the status of the refusal, or 101. */
async function upgrade(headers: Readonly<Record<string, string>>): Promise<{ status: number; socket: WebSocket }> {
  const socket = new WebSocket(server.url.replace(/^http/, 'ws') + SOCKET_PATH, { headers });
  socket.on('error', () => undefined);
  const status = await Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, response]) => (response as { statusCode: number }).statusCode),
  ]);
  return { status, socket };
}

describe('the socket', () => {
  it.each([
    ['a program', undefined, 101],
    ['a page of the server’s own host', 'own', 101],
    ['a listed page', LISTED, 101],
    ['the pages on another host name', PAGES, 101],
    ['the site behind a proxy that changes the host', 'https://fairlot.example.org', 101],
    ['another site', 'https://evil.example.org', 403],
    ['another port', 'http://127.0.0.1:1', 403],
    ['a sandboxed page', 'null', 403],
    ['a name that begins alike', `${LISTED}.evil.example.org`, 403],
  ])('answers %s', async (_page, origin, expected) => {
    const { status, socket } = await upgrade(
      origin === undefined ? {} : { origin: origin === 'own' ? server.url : origin },
    );
    expect(status).toBe(expected);
    socket.terminate();
  });

  it('is limited for a network and its neighbourhood, and frees the places of those that leave', async () => {
    const opened = [];
    for (let index = 0; index < 12; index += 1)
      opened.push(await upgrade({ 'x-forwarded-for': `2001:db8:5:${index >> 2}::${index}` }));
    expect(opened.map(({ status }) => status)).toEqual([101, 101, 429, 429, 101, 101, 429, 429, 101, 101, 429, 429]);
    expect((await upgrade({ 'x-forwarded-for': '2001:db8:5:77::1' })).status).toBe(101);
    const last = await upgrade({ 'x-forwarded-for': '2001:db8:5:78::1' });
    expect(last.status).toBe(101);
    expect((await upgrade({ 'x-forwarded-for': '2001:db8:5:79::1' })).status).toBe(429);
    last.socket.terminate();
    await expect.poll(async () => (await upgrade({ 'x-forwarded-for': '2001:db8:5:79::1' })).status).toBe(101);
  });
});

const demo = (headers: Readonly<Record<string, string>>) =>
  server.request('/api/user/createAccountDemoForU', {
    method: 'POST',
    body: 't=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('a page of another site', () => {
  it.each([
    ['sends its visitors to make demo accounts', { origin: 'https://evil.example.org' }, 'state_change_refused'],
    ['hides its origin', { origin: 'null' }, 'state_change_refused'],
    ['sends none', {}, 'state_change_refused'],
    ['is listed', { origin: LISTED }, 'ok'],
  ])('%s', async (_page, headers, reason) => {
    expect((await demo({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', ...headers })).envelope.reason).toBe(
      reason,
    );
  });

  it.each(['same-origin', 'same-site', 'none'])('is none when the browser says %s', async (site) => {
    const { envelope } = await demo({ 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', origin: server.url });
    expect(envelope.reason).toBe('ok');
  });

  it('may read what is public', async () => {
    const { envelope } = await server.request('/v1/api/forex/trade_list', {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.org' },
    });
    expect(envelope.reason).toBe('ok');
  });
});
