import { beforeEach, describe, expect, it } from 'vitest';
import { createBench } from './bench.testkit.ts';
import type { Bench } from './bench.testkit.ts';

let clock: Bench['clock'];
let server: Bench['server'];
let realtime: Bench['realtime'];
let warnings: Bench['warnings'];
let sessionsLost: Bench['sessionsLost'];
let listen: Bench['listen'];
let sent: Bench['sent'];

beforeEach(() => {
  ({ clock, server, realtime, warnings, sessionsLost, listen, sent } = createBench());
});

describe('topics', () => {
  it('are subscribed once for several listeners, and unsubscribed with the last', () => {
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

  it('give a later listener its own snapshot', () => {
    realtime.start();
    listen('DAY_MARKET');
    clock.advance(5_000);
    const late = listen('DAY_MARKET');
    clock.advance(100);
    expect(late).toEqual([0]);
  });

  it('are subscribed again after a gap, at most once a second', () => {
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

  it('are restored on a new connection', () => {
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

  it('are not requested again if they do not exist', () => {
    listen('KLINE.NOWHERE');
    realtime.start();
    clock.advance(30);
    for (const socket of server.sockets)
      socket.emit('message', '{"type":"error","code":1008,"reason":"unknown_topic","topic":"KLINE.NOWHERE"}');
    const before = sent('subscribe');
    clock.advance(60_000);
    expect(sent('subscribe')).toBe(before + 1);
    expect(warnings.length).toBeGreaterThan(0);
  });
});

describe('signing in', () => {
  it('happens after connecting and before private topics', () => {
    const told = listen('FOREX_TRADE');
    realtime.setToken('good');
    realtime.start();
    clock.advance(100);
    expect([...server.sockets][0]?.received.map(({ type }) => type)).toEqual(['ping', 'login', 'subscribe']);
    expect(told).toEqual([0]);
  });

  it('with an invalid token is reported once and not retried', () => {
    const told = listen('FOREX_TRADE');
    realtime.setToken('old');
    realtime.start();
    clock.advance(30_000);
    expect(sessionsLost()).toBe(1);
    expect(sent('login')).toBe(1);
    expect(told).toEqual([]);
  });

  it('marks the account stale and reports it when the session ends elsewhere', () => {
    const told = listen('FOREX_TRADE');
    realtime.setToken('good');
    realtime.start();
    clock.advance(100);
    server.say('{"type":"login_result","code":999,"reason":"session_invalid"}');
    clock.advance(30_000);
    expect(told).toEqual([0, 'stale']);
    expect(sessionsLost()).toBe(1);
    expect(sent('login')).toBe(1);
  });

  it('is not ended by what the server says of the former session', () => {
    const told = listen('FOREX_TRADE');
    server.validToken = 'former';
    realtime.setToken('former');
    realtime.start();
    clock.advance(100);
    server.validToken = 'good';
    server.say('{"type":"login_result","code":999,"reason":"session_invalid"}');
    realtime.setToken('good');
    clock.advance(100);
    expect(sessionsLost()).toBe(0);
    expect(told).toEqual([0, 'stale', 0]);
    // Its own end is heard as before.
    server.say('{"type":"login_result","code":999,"reason":"session_invalid"}');
    clock.advance(100);
    expect(sessionsLost()).toBe(1);
  });

  it('is not begun by the answer to the sign-in of the former one', () => {
    const told = listen('FOREX_TRADE');
    server.validToken = 'former';
    realtime.start();
    clock.advance(100);
    realtime.setToken('former');
    clock.advance(15);
    server.validToken = 'good';
    realtime.setToken('other');
    realtime.setToken('good');
    clock.advance(1_000);
    expect(sessionsLost()).toBe(0);
    expect(told).toEqual([0]);
  });

  it('marks the former user’s figures stale at once', () => {
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
