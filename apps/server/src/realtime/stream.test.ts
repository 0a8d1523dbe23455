import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerMessage } from '@fairlot/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Connection } from './connection.ts';
import { SLICE_SENDS } from './limits.ts';
import { SendTurns } from './send-turns.ts';
import { Stream } from './stream.ts';

/** Both ends of a socket. `connection` is the gateway's. */
interface Line {
  readonly connection: Connection;
  readonly client: WebSocket;
  readonly received: ServerMessage[];
  readonly losses: string[];
}

let server: WebSocketServer;

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

async function line(): Promise<Line> {
  const accepted = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: ServerMessage[] = [];
  const losses: string[] = [];
  client.on('message', (data: Buffer) => received.push(JSON.parse(data.toString('utf8')) as ServerMessage));
  const [socket, { socket: wire }] = (await accepted) as [WebSocket, IncomingMessage];
  await once(client, 'open');
  const connection = new Connection(1, '127.0.0.1', { socket, wire }, (lost) => losses.push(lost));
  return { connection, client, received, losses };
}

const seqs = (messages: readonly ServerMessage[]): (number | undefined)[] => messages.map(({ seq }) => seq);
const CHUNK = JSON.stringify('x'.repeat(16 * 1024));
/** More than the kernel's buffers and the limits hold for a client that doesn't read. */
const MANY = 4_000;

/** The part of a message that counts it. */
const numbered = (seq: number, type = 'update'): string =>
  `"type":"${type}","code":1,"topic":"DAY_MARKET","seq":${seq}`;

