import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveSource, SourceTick } from '../source.ts';
import { ManualTimers } from './manual-timers.testkit.ts';
import { RecordingSink } from './recording-sink.testkit.ts';
import { VenueServer, type Manners, type VenueScript } from './venue-server.testkit.ts';

/** A source and the venue that speaks its protocol. */
export interface VenueUnderTest {
  readonly name: string;
  readonly heartbeatMs: number;
  /** The source's own limits, for the events that the tests wait for. */
  readonly silenceMs: number;
  readonly connectMs: number;
  readonly symbol: string;
  /** Answers as the documents say: accepts, and sends a quote of the symbol that equals `tick`. */
  readonly script: VenueScript;
  readonly tick: SourceTick;
  /** A message longer than the source accepts. */
  readonly huge: string;
  readonly heartbeat: string;
  readonly create: (server: VenueServer, timers: ManualTimers) => LiveSource;
}

/** Outcomes of attempts that fail before a stream is open, and the wait until the next one. */
const REFUSALS: readonly (readonly [Manners, string, number])[] = [
  ['html', 'connecting wrong_answer', 250],
  ['unauthorized', 'refused unauthorized', 330_000],
  ['rateLimited', 'refused rate_limited', 7_250],
  ['closesAtOnce', 'connecting unreachable', 250],
  ['cutRefusal', 'refused unauthorized', 330_000],
  ['redirects', 'connecting wrong_answer', 250],
];

/**
 * The table of faults, over a real socket and a clock that only the test moves: each fault is noticed, told once, and
 * recovered from when the venue behaves.
 */
