import { CHART_PERIODS } from '@fairlot/domain';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerMessage } from '@fairlot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

let server: TestServer;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => server.stop());

async function open(): Promise<TestSocket> {
  const socket = await TestSocket.open(server.url);
  sockets.push(socket);
  return socket;
}

async function signedIn(): Promise<{ socket: TestSocket; token: string }> {
  const { token } = await server.demo();
  const socket = await open();
  expect(await socket.ask({ type: 'login', token }, 'login_result')).toEqual({ type: 'login_result', code: 1 });
  return { socket, token };
}

/** Waits for `count` messages of a topic and checks that none is missing in between. */
async function contiguous(socket: TestSocket, topic: string, count: number): Promise<ServerMessage[]> {
  await socket.next(() => socket.course(topic).length >= count);
  const course = socket.course(topic);
  expect(course[0]?.type).toBe('snapshot');
  const first = course[0]?.seq ?? -1;
  expect(course.map(({ seq }) => seq)).toEqual(course.map((_, index) => first + index));
  expect(course.slice(1).every(({ type }) => type === 'update')).toBe(true);
  return course;
}

/** The number of instruments' updates that DAY_MARKET has sent. */
function updatesOf(socket: TestSocket): number {
  const [, ...updates] = socket.course('DAY_MARKET');
  return updates.reduce((sum, { data }) => sum + (data as unknown[]).length, 0);
}

describe('public topics', () => {
  it('DAY_MARKET sends all instruments, then changed ones only, without a gap', async () => {
    const socket = await open();
    socket.send({ type: 'subscribe', topic: 'DAY_MARKET' });
    // So many that some instruments have been updated twice.
    const instruments = (await server.call('tradeList')).envelope.data.length;
    await socket.next(() => updatesOf(socket) > 2 * instruments);
    const course = await contiguous(socket, 'DAY_MARKET', 8);
    const [snapshot, ...updates] = course.map(({ data }) => data as { Id: number; Seq: number; Open?: string }[]);
    const { envelope } = await server.call('tradeList');
    expect(snapshot?.map(({ Id }) => Id).sort((a, b) => a - b)).toEqual(envelope.data.map(({ Id }) => Id));
    expect(snapshot?.every(({ Open }) => Open !== undefined)).toBe(true);
    const last = new Map(snapshot?.map(({ Id, Seq }) => [Id, Seq]));
    for (const { Id, Seq } of updates.flat()) {
      expect(Seq).toBeGreaterThanOrEqual(last.get(Id) ?? 0);
      last.set(Id, Seq);
    }
    // Daily figures are sent when they change: an open that was sent is not sent again.
    expect(updates.flat().length).toBeGreaterThan(new Set(updates.flat().map(({ Id }) => Id)).size);
    const shown = new Map<number, string>();
    for (const { Id, Open } of updates.flat()) {
      if (Open === undefined) continue;
      expect(Open).not.toBe(shown.get(Id));
      shown.set(Id, Open);
    }
  });

  it('KLINE sends the forming bar of each period, equal to that of the chart’s call', async () => {
    const socket = await open();
    socket.send({ type: 'subscribe', topic: 'KLINE.EURUSD' });
    await contiguous(socket, 'KLINE.EURUSD', 3);
    const sent = () => socket.course('KLINE.EURUSD').at(-1)?.data as Record<string, { Time: number; Open: string }>;
    expect(Object.keys(sent())).toEqual([...CHART_PERIODS]);
    const instrument = await server.instrument('EURUSD');
    // The day may end between the message and the call; the next message has the new one.
    for (const period of ['1day', '1mon'] as const)
      await expect
        .poll(async () => {
          const called = (await server.call('kline', { forex_id: instrument, period })).envelope.data.at(-1);
          return [called?.Time === sent()[period]?.Time, called?.Open === sent()[period]?.Open];
        })
        .toEqual([true, true]);
  });

  it('start with a new snapshot after a second subscription and send nothing after unsubscribing', async () => {
    const socket = await open();
    socket.send({ type: 'subscribe', topic: 'DAY_MARKET' });
    await contiguous(socket, 'DAY_MARKET', 2);
    const again = await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot');
    // An update of the first subscription may have been under way.
    socket.received.splice(0, socket.received.indexOf(again));
    await contiguous(socket, 'DAY_MARKET', 2);
    expect(await socket.ask({ type: 'unsubscribe', topic: 'DAY_MARKET' }, 'unsubscribed')).toMatchObject({
      topic: 'DAY_MARKET',
      code: 1,
    });
    socket.received.length = 0;
    await sleep(600);
    expect(socket.received).toEqual([]);
  });

  it('answers pings', async () => {
    expect(await (await open()).ask({ type: 'ping' }, 'pong')).toEqual({ type: 'pong', code: 1 });
  });
});

const isTrade = ({ topic }: ServerMessage): boolean => topic === 'FOREX_TRADE';
const versionOf = ({ data }: ServerMessage): number => (data as { Version: number }).Version;

