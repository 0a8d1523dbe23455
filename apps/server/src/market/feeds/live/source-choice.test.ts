import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { BACK_AFTER_MS, SourceChoice, type SourceChoiceChange, type SourceQuote } from './source-choice.ts';

const LIMITS = { staleAfterMs: 10_000, apartPerTenThousand: 10 };

let now = 0;
let choice: SourceChoice;
let delivered: { readonly source: number; readonly time: number; readonly bid: bigint }[];
let changes: SourceChoiceChange[];
let refused = 0;

function begin(count: number): void {
  now = 1_000_000;
  delivered = [];
  changes = [];
  refused = 0;
  choice = new SourceChoice(count, LIMITS, {
    quote: ({ time, bid }, source) => delivered.push({ source, time, bid }),
    changed: (change) => changes.push(change),
    refused: () => {
      refused += 1;
    },
  });
}

const quote = (source: number, bid: number, ageMs = 0): void =>
  choice.quote(source, { time: now - ageMs, bid: BigInt(bid), ask: BigInt(bid + 10) }, now);
const live = (...sources: readonly number[]): void => {
  for (const source of sources) choice.connection(source, true, now);
};
/** Lets time pass in beats, and calls `each` before each of them. */
function pass(ms: number, each?: (beat: number) => void): void {
  for (let beat = 0; beat * 250 < ms; beat += 1) {
    now += 250;
    each?.(beat);
    choice.advance(now);
  }
}
const both = (beat: number): void => [0, 1].forEach((source) => quote(source, 100_000 + beat));
const reasons = () => changes.map(({ to, reason }) => [to, reason]);

describe('with two sources', () => {
  beforeEach(() => {
    begin(2);
    live(0, 1);
    quote(0, 100_000);
    quote(1, 100_005);
  });

  it('only the preferred one is delivered', () => {
    quote(1, 100_006);
    quote(0, 100_001);
    expect(delivered.map(({ source, bid }) => [source, bid])).toEqual([
      [0, 100_000n],
      [0, 100_001n],
    ]);
  });

  it('a cut one is replaced at once, by a quote that is not older, and used again after 30 s of health', () => {
    quote(0, 100_010);
    choice.connection(0, false, now);
    expect(choice.present).toBe(1);
    live(0);
    pass(BACK_AFTER_MS, (beat) => {
      quote(0, 100_100 + beat);
      quote(1, 100_200 + beat);
    });
    expect(choice.present).toBe(1);
    pass(250, () => quote(0, 100_500));
    expect(reasons()).toEqual([
      [0, 'first'],
      [1, 'lost'],
      [0, 'recovered'],
    ]);
  });

  it('an interruption begins the 30 s anew', () => {
    choice.connection(0, false, now);
    live(0);
    pass(25_000, both);
    choice.connection(0, false, now);
    live(0);
    pass(25_000, both);
    expect(choice.present).toBe(1);
    pass(6_000, both);
    expect(choice.present).toBe(0);
  });

  it('one that stands still while the other moves away is left within 3 s', () => {
    pass(5_000, (beat) => quote(1, 100_005 + (beat % 2)));
    expect(choice.present).toBe(0);
    const moved = now;
    let standing = 0;
    pass(3_000, (beat) => {
      quote(0, 100_000);
      quote(1, 101_000 + beat);
      if (choice.present === 0) standing = now - moved;
    });
    expect(reasons().at(-1)).toEqual([1, 'frozen']);
    expect(standing).toBeLessThanOrEqual(1_500);
  });

  it('one wild tick of the other, or a move that it follows, is no evidence', () => {
    quote(1, 150_000);
    pass(5_000, () => quote(0, 100_000));
    expect(choice.present).toBe(0);
    pass(10_000, (beat) => {
      quote(1, 100_000 + 1_000 * beat);
      if (beat % 3 === 2) quote(0, 100_000 + 1_000 * beat);
    });
    expect(reasons()).toEqual([[0, 'first']]);
  });

  it('two that move apart are not told from each other: the preferred one stays', () => {
    pass(60_000, (beat) => {
      quote(0, 100_000 + beat);
      quote(1, 120_000 + beat);
    });
    expect(reasons()).toEqual([[0, 'first']]);
  });

  it('a frozen one is not used when the other goes, before it moves', () => {
    pass(3_000, (beat) => {
      quote(0, 100_000);
      quote(1, 101_000 + beat);
    });
    choice.connection(1, false, now);
    expect(choice.present).toBeUndefined();
    pass(3_000, () => quote(0, 100_000));
    expect(choice.present).toBeUndefined();
    quote(0, 101_020);
    expect(choice.present).toBe(0);
  });

  it('a quiet one gives way to one with fresh quotes, and stays when neither has any', () => {
    pass(20_000);
    expect(choice.present).toBe(0);
    quote(1, 100_004);
    expect(reasons().at(-1)).toEqual([1, 'quiet']);
  });

  it('a new source begins with quotes that are not older than the last one', () => {
    now += 1_000;
    quote(0, 100_020);
    now += 1_000;
    quote(1, 100_021, 1_500);
    choice.connection(0, false, now);
    expect(delivered.at(-1)).toMatchObject({ source: 0, bid: 100_020n });
    quote(1, 100_022, 1_001);
    expect(delivered.at(-1)).toMatchObject({ source: 0 });
    quote(1, 100_023, 900);
    expect(delivered.at(-1)).toMatchObject({ source: 1, bid: 100_023n });
  });

  it('none is left when both are cut, and the first that comes back is used', () => {
    choice.connection(0, false, now);
    choice.connection(1, false, now);
    expect(choice.present).toBeUndefined();
    quote(1, 100_000);
    live(1);
    quote(1, 100_000);
    expect(choice.present).toBe(1);
  });

  it('late, future, crossed and absent prices are refused; a clock slightly ahead gives market time', () => {
    const before = delivered.length;
    quote(0, 100_000, 10_001);
    quote(0, 100_000, -2_001);
    quote(0, 0);
    quote(0, -5);
    choice.quote(0, { time: now, bid: 11n, ask: 10n }, now);
    choice.quote(0, { time: now + 0.5, bid: 10n, ask: 10n }, now);
    expect([delivered.length, refused]).toEqual([before, 6]);
    quote(0, 100_001, -1_500);
    expect(delivered.at(-1)).toMatchObject({ time: now, bid: 100_001n });
  });
});

