import { randomBytes, randomUUID } from 'node:crypto';
import { type Incoming, type Outgoing, call } from './call.ts';
import type { CrowdOrder } from './crowd-order.ts';
import { hostileAddress, walkerAddress } from './networks.ts';

/** One way of attacking, with its rate. */
export interface Attack {
  readonly name: string;
  readonly perSecond: number;
  /** Sends one request and returns its outcome. */
  readonly send: () => Promise<string>;
}

/** An account of the crowd. It stays at its address, as its network's budget is what it uses up. */
interface Puppet {
  readonly token: string;
  readonly address: string;
  position?: number | undefined;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BAD_BODIES: readonly (() => Pick<Outgoing, 'body' | 'headers'>)[] = [
  () => ({ body: '{"account":' }),
  () => ({ body: '['.repeat(50_000) }),
  () => ({ body: '{"account":"\\u0000","password":"\\ud800"}' }),
  () => ({ body: `{"account":"${'a'.repeat(900_000)}"}` }),
  () => ({ body: 'x'.repeat(2_000_000) }),
  () => ({ body: 'a=1&'.repeat(20_000), headers: FORM }),
  () => ({ body: '{"__proto__":{"admin":true},"account":{"a":[1]}}' }),
  () => ({ body: randomBytes(2000).toString('latin1'), headers: { 'content-type': 'application/octet-stream' } }),
  () => ({ body: '{}', headers: { 'content-encoding': 'gzip' } }),
  () => ({ body: 'x=1', headers: { ...FORM, 'x-filler': 'x'.repeat(7000) } }),
];
const PATHS: readonly (() => string)[] = [
  () => `/media/${randomBytes(32).toString('base64url')}.jpg`,
  () => `/${randomUUID()}`,
  () => `/api/common/image/${randomBytes(32).toString('base64url')}`,
  () => `/${'%2e%2e/'.repeat(20)}etc/passwd`,
  () => `/office/api/${randomUUID()}`,
  () => '/readyz',
  () => '/healthz',
  () => '/metrics',
  () => '/%ff%fe',
  () => `/?${'a'.repeat(7000)}`,
];

/** All attacks that send requests. */
export function attacks({ base, instruments, victims }: CrowdOrder): readonly Attack[] {
  const puppets: Puppet[] = [];
  const send = async (outgoing: Outgoing) => outcomeOf(await call(base, outgoing));
  const post = (path: string, body: object, from = hostileAddress()) => send({ method: 'POST', path, from, body });
  const asPuppet = async (outgoing: (puppet: Puppet) => Omit<Outgoing, 'from' | 'token'>) => {
    const puppet = oneOf(puppets);
    return puppet === undefined
      ? 'not sent: no account yet'
      : send({ ...outgoing(puppet), from: puppet.address, token: puppet.token });
  };
  const asPuppetPost = (path: string, body: () => object) => asPuppet(() => ({ method: 'POST', path, body: body() }));

  /** Opens a position, or closes the account's last one: the journal grows, the positions in memory don't. */
  const openOrClose = async (puppet: Puppet | undefined) => {
    if (puppet === undefined) return 'not sent: no account yet';
    const { position } = puppet;
    puppet.position = undefined;
    const answer = await call(base, {
      method: 'POST',
      from: puppet.address,
      token: puppet.token,
      ...(position === undefined
        ? {
            path: '/v1/api/forex/submit',
            body: new URLSearchParams({
              type: '2',
              cont: '0.01',
              forex_id: String(oneOf(instruments)?.id),
              status: '1',
            }),
          }
        : { path: '/v1/api/forex/close', body: new URLSearchParams({ id: String(position) }) }),
    });
    if (answer.reason === 'ok' && position === undefined)
      puppet.position = (answer.data as { order: { Id: number } }).order.Id;
    return outcomeOf(answer);
  };

  return [
    {
      name: 'demo accounts',
      perSecond: 5,
      send: async () => {
        const address = hostileAddress();
        const answer = await call(base, {
          method: 'POST',
          path: '/api/user/createAccountDemoForU',
          from: address,
          body: {},
        });
        if (answer.reason === 'ok') puppets.push({ token: (answer.data as { token: string }).token, address });
        return outcomeOf(answer);
      },
    },
    {
      name: 'refused orders',
      perSecond: 40,
      send: () =>
        asPuppetPost(
          '/v1/api/forex/submit',
          () => new URLSearchParams({ type: '1', cont: '99999', forex_id: '1', status: '1' }),
        ),
    },
    { name: 'orders', perSecond: 30, send: () => openOrClose(oneOf(puppets)) },
    {
      name: 'messages',
      perSecond: 5,
      send: () => asPuppetPost('/api/support/send', () => ({ text: 'x'.repeat(1000) })),
    },
    {
      name: 'feedback',
      perSecond: 2,
      send: () => asPuppetPost('/api/feedback/submit', () => ({ kind: 'complaint', text: 'x'.repeat(1000) })),
    },
    {
      name: 'saved sections',
      perSecond: 5,
      send: () =>
        asPuppetPost('/api/workspace/save', () => ({
          section: `s${Math.floor(Math.random() * 1000)}`,
          value: JSON.stringify('x'.repeat(5000)),
          changed_at: Date.now(),
        })),
    },
    {
      name: 'alerts',
      perSecond: 5,
      send: () =>
        asPuppetPost('/api/alerts/set', () => {
          const { id, price } = oneOf(instruments) ?? { id: 1, price: 1 };
          return { forex_id: id, side: 'bid', direction: 'rise', price: (price * 1.1).toFixed(1) };
        }),
    },
    { name: 'statements', perSecond: 10, send: () => asPuppet(() => ({ path: '/v1/api/main/statement?period=year' })) },
    {
      name: 'pages of orders',
      perSecond: 10,
      send: () => asPuppet(() => ({ path: '/v1/api/forex/my_deal?status=3&page=90000' })),
    },
    {
      name: 'history',
      perSecond: 20,
      send: () =>
        send({
          path: `/v1/api/forex/kline?forex_id=${oneOf(instruments)?.id}&period=1min&before=${Date.now() - Math.floor(Math.random() * 6e10)}`,
          from: hostileAddress(),
        }),
    },
    { name: 'news', perSecond: 10, send: () => send({ path: '/api/news/list?page=99999', from: hostileAddress() }) },
    {
      name: 'searches',
      perSecond: 5,
      send: () => send({ path: `/v1/api/forex/trade_list?searchCurrency=${'%25'.repeat(40)}`, from: hostileAddress() }),
    },
    { name: 'captchas', perSecond: 10, send: () => send({ path: '/api/captcha', from: hostileAddress() }) },
    {
      name: 'codes',
      perSecond: 3,
      send: () => post('/api/notify/send_email', { to: `${randomUUID()}@example.com`, type: '1' }),
    },
    {
      name: 'codes of one mailbox',
      perSecond: 1,
      send: () => post('/api/notify/send_email', { to: 'victim@example.com', type: '2' }),
    },
    {
      name: 'unknown names',
      perSecond: 3,
      send: () => post('/api/user/loginForU', { account: `${randomUUID()}@example.com`, password: 'wrong-password' }),
    },
    {
      name: 'guessed passwords',
      perSecond: 2,
      send: () => post('/api/user/loginForU', { account: oneOf(victims) ?? '', password: randomUUID() }),
    },
    {
      name: 'guesses at the office',
      perSecond: 2,
      send: () =>
        send({
          method: 'POST',
          path: '/office/api/staff/sign_in',
          from: hostileAddress(),
          headers: { 'x-fairlot-office': '1' },
          body: { name: 'root', password: randomUUID(), code: '123456' },
        }),
    },
    {
      name: 'invented sessions',
      perSecond: 10,
      send: () =>
        send({ path: '/api/user/info', from: hostileAddress(), token: randomBytes(32).toString('base64url') }),
    },
    {
      name: 'bad bodies',
      perSecond: 20,
      send: () =>
        send({ method: 'POST', path: '/api/user/loginForU', from: hostileAddress(), ...oneOf(BAD_BODIES)?.() }),
    },
    {
      name: 'random paths',
      perSecond: 40,
      send: () => send({ path: oneOf(PATHS)?.() ?? '/', from: hostileAddress() }),
    },
    {
      name: 'many networks',
      perSecond: 80,
      send: () => send({ path: '/v1/api/forex/getCategories', from: walkerAddress() }),
    },
    {
      name: 'pages of other sites',
      perSecond: 5,
      send: () =>
        send({
          method: 'POST',
          path: '/api/user/createAccountDemoForU',
          from: walkerAddress(),
          body: new URLSearchParams({ x: '1' }),
          headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.org' },
        }),
    },
  ];
}

function outcomeOf({ status, reason }: Incoming): string {
  return reason === '' ? String(status) : `${status} ${reason}`;
}

function oneOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}
