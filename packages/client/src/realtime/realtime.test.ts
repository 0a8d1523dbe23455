import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../platform/manual-clock.testkit.ts';
import { FakeServer, counterOf } from './fake-server.testkit.ts';
import { createRealtime } from './realtime.ts';
import type { Realtime } from './realtime.ts';
import type { Topic } from './topics.ts';
import { attachWakeSources } from './wake-sources.ts';

let clock: ManualClock;
let server: FakeServer;
let realtime: Realtime;
let warnings: string[];
let sessionsLost: number;

beforeEach(() => {
  clock = new ManualClock();
  server = new FakeServer(clock);
  warnings = [];
  sessionsLost = 0;
  realtime = createRealtime({
    connect: server.connect, clock, random: () => 0.5,
    log: { warn: (message) => void warnings.push(message) },
    onSessionInvalid: () => {
      sessionsLost += 1;
    },
  });
});

const state = (): string => realtime.state.getSnapshot();

/** What a listener was told: counters, and `stale`. */
function listen(topic: Topic): (number | 'stale')[] {
  const told: (number | 'stale')[] = [];
  realtime.subscribe(topic, (event) => void told.push(event.kind === 'stale' ? 'stale' : counterOf(topic, event.data)));
  return told;
}

function sent(type: string): number {
  return [...server.sockets].flatMap(({ received }) => received).filter((message) => message.type === type).length;
}