export function describeFaults(venue: VenueUnderTest): void {
  describe(`faults of ${venue.name}`, () => {
    let server: VenueServer;
    let timers: ManualTimers;
    let sink: RecordingSink;
    let source: LiveSource;

    beforeEach(async () => {
      server = await VenueServer.start(venue.script);
      timers = new ManualTimers();
      sink = new RecordingSink();
      source = venue.create(server, timers);
    });
    afterEach(async () => {
      await source.stop();
      await server.stop();
      // The receiver takes none.
      expect(sink.early).toBe(0);
    });

    const start = (): void => source.start([venue.symbol], sink);
    const told = async (state: string): Promise<void> => {
      await expect.poll(() => sink.last, { interval: 5 }).toBe(state);
    };
    const arrived = async (ticks: number): Promise<void> => {
      await expect.poll(() => sink.ticks.length, { interval: 5 }).toBe(ticks);
    };
    const goLive = async (): Promise<void> => {
      start();
      await told('live connected');
      await arrived(1);
    };
    /** The time passes while the sockets work, until the source has recovered. */
    const recover = async (): Promise<void> => {
      server.manners = 'good';
      const before = sink.ticks.length;
      await expect
        .poll(
          () => {
            if (sink.last !== 'live connected') timers.advance(25);
            return sink.last;
          },
          { interval: 5 },
        )
        .toBe('live connected');
      await arrived(before + 1);
      expect(sink.ticks.at(-1)).toMatchObject({ symbol: venue.symbol, bid: venue.tick.bid, ask: venue.tick.ask });
    };
    const expectNoticed = (state: string, lastHeardAt: number): void => {
      expect(sink.last).toBe(state);
      expect((sink.states.at(-1)?.since ?? Infinity) - lastHeardAt).toBeLessThanOrEqual(2 * venue.heartbeatMs);
    };

    it.each(REFUSALS)('%s: %s, next attempt after %i ms', async (manners, state, wait) => {
      server.manners = manners;
      start();
      await told(state);
      expect(sink.history).toEqual(['connecting starting', state]);
      expect(timers.waits()).toContain(wait);
      timers.advance(wait - 1);
      const requests = server.requests;
      await recover();
      expect(server.requests).toBeGreaterThan(requests);
      // A redirect that is followed shows the token to another server.
      expect(server.targets).not.toContain('/elsewhere');
    });

    it('a wrong token is told once, over many attempts', async () => {
      server.manners = 'unauthorized';
      start();
      await told('refused unauthorized');
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const requests = server.requests;
        timers.advance(330_000);
        await timers.scheduled(330_000);
        expect(server.requests).toBe(requests + 1);
      }
      expect(sink.history).toEqual(['connecting starting', 'refused unauthorized']);
      expect(sink.states.at(-1)?.detail).toContain('401');
    });

    it('refuses, and drip-feeds the page of the refusal', async () => {
      server.manners = 'dripRefusal';
      start();
      await expect.poll(() => server.requests, { interval: 5 }).toBe(1);
      await expect
        .poll(
          () => {
            if (sink.last !== 'refused unauthorized') timers.advance(100);
            return sink.last;
          },
          { interval: 5 },
        )
        .toBe('refused unauthorized');
      expect(sink.history).toEqual(['connecting starting', 'refused unauthorized']);
    });

    it('stays half open: accepts the connection and is silent', async () => {
      server.manners = 'halfOpen';
      start();
      await expect.poll(() => server.requests, { interval: 5 }).toBe(1);
      timers.advance(venue.connectMs);
      expect(sink.last).toBe('connecting unreachable');
      await recover();
    });

    it('opens the stream and is silent', async () => {
      server.manners = 'silent';
      const open = timers.scheduled(venue.silenceMs * 0.95);
      start();
      await open;
      const openedAt = timers.now();
      timers.advance(2 * venue.heartbeatMs);
      expectNoticed('stale heartbeat_missed', openedAt);
      await recover();
    });

    it('sends no heartbeat', async () => {
      await goLive();
      const heardAt = timers.now();
      timers.advance(2 * venue.heartbeatMs);
      expectNoticed('stale heartbeat_missed', heardAt);
      await recover();
    });

    it('sends heartbeats: stays live', async () => {
      await goLive();
      for (let beat = 1; beat <= 5; beat += 1) {
        timers.advance(venue.heartbeatMs);
        const heard = timers.scheduled(venue.silenceMs * 0.95);
        server.sides.at(-1)?.send(venue.heartbeat);
        await heard;
      }
      expect(sink.history).toEqual(['connecting starting', 'live connected']);
      expect(sink.ticks).toHaveLength(1);
    });

    it('drip-feeds bytes', async () => {
      await goLive();
      const heardAt = timers.now();
      for (const byte of '{"type":"drip","cha') {
        server.sides.at(-1)?.sendPart(byte);
        timers.advance(venue.heartbeatMs / 10);
        await new Promise(setImmediate);
      }
      timers.advance(venue.heartbeatMs / 10);
      expectNoticed('stale heartbeat_missed', heardAt);
      expect(sink.ticks).toHaveLength(1);
      await recover();
    });

    it('sends wrong JSON', async () => {
      await goLive();
      const heardAt = timers.now();
      const wrong = ['{"type":"PRICE",', '[]', 'null', '"text"', '<html>', '['.repeat(50_000)];
      for (const text of wrong) server.sides.at(-1)?.send(text);
      await expect.poll(() => sink.malformedCount, { interval: 5 }).toBe(wrong.length);
      timers.advance(2 * venue.heartbeatMs);
      expectNoticed('stale wrong_answer', heardAt);
      expect(sink.ticks).toHaveLength(1);
      await recover();
    });

    it('sends a huge message', async () => {
      await goLive();
      server.sides.at(-1)?.send(venue.huge);
      await told('connecting wrong_answer');
      expect(sink.states.at(-1)?.detail).toMatch(/too long/);
      await recover();
    });

    it('is cut in the middle of a message', async () => {
      await goLive();
      server.sides.at(-1)?.sendPart('{"type":"PRICE","instru');
      server.sides.at(-1)?.cut();
      await told('connecting connection_closed');
      expect(sink.ticks).toHaveLength(1);
      expect(sink.malformedCount).toBe(0);
      await recover();
    });

    it('is closed by the venue after a day', async () => {
      await goLive();
      timers.advance(venue.heartbeatMs / 2);
      server.sides.at(-1)?.finish();
      await told('connecting connection_closed');
      await recover();
      expect(sink.history.at(-1)).toBe('live connected');
    });

    it('says nothing after it was stopped', async () => {
      await goLive();
      const states = sink.states.length;
      await source.stop();
      server.sides.at(-1)?.cut();
      await new Promise(setImmediate);
      timers.advance(600_000);
      expect(sink.states).toHaveLength(states);
      expect(timers.waits()).toEqual([]);
    });
  });
}
