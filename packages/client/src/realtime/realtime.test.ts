import { beforeEach, describe, expect, it } from 'vitest';
import { createBench } from './bench.testkit.ts';
import type { Bench } from './bench.testkit.ts';
import { attachWakeSources } from './wake-sources.ts';

let clock: Bench['clock'];
let server: Bench['server'];
let realtime: Bench['realtime'];
let warnings: Bench['warnings'];
let state: Bench['state'];
let listen: Bench['listen'];
let sent: Bench['sent'];

beforeEach(() => {
  ({ clock, server, realtime, warnings, state, listen, sent } = createBench());
});

describe('the connection', () => {
  it('is live once the server has answered, and pings every five seconds', () => {
    realtime.start();
    expect(state()).toBe('connecting');
    clock.advance(100);
    expect(state()).toBe('live');
    expect(sent('ping')).toBe(1);
    clock.advance(15_000);
    expect(sent('ping')).toBe(4);
    expect(server.connections).toBe(1);
  });

  it('times out after five seconds, and is retried with backoff', () => {
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
    expect(state()).toBe('offline');
  });

  it('is found dead within 15 s when it fails silently', () => {
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

  it('reconnects one to six seconds after an announced shutdown', () => {
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

  it('logs unreadable messages and ignores them', () => {
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

  it('can be stopped and started again', () => {
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

describe('a page that wakes up', () => {
  it('does not show a dead connection as live, and detects it by the probe', () => {
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

  it('marks data from before a long sleep as stale even if the connection survived', () => {
    const told = listen('DAY_MARKET');
    const account = listen('FOREX_TRADE');
    realtime.setToken('good');
    realtime.start();
    clock.advance(100);
    clock.sleep(600_000);
    realtime.wake();
    expect([told, account]).toEqual([
      [0, 'stale'],
      [0, 'stale'],
    ]);
    clock.advance(100);
    expect([told, account]).toEqual([
      [0, 'stale', 0],
      [0, 'stale', 0],
    ]);
    expect(server.connections).toBe(1);
  });

  it('only probes its connection after a short absence', () => {
    const told = listen('DAY_MARKET');
    realtime.start();
    clock.advance(100);
    clock.sleep(2_000);
    realtime.wake();
    clock.advance(100);
    expect(told).toEqual([0]);
    expect(state()).toBe('live');
  });

  it('detects a sleep by its own late timer if the browser sends no event', () => {
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

  it('reacts to the browser’s events until they are detached', () => {
    const window = new EventTarget();
    const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    const told: string[] = [];
    const detach = attachWakeSources(
      { wake: () => void told.push('wake'), network: (online) => void told.push(`network ${online}`) },
      { window, document },
    );
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

  it('shows offline while the device has no network, and still reaches a server on the device', () => {
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