describe('the fast mode', () => {
  it('sends DAY_MARKET without a gap, each message in this mode', async () => {
    const { socket } = await signedIn();
    socket.send({ type: 'subscribe', topic: 'DAY_MARKET', mode: 'fast' });
    const course = await contiguous(socket, 'DAY_MARKET', 100);
    expect(course.every(({ mode }) => mode === 'fast')).toBe(true);
    // Each entry is a newer quote: nothing is sent twice.
    const seqs = new Map<number, number>();
    for (const { Id, Seq } of course.flatMap(({ data }) => data as { Id: number; Seq: number }[])) {
      expect(Seq).toBeGreaterThan(seqs.get(Id) ?? -1);
      seqs.set(Id, Seq);
    }
  });

  it('refuses a socket without a sign-in, and a mode that does not exist', async () => {
    const socket = await open();
    expect(await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET', mode: 'fast' }, 'error')).toMatchObject({
      reason: 'sign_in_required',
    });
    expect(await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET', mode: 'slow' }, 'error')).toMatchObject({
      reason: 'malformed_message',
    });
  });
});

describe('topics of an account', () => {
  it('FOREX_TRADE sends committed positions with live profit, and FOREX_CLOSED their end', async () => {
    const { socket, token } = await signedIn();
    socket.send({ type: 'subscribe', topic: 'FOREX_TRADE' });
    socket.send({ type: 'subscribe', topic: 'FOREX_CLOSED' });
    const empty = await socket.next(({ type, topic }) => type === 'snapshot' && topic === 'FOREX_TRADE');
    expect(empty.data).toMatchObject({
      ProfitsTotal: '0.000000',
      HazardRate: '0.00',
      CautionMoneyAll: '0.000000',
      Balance: '100000.000000',
      PrepaymentRatio: null,
      TransOrder: [],
    });
    expect((await socket.next(({ type, topic }) => type === 'snapshot' && topic === 'FOREX_CLOSED')).data).toEqual([]);

    const eurusd = await server.instrument('EURUSD');
    const { envelope } = await server.call(
      'submit',
      { type: 1, cont: '0.1', forex_id: eurusd, status: 1, multiple: 100 },
      { token },
    );
    const { Id, CautionMoney, TradeFee } = envelope.data.order;
    const shown = await socket.next(
      ({ topic, data }) => topic === 'FOREX_TRADE' && (data as { TransOrder: unknown[] }).TransOrder.length === 1,
    );
    expect(shown.data).toMatchObject({ CautionMoneyAll: CautionMoney, TransOrder: [{ Id }] });
    expect(Number((shown.data as { Balance: string }).Balance)).toBeCloseTo(100_000 - Number(TradeFee), 6);

    await server.call('close', { id: Id }, { token });
    expect((await socket.next(({ type, topic }) => type === 'update' && topic === 'FOREX_CLOSED')).data).toEqual([Id]);
    await socket.next(
      ({ type, topic, data }) =>
        type === 'update' && topic === 'FOREX_TRADE' && (data as { TransOrder: unknown[] }).TransOrder.length === 0,
    );
    await contiguous(socket, 'FOREX_TRADE', 3);
    await contiguous(socket, 'FOREX_CLOSED', 2);
  });

  it('FOREX_TRADE has another version after each change of an order, also of one that binds and is worth the same', async () => {
    const { socket, token } = await signedIn();
    socket.send({ type: 'subscribe', topic: 'FOREX_TRADE' });
    const newer = async (than: number): Promise<number> =>
      versionOf(await socket.next((message) => isTrade(message) && versionOf(message) > than));
    const first = versionOf(await socket.next(isTrade));
    const eurusd = await server.instrument('EURUSD');
    const terms = { type: 1, cont: '0.1', forex_id: eurusd, status: 0, multiple: 100 } as const;
    const { envelope } = await server.call('submit', { ...terms, target_price: '0.9', kind: 'limit' }, { token });
    const { Id } = envelope.data.order;
    const placed = await newer(first);
    await server.call('setStopPrice', { id: Id, stop_loss_price: '0.8' }, { token });
    const changed = await newer(placed);
    await server.call('cancelTrade', { id: Id }, { token });
    expect(await newer(changed)).toBeGreaterThan(changed);
  });

  it('send nothing of other accounts', async () => {
    const { socket } = await signedIn();
    const other = await server.demo();
    socket.send({ type: 'subscribe', topic: 'FOREX_CLOSED' });
    await socket.next(({ type }) => type === 'snapshot');
    const eurusd = await server.instrument('EURUSD');
    const { envelope } = await server.call(
      'submit',
      { type: 1, cont: '0.1', forex_id: eurusd, status: 1, multiple: 100 },
      { token: other.token },
    );
    await server.call('close', { id: envelope.data.order.Id }, { token: other.token });
    await socket.ask({ type: 'ping' }, 'pong');
    expect(socket.course('FOREX_CLOSED')).toEqual([]);
  });

  it.each(['FOREX_TRADE', 'FOREX_CLOSED'])('%s requires a sign-in, also after logging out', async (topic) => {
    const { socket } = await signedIn();
    await socket.ask({ type: 'subscribe', topic }, 'snapshot');
    expect(await socket.ask({ type: 'logout' }, 'logout_result')).toMatchObject({ code: 1 });
    expect(await socket.ask({ type: 'subscribe', topic }, 'error')).toMatchObject({
      code: 2000,
      reason: 'sign_in_required',
      topic,
    });
  });

  it('let a subscription sent right after the sign-in wait for it', async () => {
    const { token } = await server.demo();
    const socket = await open();
    socket.send({ type: 'login', token });
    socket.send({ type: 'subscribe', topic: 'FOREX_TRADE' });
    await socket.next(({ type }) => type === 'snapshot');
    expect(socket.received.slice(0, 2).map(({ type }) => type)).toEqual(['login_result', 'snapshot']);
  });

  it('refuse a bad token, and end at once when the session ends elsewhere', async () => {
    const stranger = await open();
    expect(await stranger.ask({ type: 'login', token: 'nonsense' }, 'login_result')).toMatchObject({
      code: 999,
      reason: 'session_invalid',
    });
    const { socket, token } = await signedIn();
    await socket.ask({ type: 'subscribe', topic: 'FOREX_TRADE' }, 'snapshot');
    socket.received.length = 0;
    await server.call('logout', {}, { token });
    expect(await socket.next(({ type }) => type === 'login_result')).toMatchObject({
      code: 999,
      reason: 'session_invalid',
    });
    expect(await socket.ask({ type: 'subscribe', topic: 'FOREX_TRADE' }, 'error')).toMatchObject({
      reason: 'sign_in_required',
    });
  });
});

