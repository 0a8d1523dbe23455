import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeSource } from './feeds/live/fake-source.testkit.ts';
import { LiveFeed } from './feeds/live/live-feed.ts';
import { Normaliser } from './normalise.ts';
import type { ListedInstrument } from './port.ts';
import { REFERENCE_INSTRUMENTS } from './reference/instruments.ts';

const START = Date.UTC(2026, 10, 23, 12);
const [EURUSD] = REFERENCE_INSTRUMENTS as readonly [ListedInstrument];
const SYMBOL = 'EUR/USD';

/** A market of three sources up to the normaliser. Limits: a jump of 1 %, `holdMs`. */
async function marketOf(holdMs: number) {
  let now = START;
  const sources = (['oanda', 'kraken', 'dxlink'] as const).map((name) => new FakeSource(name, () => now));
  const instrument: ListedInstrument = {
    ...EURUSD,
    spike: { jumpPerMille: 10, holdMs },
    symbols: { oanda: SYMBOL, kraken: SYMBOL, dxlink: SYMBOL },
  };
  const feed = new LiveFeed({ sources, instruments: [instrument], clock: () => now });
  const accepted: number[] = [];
  const sink = {
    accept: ({ bid }: { readonly bid: bigint }) => accepted.push(Number(bid) / 1e8),
    doubt: () => undefined,
  };
  const normaliser = new Normaliser([instrument], sink);
  await feed.start({ tick: (tick) => normaliser.take(tick, now), malformed: nothing, ended: nothing });
  for (const source of sources) source.is('live');
  return {
    feed,
    accepted,
    cut: (at: number) => sources[at]?.is('connecting'),
    quote: (...prices: readonly number[]) => prices.forEach((bid, at) => sources[at]?.quote(SYMBOL, bid.toFixed(5))),
    /** Lets time pass in steps of 50 ms, and calls `each` before each of them. */
    pass: (ms: number, each: (step: number) => void) => {
      for (let step = 0; step * 50 < ms; step += 1) {
        now += 50;
        each(step);
        feed.advance();
        normaliser.advance(now);
      }
    },
  };
}

describe('a jump of the present source that other fresh sources contradict', () => {
  let market: Awaited<ReturnType<typeof marketOf>>;
  beforeEach(async () => {
    market = await marketOf(200);
    market.quote(1.1, 1.1, 1.1);
    market.accepted.length = 0;
  });
  afterEach(() => market.feed.stop());

  it('is no price before the vote of the others has ended it, however many ticks agree', () => {
    const { accepted, pass, quote } = market;
    pass(2_000, (step) => quote(11 + step / 1e5, 1.1 + step / 1e5, 1.1 + step / 1e5));
    expect(accepted.filter((bid) => bid > 2)).toEqual([]);
    // The second source has taken over.
    expect(accepted.at(-1)).toBe(1.10039);
  });

  it('is the price as soon as the others have it too', () => {
    const { accepted, pass, quote } = market;
    pass(300, (step) => quote(1.2 + step / 1e5, 1.1, 1.1));
    expect(accepted).toEqual([]);
    quote(1.20006, 1.20006, 1.20006);
    expect(accepted).toEqual([]);
    quote(1.20007);
    expect(accepted.at(-1)).toBe(1.20007);
  });

  it('is the price by time while nothing but one other source contradicts it', () => {
    const { accepted, cut, pass, quote } = market;
    cut(2);
    pass(1_500, (step) => quote(1.2 + step / 1e5, 1.1 + step / 1e5));
    expect(accepted).toEqual([]);
    pass(50, () => quote(1.2003, 1.1003));
    expect(accepted).toEqual([1.20028, 1.20029, 1.2003]);
  });
});

function nothing(): void {
  // The test has no such event.
}
