import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerMessage } from '@fairlot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from './support/server.ts';
import type { TestServer } from './support/server.ts';
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

/** Waits until a topic brought so many messages, and checks that none is missing between them. */
async function contiguous(socket: TestSocket, topic: string, count: number): Promise<ServerMessage[]> {
  await socket.next(() => socket.course(topic).length >= count);
  const course = socket.course(topic);
  expect(course[0]?.type).toBe('snapshot');
  const first = course[0]?.seq ?? -1;
  expect(course.map(({ seq }) => seq)).toEqual(course.map((_, index) => first + index));
  expect(course.slice(1).every(({ type }) => type === 'update')).toBe(true);
  return course;
}

describe('what everybody may watch', () => {
  it('DAY_MARKET: all instruments, then changed ones only, without a gap', async () => {
    const socket = await open();
    socket.send({ type: 'subscribe', topic: 'DAY_MARKET' });
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
    // Day figures travel when they change; the open doesn't within a day.
    expect(
      updates
        .slice(3)
        .flat()
        .filter(({ Open }) => Open !== undefined).length,
    ).toBeLessThan(updates.slice(3).flat().length / 2);
  });

  it('KLINE: the forming bar of each period, which agrees with the chart’s call', async () => {
    const socket = await open();
    socket.send({ type: 'subscribe', topic: 'KLINE.EURUSD' });
    const course = await contiguous(socket, 'KLINE.EURUSD', 3);
    const bars = course.at(-1)?.data as Record<string, { Time: number; Open: string }>;
    expect(Object.keys(bars)).toEqual(['1min', '5min', '15min', '30min', '60min', '1day']);
    const { envelope } = await server.call('kline', { forex_id: await server.instrument('EURUSD'), period: '1day' });
    expect(envelope.data.at(-1)).toMatchObject({ Time: bars['1day']?.Time, Open: bars['1day']?.Open });
  });

  it('a second subscription begins again with a snapshot; after unsubscribing it is quiet', async () => {
    const socket = await open();
    socket.send({ type: 'subscribe', topic: 'DAY_MARKET' });
    await contiguous(socket, 'DAY_MARKET', 2);
    await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot');
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

describe('what belongs to one account', () => {
  it('FOREX_TRADE shows committed positions with live profit, and FOREX_CLOSED their end', async () => {
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

  it('is nobody else’s', async () => {
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

  it.each(['FOREX_TRADE', 'FOREX_CLOSED'])('%s needs a sign-in, also again after logging out', async (topic) => {
    const { socket } = await signedIn();
    await socket.ask({ type: 'subscribe', topic }, 'snapshot');
    expect(await socket.ask({ type: 'logout' }, 'logout_result')).toMatchObject({ code: 1 });
    expect(await socket.ask({ type: 'subscribe', topic }, 'error')).toMatchObject({
      code: 2000,
      reason: 'sign_in_required',
      topic,
    });
  });

  it('a subscription sent right behind the sign-in waits for it', async () => {
    const { token } = await server.demo();
    const socket = await open();
    socket.send({ type: 'login', token });
    socket.send({ type: 'subscribe', topic: 'FOREX_TRADE' });
    await socket.next(({ type }) => type === 'snapshot');
    expect(socket.received.map(({ type }) => type)).toEqual(['login_result', 'snapshot']);
  });

  it('a bad token is refused; a session that ends elsewhere ends here at once', async () => {
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

describe('bad messages', () => {
  it.each([
    ['no JSON', '{nope', 'malformed_message'],
    ['no object', '[]', 'malformed_message'],
    ['nothing', '', 'malformed_message'],
    ['an unknown type', '{"type":"sing"}', 'malformed_message'],
    ['a topic that is no text', '{"type":"subscribe","topic":7}', 'malformed_message'],
    ['a token that is too long', JSON.stringify({ type: 'login', token: 'x'.repeat(600) }), 'malformed_message'],
    ['an unknown topic', '{"type":"subscribe","topic":"WEATHER"}', 'unknown_topic'],
    ['a chart of nothing', '{"type":"subscribe","topic":"KLINE.NOTHING"}', 'unknown_topic'],
    ['a topic that is a property of every object', '{"type":"subscribe","topic":"constructor"}', 'unknown_topic'],
    ['leaving an unknown topic', '{"type":"unsubscribe","topic":"WEATHER"}', 'unknown_topic'],
    ['more than a message needs', JSON.stringify({ type: 'subscribe', topic: 'x'.repeat(5000) }), 'body_too_large'],
  ])('%s: an error, and the connection goes on', async (_name, text, reason) => {
    const socket = await open();
    expect(await socket.ask(text, 'error')).toMatchObject({ reason });
    expect(await socket.ask({ type: 'ping' }, 'pong')).toMatchObject({ code: 1 });
  });

  it('too many of them, or one that is far too large, end the connection; others don’t notice', async () => {
    const [noisy, huge, quiet] = [await open(), await open(), await open()];
    for (let count = 0; count < 30; count += 1) noisy.send('{');
    expect(await noisy.closed).toEqual({ code: 1008 });
    huge.send('x'.repeat(100_000));
    expect(await huge.closed).toEqual({ code: 1009 });
    expect(await quiet.ask({ type: 'ping' }, 'pong')).toMatchObject({ code: 1 });
  });

  it('a flood of good ones ends it too', async () => {
    const socket = await open();
    for (let count = 0; count < 500; count += 1) socket.send({ type: 'ping' });
    expect(await socket.closed).toEqual({ code: 1008 });
  });

  it('has a limit of subscriptions', async () => {
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

it('says server_shutdown before it goes', async () => {
  const second = await startTestServer();
  const socket = await TestSocket.open(second.url);
  await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot');
  await second.stop();
  expect(socket.received.at(-1)).toMatchObject({ type: 'server_shutdown' });
  expect(await socket.closed).toEqual({ code: 1001 });
});

it('lets so many sockets of one address in, and again when one has gone', async () => {
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