describe('message checks', () => {
  it.each([
    ['not JSON', '{nope', 'malformed_message'],
    ['not an object', '[]', 'malformed_message'],
    ['an empty message', '', 'malformed_message'],
    ['an unknown type', '{"type":"sing"}', 'malformed_message'],
    ['a topic that is not a string', '{"type":"subscribe","topic":7}', 'malformed_message'],
    ['a token that is too long', JSON.stringify({ type: 'login', token: 'x'.repeat(600) }), 'malformed_message'],
    ['an unknown topic', '{"type":"subscribe","topic":"WEATHER"}', 'unknown_topic'],
    ['a chart of an unknown instrument', '{"type":"subscribe","topic":"KLINE.NOTHING"}', 'unknown_topic'],
    ['a topic named like a property of every object', '{"type":"subscribe","topic":"constructor"}', 'unknown_topic'],
    ['unsubscribing from an unknown topic', '{"type":"unsubscribe","topic":"WEATHER"}', 'unknown_topic'],
    ['a message that is too large', JSON.stringify({ type: 'subscribe', topic: 'x'.repeat(5000) }), 'body_too_large'],
  ])('answer %s with an error and keep the connection open', async (_name, text, reason) => {
    const socket = await open();
    expect(await socket.ask(text, 'error')).toMatchObject({ reason });
    expect(await socket.ask({ type: 'ping' }, 'pong')).toMatchObject({ code: 1 });
  });

  it('close only the connection that sends too many bad messages or a far too large one', async () => {
    const [noisy, huge, quiet] = [await open(), await open(), await open()];
    for (let count = 0; count < 30; count += 1) noisy.send('{');
    expect(await noisy.closed).toEqual({ code: 1008 });
    huge.send('x'.repeat(100_000));
    expect(await huge.closed).toEqual({ code: 1009 });
    expect(await quiet.ask({ type: 'ping' }, 'pong')).toMatchObject({ code: 1 });
  });

  it('close a connection after a flood of valid messages', async () => {
    const socket = await open();
    for (let count = 0; count < 500; count += 1) socket.send({ type: 'ping' });
    expect(await socket.closed).toEqual({ code: 1008 });
  });

  it('limit the number of subscriptions', async () => {
    const socket = await open();
    const { envelope } = await server.call('tradeList');
    const codes: string[] = envelope.data.map(({ Code }) => Code);
    expect(codes.length).toBeGreaterThan(32);
    for (const code of codes) socket.send({ type: 'subscribe', topic: `KLINE.${code}` });
    expect(await socket.next(({ type }) => type === 'error')).toMatchObject({
      reason: 'too_many_subscriptions',
      code: 1009,
      topic: `KLINE.${codes[32]}`,
    });
  });
});

it('sends server_shutdown before it closes', async () => {
  const second = await startTestServer();
  const socket = await TestSocket.open(second.url);
  await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot');
  await second.stop();
  // The server has sent all when it has stopped; this side may read it later.
  expect(await socket.closed).toEqual({ code: 1001 });
  expect(socket.received.at(-1)).toMatchObject({ type: 'server_shutdown' });
});

it('limits the sockets of an address, and admits another when one has closed', async () => {
  const small = await startTestServer({ FAIRLOT_SOCKETS_PER_ADDRESS: '2' });
  const [first] = [await TestSocket.open(small.url), await TestSocket.open(small.url)];
  await expect(TestSocket.open(small.url)).rejects.toThrow('429');
  first.close();
  await first.closed;
  await expect
    .poll(() =>
      TestSocket.open(small.url).then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('in');
  await small.stop();
});
