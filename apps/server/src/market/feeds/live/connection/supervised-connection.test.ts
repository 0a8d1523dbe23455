import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { faultOfError, faultOfStatus, retryAfter, type Fault } from './fault.ts';
import type { LinkEvents } from './link.ts';
import { ManualTimers } from './manual-timers.testkit.ts';
import { RecordingSink } from './recording-sink.testkit.ts';
import { retryDelay } from './retry.ts';
import { SupervisedConnection, type ConnectionOptions } from './supervised-connection.ts';

/** A connection of the test: its events are called by hand. */
interface TestLink extends LinkEvents {
  readonly sent: string[];
  pings: number;
  isClosed: boolean;
}

const CUT: Fault = { phase: 'connecting', reason: 'connection_closed' };
const HOUR_MS = 3_600_000;

let timers: ManualTimers;
let sink: RecordingSink;
let links: TestLink[];
let connection: SupervisedConnection;

/** A connection whose messages are `beat` (alive), `noise` (idle), `garbage` (malformed) and `gap` (a fault). */
function begin(options: Partial<ConnectionOptions> = {}): void {
  connection = new SupervisedConnection(
    {
      transport: (events) => {
        const link: TestLink = { ...events, sent: [], pings: 0, isClosed: false };
        links.push(link);
        return {
          send: (text) => link.sent.push(text),
          ping: () => (link.pings += 1),
          close: () => (link.isClosed = true),
        };
      },
      converse: (link) => ({
        opened: () => link.send('subscribe'),
        probe: () => link.ping(),
        received: (text) => {
          if (text === 'gap') return { phase: 'connecting', reason: 'sequence_gap', detail: 'expected 7, got 9' };
          return text === 'beat' ? 'alive' : text === 'noise' ? 'idle' : 'malformed';
        },
      }),
      silenceMs: 1_000,
      connectMs: 5_000,
      ...options,
    },
    sink,
    timers,
  );
  connection.start();
}

function last(): TestLink {
  const link = links.at(-1);
  if (link === undefined) throw new Error('no connection was opened');
  return link;
}

function goLive(link = last()): void {
  link.opened();
  link.received('beat');
}

beforeEach(() => {
  timers = new ManualTimers();
  sink = new RecordingSink();
  links = [];
});