it('with three sources, one against two that agree is left, although it moves, and stays out while they go', () => {
  begin(3);
  live(0, 1, 2);
  pass(2_000, (beat) => {
    quote(0, 100_000 + beat);
    quote(1, 110_000 + beat);
    quote(2, 110_002 + beat);
  });
  expect(reasons().at(-1)).toEqual([1, 'outvoted']);
  choice.connection(1, false, now);
  expect(choice.present).toBe(2);
  choice.connection(2, false, now);
  pass(1_000, (beat) => quote(0, 100_000 + beat));
  expect(choice.present).toBeUndefined();
});

type Step =
  | { readonly do: 'quote'; readonly source: number; readonly bid: number; readonly ageMs: number }
  | { readonly do: 'connection'; readonly source: number; readonly live: boolean }
  | { readonly do: 'wait'; readonly ms: number };

const source = fc.integer({ min: 0, max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('quote' as const),
      source,
      bid: fc.oneof(fc.integer({ min: 99_990, max: 100_010 }), fc.integer({ min: 1_000, max: 300_000 })),
      ageMs: fc.integer({ min: -2_500, max: 12_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('connection' as const), source, live: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
);

/** The connections and last quotes as the test sees them. */
interface Seen {
  live: boolean;
  quote: SourceQuote | undefined;
  freshSince: number;
}

function run(steps: readonly Step[], check: (seen: readonly Seen[], before: number | undefined) => void): void {
  begin(3);
  const seen: Seen[] = [0, 1, 2].map(() => ({
    live: false,
    quote: undefined,
    freshSince: Infinity,
  }));
  for (const each of steps) {
    const before = choice.present;
    const age = (): void => {
      for (const one of seen) {
        const isFresh = one.live && one.quote !== undefined && now - one.quote.time <= LIMITS.staleAfterMs;
        one.freshSince = isFresh ? Math.min(one.freshSince, now) : Infinity;
      }
    };
    if (each.do === 'wait') {
      now += each.ms;
      age();
      choice.advance(now);
    } else {
      const one = seen[each.source];
      if (one === undefined) return;
      if (each.do === 'connection') {
        if (one.live !== each.live) one.quote = undefined;
        one.live = each.live;
        age();
        choice.connection(each.source, each.live, now);
      } else {
        if (one.live && each.ageMs >= -2_000 && each.ageMs <= LIMITS.staleAfterMs)
          one.quote = { time: Math.min(now, now - each.ageMs), bid: BigInt(each.bid), ask: 0n };
        age();
        quote(each.source, each.bid, each.ageMs);
      }
    }
    check(seen, before);
  }
}

describe('in any order of events', () => {
  it('times never run backwards, and nothing comes from a source that is cut or contradicted', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let count = 0;
        run(steps, (seen) => {
          for (const { source: by, time } of delivered.slice(count)) {
            expect(seen[by]?.live).toBe(true);
            expect(time).toBeLessThanOrEqual(now);
            expect(choice.isWrong(by) && choice.present === by).toBe(false);
          }
          count = delivered.length;
        });
        expect(delivered.map(({ time }) => time)).toEqual(delivered.map(({ time }) => time).toSorted((a, b) => a - b));
      }),
    );
  });

  it('a healthy source is present whenever there is one, and a preferred one only after 30 s of health', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        run(steps, (seen, before) => {
          const isHealthy = (index: number): boolean =>
            Number.isFinite(seen[index]?.freshSince ?? Infinity) && !choice.isWrong(index);
          const { present } = choice;
          if ([0, 1, 2].some(isHealthy)) expect(present !== undefined && isHealthy(present)).toBe(true);
          else if (present !== undefined) expect(seen[present]?.live).toBe(true);
          if (before !== undefined && present !== undefined && present < before && isHealthy(before))
            expect(now - (seen[present]?.freshSince ?? Infinity)).toBeGreaterThanOrEqual(BACK_AFTER_MS);
        });
      }),
    );
  });
});
