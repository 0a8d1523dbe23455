import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CleanTick } from '../../../clean-tick.ts';
import { Normaliser } from '../../../normalise.ts';
import type { ListedInstrument } from '../../../port.ts';
import { REFERENCE_INSTRUMENTS } from '../../../reference/instruments.ts';
import { LiveFeed } from '../live-feed.ts';
import type { LiveSource } from '../source.ts';
import type { VenueUnderTest } from './faults.test-support.ts';
import { ManualTimers } from './manual-timers.testkit.ts';
import { VenueServer, type VenueSide } from './venue-server.testkit.ts';

/** A source whose quotes a test writes. */
export type QuotingVenue = VenueUnderTest & {
  readonly name: LiveSource['name'];
  /** Sends a quote as the documents say; the time is left out where the protocol has none. */
  readonly send: (side: VenueSide, quote: { bid: string; ask: string; time: number }) => void;
  /** True when the venue's quotes carry no time. */
  readonly isTimeless?: boolean;
};

/** A price as a text of JSON. */
export function quoted(text: string): string {
  return text.startsWith('"') ? text : `"${text}"`;
}

const EURUSD = REFERENCE_INSTRUMENTS.find(({ code }) => code === 'EURUSD')!;

/**
 * Bad ticks on their whole way from the venue's socket to the quote that may be dealt on: none becomes one, each is
 * counted, and the next good one follows on the same connection.
 */
export function describeBadTicks(venue: QuotingVenue): void {
  describe(`bad ticks of ${venue.name}`, () => {
    const timers = new ManualTimers();
    let server: VenueServer;
    let feed: LiveFeed;
    let normaliser: Normaliser;
    let accepted: CleanTick[];
    let inDoubt: boolean;
    let counted: number;

    beforeEach(async () => {
      server = await VenueServer.start(venue.script);
      accepted = [];
      inDoubt = false;
      counted = 0;
      const instrument: ListedInstrument = { ...EURUSD, staleAfterMs: 10_000, symbols: { [venue.name]: venue.symbol } };
      const clock = (): number => timers.now();
      normaliser = new Normaliser([instrument], {
        accept: (tick) => accepted.push(tick),
        doubt: (_, doubted) => {
          inDoubt = doubted;
        },
      });
      feed = new LiveFeed({ sources: [venue.create(server, timers)], instruments: [instrument], clock });
      await feed.start({
        tick: (tick) => normaliser.take(tick, timers.now()),
        malformed: () => {
          counted += 1;
        },
        ended: () => expect.unreachable(),
      });
      await expect.poll(() => feed.sources()[0]?.state.phase, { interval: 5 }).toBe('live');
      // The venue's own quote is of another time, or of another price.
      await expect.poll(() => feed.sources()[0]?.quotes, { interval: 5 }).toBeGreaterThan(0);
      accepted = [];
    });
    afterEach(async () => {
      await feed.stop();
      await server.stop();
    });

    const send = (bid: string, ask: string, ageMs = 0): void => {
      const side = server.sides.at(-1);
      if (side !== undefined) venue.send(side, { bid, ask, time: timers.now() - ageMs });
    };
    /** Everything that was dropped anywhere on the way. */
    const dropped = (): number => {
      const status = feed.sources()[0];
      const rejected = Object.values(normaliser.rejected()).reduce((sum, count) => sum + count, 0);
      return counted + (status?.refused ?? 0) + rejected;
    };
    const prices = (): string[] => accepted.map(({ bid, ask }) => `${bid} ${ask}`);
    /** A jump to the price of the test, confirmed by three ticks. */
    const settle = async (): Promise<void> => {
      for (let tick = 0; tick < 3; tick += 1) send('1.10000', '1.10002');
      await expect.poll(() => accepted.length, { interval: 5 }).toBeGreaterThanOrEqual(3);
      expect(inDoubt).toBe(false);
      accepted = [];
    };

    it.each([
      ['crossed', '1.10003', '1.10001', 0],
      ['a bid of zero', '0', '1.10001', 0],
      ['zero on both sides', '0.00000', '0.00000', 0],
      ['negative', '-1.10000', '1.10001', 0],
      ['too large for any price', '99999999999999999999', '99999999999999999999', 0],
      ['not a number', '"one"', '"two"', 0],
      ['stale', '1.10000', '1.10001', 11_000],
      ['ahead', '1.10000', '1.10001', -5_000],
      ['out of order', '1.10000', '1.10001', 3_000],
    ] as const)('%s: dropped and counted, and the next one is taken', async (fault, bid, ask, ageMs) => {
      if (ageMs !== 0 && venue.isTimeless === true) return;
      await settle();
      const before = dropped();
      send(bid, ask, ageMs);
      send('1.10001', '1.10003');
      await expect.poll(prices, { interval: 5 }).toEqual(['110001000 110003000']);
      // A quote that is only out of order is silently left out by the choice of the source.
      if (fault !== 'out of order') expect(dropped()).toBeGreaterThan(before);
      expect(feed.sources()[0]?.state.phase).toBe('live');
      expect(server.sides).toHaveLength(1);
    });

    it('repeated: taken again, and nothing else happens', async () => {
      await settle();
      for (let tick = 0; tick < 5; tick += 1) send('1.10001', '1.10003');
      await expect.poll(prices, { interval: 5 }).toEqual(Array.from({ length: 5 }, () => '110001000 110003000'));
      expect(inDoubt).toBe(false);
    });

    it('a huge jump: in doubt until the price is back, and never dealt on', async () => {
      await settle();
      send('9.90000', '9.90002');
      await expect.poll(() => inDoubt, { interval: 5 }).toBe(true);
      expect(accepted).toEqual([]);
      send('1.10001', '1.10003');
      await expect.poll(prices, { interval: 5 }).toEqual(['110001000 110003000']);
      expect(inDoubt).toBe(false);
      expect(normaliser.rejected()['spike']).toBe(1);
    });
  });
}