describe('a supervised connection', () => {
  it('is live with the first sign of life, not with the connection or with noise', () => {
    begin();
    last().opened();
    last().received('noise');
    last().received('garbage');
    expect(sink.last).toBe('connecting starting');
    last().received('beat');
    expect(sink.last).toBe('live connected');
    expect(last().sent).toEqual(['subscribe']);
    expect(sink.malformedCount).toBe(1);
  });

  it('waits longer after each failure, up to a minute, and forgets them after a minute of health', () => {
    begin();
    const waits: number[] = [];
    const fail = (): void => {
      last().ended(CUT);
      waits.push(timers.waits()[0] ?? 0);
      timers.advance(waits.at(-1) ?? 0);
    };
    for (let failures = 1; failures <= 9; failures += 1) fail();
    // Half of the ceilings, because the random number is 0.5.
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    goLive();
    for (let beat = 0; beat < 59; beat += 1) {
      timers.advance(999);
      last().received('beat');
    }
    fail();
    expect(waits.at(-1)).toBe(30_000);
    goLive();
    for (let beat = 0; beat < 61; beat += 1) {
      timers.advance(999);
      last().received('beat');
    }
    fail();
    expect(waits.at(-1)).toBe(250);
  });

  it('tells an outcome once, however often it repeats, and the next one at once', () => {
    begin();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      last().ended({ phase: 'connecting', reason: 'unreachable', detail: `ECONNREFUSED ${attempt}` });
      timers.advance(60_000);
    }
    last().ended({ phase: 'refused', reason: 'unauthorized', detail: 'HTTP 401' });
    expect(sink.history).toEqual(['connecting starting', 'connecting unreachable', 'refused unauthorized']);
  });

  it('replaces a connection before the venue cuts it, without a gap', () => {
    begin({ lifeMs: 24 * HOUR_MS, silenceMs: 48 * HOUR_MS });
    goLive();
    const [first] = links;
    timers.advance(24 * HOUR_MS * 0.95 - 1);
    expect(links).toHaveLength(1);
    timers.advance(501);
    expect(links).toHaveLength(2);
    last().opened();
    expect(first?.isClosed).toBe(false);
    last().received('beat');
    expect(first?.isClosed).toBe(true);
    expect(sink.history).toEqual(['connecting starting', 'live connected']);
    timers.advance(24 * HOUR_MS * 0.95 + 500);
    expect(links).toHaveLength(3);
  });

  it('stays live on the old connection while its successor fails', () => {
    begin({ silenceMs: 48 * HOUR_MS });
    goLive();
    connection.renew();
    connection.renew();
    timers.advance(500);
    expect(links).toHaveLength(2);
    last().ended({ phase: 'refused', reason: 'rate_limited', retryAfterMs: 5_000 });
    expect(sink.last).toBe('live connected');
    timers.advance(5_249);
    expect(links).toHaveLength(2);
    timers.advance(1);
    expect(links).toHaveLength(3);
    links[0]?.ended(CUT);
    expect(sink.last).toBe('connecting connection_closed');
    goLive();
    expect(sink.last).toBe('live connected');
  });

  it('does not shorten a back-off when it is renewed', () => {
    begin();
    last().ended({ phase: 'refused', reason: 'unauthorized' });
    connection.renew();
    timers.advance(329_999);
    expect(links).toHaveLength(1);
    timers.advance(1);
    expect(links).toHaveLength(2);
  });

  it('reconnects after a gap in the sequence', () => {
    begin();
    goLive();
    last().received('gap');
    expect(sink.states.at(-1)).toMatchObject({
      phase: 'connecting',
      reason: 'sequence_gap',
      detail: 'expected 7, got 9',
    });
    expect(last().isClosed).toBe(true);
    last().received('beat');
    expect(sink.last).toBe('connecting sequence_gap');
  });

  it('does not blame the source for a stall of the process', () => {
    begin();
    goLive();
    // The first timer after a stall runs before the data that arrived meanwhile is read.
    timers.advance(950);
    last().received('beat');
    timers.advance(999);
    expect(sink.last).toBe('live connected');
    timers.advance(1);
    expect(sink.last).toBe('stale heartbeat_missed');
  });

  it('takes pings for life only where they are the heartbeat', () => {
    begin({ pingsProveLife: true, probeMs: 400 });
    last().opened();
    last().pinged();
    expect(sink.last).toBe('live connected');
    timers.advance(900);
    expect(last().pings).toBe(2);
    last().pinged();
    timers.advance(900);
    expect(sink.last).toBe('live connected');
    timers.advance(100);
    expect(sink.last).toBe('stale heartbeat_missed');
    begin();
    last().opened();
    last().pinged();
    timers.advance(1_000);
    expect(sink.history.at(-1)).toBe('stale heartbeat_missed');
  });

  it('takes pings for no life while only unreadable messages arrive', () => {
    begin({ pingsProveLife: true, probeMs: 400 });
    last().opened();
    last().received('beat');
    for (let message = 0; message < 3; message += 1) {
      last().received('garbage');
      timers.advance(300);
      last().pinged();
    }
    timers.advance(699);
    expect(sink.last).toBe('live connected');
    timers.advance(1);
    expect(sink.last).toBe('stale wrong_answer');
    timers.advance(250);
    goLive();
    for (let message = 0; message < 9; message += 1) {
      last().received(message % 3 === 2 ? 'beat' : 'garbage');
      timers.advance(900);
      last().pinged();
    }
    expect(sink.last).toBe('live connected');
  });

  it('tells details in one short line without secrets', () => {
    begin({ secrets: ['s3cret', ''] });
    last().ended({
      phase: 'refused',
      reason: 'unauthorized',
      detail: `no\r\n\u0007such token\ts3cret! ${'x'.repeat(500)}`,
    });
    const { detail = '' } = sink.states.at(-1) ?? {};
    expect(detail).toMatch(/^no such token \*\*\*! x+…$/);
    expect(detail).toHaveLength(160);
  });

  it('can be stopped by the receiver of a state, and says nothing afterwards', () => {
    const states: string[] = [];
    sink.state = (state) => {
      states.push(state.reason);
      if (state.phase === 'live') connection.stop();
    };
    begin({ lifeMs: HOUR_MS });
    goLive();
    last().ended(CUT);
    expect(states).toEqual(['starting', 'connected']);
    expect(timers.waits()).toEqual([]);
  });
});

describe('the wait before an attempt', () => {
  it('is what the source asked for, bounded, plus full jitter', () => {
    const asked = fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        asked,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, retryAfterMs, random) => {
          const delay = retryDelay(
            failures,
            { phase: 'connecting', reason: 'wrong_answer', retryAfterMs },
            () => random,
          );
          const least = Math.min(retryAfterMs ?? 0, 900_000);
          const ceiling = Math.min(60_000, 500 * 2 ** Math.min(failures - 1, 20));
          expect(delay).toBeCloseTo(least + random * ceiling, 6);
        },
      ),
    );
  });

  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Mon, 23 Nov 2026 09:00:30 GMT', 30_000],
    ['Mon, 23 Nov 2020 09:00:30 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    [undefined, undefined],
  ])('reads Retry-After %s', (value, expected) => {
    expect(retryAfter(value, Date.UTC(2026, 10, 23, 9))).toBe(expected);
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT', 'CERT_HAS_EXPIRED'])(
    'is a back-off after %s: no address, no way or no trust',
    (code) => {
      const fault = faultOfError(Object.assign(new Error('words of the machine'), { code }), false);
      expect(fault).toEqual({ phase: 'connecting', reason: 'unreachable', detail: code });
      expect(retryDelay(9, fault, () => 0.5)).toBe(30_000);
    },
  );

  it.each([
    [200, 'connecting wrong_answer'],
    [302, 'connecting wrong_answer'],
    [400, 'connecting wrong_answer'],
    [401, 'refused unauthorized'],
    [403, 'refused unauthorized'],
    [429, 'refused rate_limited'],
    [503, 'connecting wrong_answer'],
  ])('status %i means %s', (status, expected) => {
    const { phase, reason } = faultOfStatus(status, {}, 0);
    expect(`${phase} ${reason}`).toBe(expected);
  });
});