describe('a stream', () => {
  it('starts with a snapshot numbered like the last update and continues without gaps, for early and late subscribers', async () => {
    let state = 0;
    const stream = new Stream('DAY_MARKET', 'replaceable', () => String(state));
    const [early, late] = [await line(), await line()];
    const publish = (): void => {
      state += 1;
      stream.publish(String(state));
    };
    stream.add(early.connection);
    publish();
    publish();
    stream.add(late.connection);
    publish();
    await expect.poll(() => late.received.length + early.received.length).toBe(6);
    expect(early.received.map(({ type, seq, data }) => [type, seq, data])).toEqual([
      ['snapshot', 0, 0],
      ['update', 1, 1],
      ['update', 2, 2],
      ['update', 3, 3],
    ]);
    expect(late.received.map(({ type, seq, data }) => [type, seq, data])).toEqual([
      ['snapshot', 2, 2],
      ['update', 3, 3],
    ]);
  });

  it('sends to many in slices, so that other work runs between them, and nothing twice or out of order', async () => {
    const stream = new Stream('DAY_MARKET', 'replaceable', () => '0');
    const received = Array.from({ length: 601 }, (): string[] => []);
    const [late, ...early] = received.map((list) => ({
      isSlow: false,
      send: (frame: Buffer) => list.push(/"type":"\w+".*"seq":\d+/.exec(frame.toString())?.[0] ?? ''),
      fallBehind: () => undefined,
    }));
    for (const each of early) stream.add(each);
    const sends = (): number => received.flat().length - early.length;
    stream.publish('1');
    stream.publish('2');
    expect(sends()).toBe(250);
    await new Promise(setImmediate);
    expect(sends()).toBe(500);
    if (late !== undefined) stream.add(late);
    stream.publish('3');
    await expect.poll(sends).toBe(600 * 3 + 2);
    const [lateGot, ...earlyGot] = received;
    expect(lateGot).toEqual([numbered(2, 'snapshot'), numbered(3)]);
    expect(new Set(earlyGot.map((list) => list.join()))).toEqual(
      new Set([[numbered(0, 'snapshot'), numbered(1), numbered(2), numbered(3)].join()]),
    );
  });

  it('sends no snapshot until there is one', async () => {
    let state: string | undefined;
    const stream = new Stream('FOREX_TRADE', 'replaceable', () => state);
    const { connection, received } = await line();
    stream.add(connection);
    stream.publish('1');
    state = '2';
    expect(stream.catchUpAll()).toBe(0);
    await expect.poll(() => received).toHaveLength(1);
    expect(received[0]).toMatchObject({ type: 'snapshot', seq: 1, data: 2 });
  });

  it('starts with what is true now after a time in which nobody watched and nothing was published', async () => {
    let state = 1;
    const stream = new Stream('DAY_MARKET', 'replaceable', () => String(state));
    const [first, next] = [await line(), await line()];
    stream.add(first.connection);
    stream.remove(first.connection);
    state = 2;
    stream.add(next.connection);
    await expect.poll(() => next.received).toHaveLength(1);
    expect(next.received[0]).toMatchObject({ type: 'snapshot', seq: 0, data: 2 });
  });

  it('shares the sends of a turn with all other streams, and sends everything once', async () => {
    const [streams, sockets] = [60, 100];
    const turns = new SendTurns();
    const received = Array.from({ length: streams }, () => Array.from({ length: sockets }, () => 0));
    let sent = 0;
    const all = received.map((counts) => {
      const stream = new Stream('DAY_MARKET', 'replaceable', () => '0', { turns });
      for (const place of counts.keys())
        stream.add({
          isSlow: false,
          send: (frame: Buffer) => {
            if (!frame.includes('"update"')) return;
            counts[place] = (counts[place] ?? 0) + 1;
            sent += 1;
          },
          fallBehind: () => undefined,
        });
      return stream;
    });
    const ofTurns: number[] = [];
    const endTurn = (): void => {
      ofTurns.push(sent);
      sent = 0;
    };
    for (const stream of all) stream.publish('1');
    endTurn();
    while (turns.isBusy) {
      await new Promise(setImmediate);
      endTurn();
    }
    expect(Math.max(...ofTurns)).toBe(SLICE_SENDS);
    expect(received.flat().every((count) => count === 1)).toBe(true);
  });

  it('skips updates for a client that stops reading, and restarts it with a snapshot', async () => {
    const stream = new Stream('DAY_MARKET', 'replaceable', () => '"all"');
    const [slow, quick] = [await line(), await line()];
    stream.add(slow.connection);
    stream.add(quick.connection);
    slow.client.pause();
    let mostWaiting = 0;
    for (let count = 0; count < MANY; count += 1) {
      stream.publish(CHUNK);
      mostWaiting = Math.max(mostWaiting, slow.connection.backlog);
      if (count % 10 === 0) await new Promise(setImmediate);
      if (slow.losses.length > 0) break;
    }
    expect(slow.losses).toEqual(['updates']);
    expect(mostWaiting).toBeLessThan(300 * 1024);
    for (let count = 0; count < 5; count += 1) stream.publish(CHUNK);
    expect(stream.catchUpAll()).toBe(1);

    slow.client.resume();
    await expect.poll(() => stream.catchUpAll()).toBe(0);
    stream.publish('"next"');
    await expect.poll(() => slow.received.at(-1)?.data).toBe('next');
    const again = slow.received.findLastIndex(({ type }) => type === 'snapshot');
    const [before, after] = [seqs(slow.received.slice(0, again)), seqs(slow.received.slice(again))];
    expect(before).toEqual(before.map((_, index) => index));
    expect(after).toEqual(after.map((_, index) => (after[0] ?? 0) + index));
    expect(after[0]).toBe(before.length + 5);
  });

  it('disconnects a client that stops reading a complete stream', async () => {
    const stream = new Stream('FOREX_CLOSED', 'complete', () => '[]');
    const { connection, client, losses } = await line();
    stream.add(connection);
    client.pause();
    const closed = once(connection.socket, 'close');
    for (let count = 0; count < MANY && losses.length === 0; count += 1) {
      stream.publish(CHUNK);
      if (count % 10 === 0) await new Promise(setImmediate);
    }
    expect(losses).toEqual(['connection']);
    await closed;
  });
});