describe('the connection', () => {
  it('is live once the server answered, and pings every five seconds', () => {
    realtime.start();
    expect(state()).toBe('connecting');
    clock.advance(100);
    expect(state()).toBe('live');
    expect(sent('ping')).toBe(1);
    clock.advance(15_000);
    expect(sent('ping')).toBe(4);
    expect(server.connections).toBe(1);
  });

  it('is given up after five seconds without an answer, and tried again later and later', () => {
    server.reachable = false;
    realtime.start();
    clock.advance(4_999);
    expect(server.connections).toBe(1);
    const triedAt = [clock.now()];
    for (let step = 0; step < 1_200; step += 1) {
      const before = server.connections;
      clock.advance(100);
      if (server.connections > before) triedAt.push(clock.now());
    }
    const gaps = triedAt.slice(2).map((at, index) => at - (triedAt[index + 1] ?? 0));
    expect(gaps[0]).toBeLessThanOrEqual(6_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(15_100);
    expect(gaps.at(-1)).toBeGreaterThan(gaps[0] ?? 0);
    expect(state()).toBe('connecting');
  });

  it('that is dead and silent is found within 15 s of its death', () => {
    realtime.start();
    clock.advance(5_100);
    server.reachable = false;
    clock.advance(14_999);
    expect(state()).toBe('reconnecting');
    server.reachable = true;
    clock.advance(3_000);
    expect(state()).toBe('live');
  });

  it('survives two lost pings, not three', () => {
    realtime.start();
    clock.advance(1_000);
    server.answering = false;
    clock.advance(11_000);
    expect(sent('ping')).toBe(3);
    server.answering = true;
    clock.advance(9_000);
    expect(state()).toBe('live');
    expect(server.connections).toBe(1);
    server.answering = false;
    clock.advance(15_000);
    expect(sent('ping')).toBeLessThan(4);
    expect(server.connections).toBe(2);
  });

  it('leaves a server that goes away on purpose calmly: not before a second, not after six', () => {
    realtime.start();
    clock.advance(100);
    server.say('{"type":"server_shutdown","code":1}');
    clock.advance(100);
    expect(state()).toBe('reconnecting');
    clock.advance(800);
    expect(server.connections).toBe(1);
    clock.advance(5_000);
    expect(server.connections).toBe(2);
    expect(state()).toBe('live');
  });

  it('only logs what it cannot read', () => {
    const told = listen('DAY_MARKET');
    realtime.start();
    clock.advance(100);
    for (const text of ['{', '[]', '"x"', '{"type":"nonsense","code":1}', '{"type":"update"}']) server.say(text);
    clock.advance(100);
    expect(warnings).toHaveLength(5);
    server.publish('DAY_MARKET');
    clock.advance(100);
    expect(told).toEqual([0, 1]);
    expect(state()).toBe('live');
  });

  it('stops for good and starts anew', () => {
    realtime.start();
    clock.advance(100);
    realtime.stop();
    expect(state()).toBe('offline');
    clock.advance(60_000);
    expect(server.connections).toBe(1);
    expect(clock.due).toBeUndefined();
    realtime.start();
    realtime.start();
    clock.advance(100);
    expect(server.connections).toBe(2);
    expect(state()).toBe('live');
  });
});

describe('a page that comes back', () => {
  it('shows no dead connection as live for a moment, and finds it dead within the probe', () => {
    realtime.start();
    clock.advance(100);
    server.reachable = false;
    clock.sleep(600_000);
    realtime.wake();
    expect(state()).toBe('reconnecting');
    server.reachable = true;
    server.sockets.clear();
    clock.advance(3_100);
    expect(state()).toBe('live');
  });

  it('keeps a connection that answers the probe', () => {
    realtime.start();
    clock.advance(100);
    clock.sleep(600_000);
    realtime.wake();
    clock.advance(100);
    expect(state()).toBe('live');
    clock.advance(30_000);
    expect(server.connections).toBe(1);
  });

  it('notices a sleep by its own late timer when the browser says nothing', () => {
    realtime.start();
    clock.advance(100);
    server.reachable = false;
    clock.sleep(60_000);
    clock.advance(1);
    expect(state()).toBe('reconnecting');
  });

  it('does not wait out a backoff', () => {
    server.refusing = true;
    realtime.start();
    clock.advance(120_000);
    server.refusing = false;
    const tries = server.connections;
    realtime.network(true);
    clock.advance(100);
    expect(server.connections).toBe(tries + 1);
    expect(state()).toBe('live');
  });

  it('is told by the browser’s events, until they are detached', () => {
    const window = new EventTarget();
    const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    const told: string[] = [];
    const detach = attachWakeSources({ wake: () => void told.push('wake'), network: (online) => void told.push(`network ${online}`) }, { window, document });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(told).toEqual([]);
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    for (const type of ['pageshow', 'online', 'offline']) window.dispatchEvent(new Event(type));
    expect(told).toEqual(['wake', 'wake', 'network true', 'network false']);
    detach();
    window.dispatchEvent(new Event('pageshow'));
    expect(told).toHaveLength(4);
  });

  it('says offline while the device has no network, and still reaches a server on the device itself', () => {
    server.refusing = true;
    realtime.start();
    clock.advance(100);
    realtime.network(false);
    clock.advance(1_000);
    expect(state()).toBe('offline');
    server.refusing = false;
    clock.advance(15_000);
    expect(state()).toBe('live');
  });
});

describe('topics', () => {
  it('are subscribed to once for several listeners and left with the last', () => {
    const leaveFirst = realtime.subscribe('DAY_MARKET', () => undefined);
    const leaveSecond = realtime.subscribe('DAY_MARKET', () => undefined);
    realtime.start();
    clock.advance(100);
    expect(sent('subscribe')).toBe(1);
    leaveFirst();
    leaveFirst();
    clock.advance(100);
    expect(sent('unsubscribe')).toBe(0);
    leaveSecond();
    clock.advance(100);
    expect(sent('unsubscribe')).toBe(1);
  });

  it('give a late listener a snapshot of its own', () => {
    realtime.start();
    listen('DAY_MARKET');
    clock.advance(5_000);
    const late = listen('DAY_MARKET');
    clock.advance(100);
    expect(late).toEqual([0]);
  });

  it('are subscribed to again after a gap, never more than once a second', () => {
    const told = listen('DAY_MARKET');
    realtime.start();
    clock.advance(5_000);
    for (let round = 0; round < 50; round += 1) {
      server.publishLost('DAY_MARKET');
      server.publish('DAY_MARKET');
      clock.advance(100);
    }
    expect(sent('subscribe')).toBeLessThanOrEqual(7);
    clock.advance(2_000);
    expect(told.at(-1)).toBe(100);
    expect(told).toContain('stale');
  });

  it('come back after a new connection', () => {
    const told = listen('DAY_MARKET');
    const bars = listen('KLINE.EURUSD');
    realtime.start();
    clock.advance(100);
    server.dropAll();
    server.publish('DAY_MARKET');
    clock.advance(2_000);
    expect(told).toEqual([0, 'stale', 1]);
    expect(bars).toEqual([0, 'stale', 0]);
  });

  it('that do not exist are not asked for again and again', () => {
    listen('KLINE.NOWHERE');
    realtime.start();
    clock.advance(30);
    for (const socket of server.sockets) socket.emit('message', '{"type":"error","code":1008,"reason":"unknown_topic","topic":"KLINE.NOWHERE"}');
    const before = sent('subscribe');
    clock.advance(60_000);
    expect(sent('subscribe')).toBe(before + 1);
    expect(warnings.length).toBeGreaterThan(0);
  });
});

describe('signing in', () => {
  it('happens after connecting, and private topics follow it', () => {
    const told = listen('FOREX_TRADE');
    realtime.setToken('good');
    realtime.start();
    clock.advance(100);
    expect([...server.sockets][0]?.received.map(({ type }) => type)).toEqual(['ping', 'login', 'subscribe']);
    expect(told).toEqual([0]);
  });

  it('with a token that is no longer valid is told once and not tried again', () => {
    const told = listen('FOREX_TRADE');
    realtime.setToken('old');
    realtime.start();
    clock.advance(30_000);
    expect(sessionsLost).toBe(1);
    expect(sent('login')).toBe(1);
    expect(told).toEqual([]);
  });

  it('voids the former user’s figures at once', () => {
    const told = listen('FOREX_TRADE');
    realtime.setToken('good');
    realtime.start();
    clock.advance(100);
    realtime.setToken(null);
    expect(told).toEqual([0, 'stale']);
    server.publish('FOREX_TRADE');
    clock.advance(100);
    expect(told).toEqual([0, 'stale']);
    realtime.setToken('good');
    clock.advance(100);
    expect(told).toEqual([0, 'stale', 1]);
  });
});
