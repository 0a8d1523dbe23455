import type { InstrumentId } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QuoteWatch } from './quote-watch.ts';

const [ONE, OTHER] = [1, 2] as InstrumentId[] as [InstrumentId, InstrumentId];
let now = 0;
let lines: string[];
let watch: QuoteWatch;

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  lines = [];
  watch = new QuoteWatch({ warn: (line) => lines.push(line), info: (line) => lines.push(line) });
  for (const each of [ONE, OTHER]) {
    watch.session(each, true);
    watch.doubt(each, undefined);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Looks four times a second. */
function pass(ms: number, isHeard = true): void {
  for (const end = now + ms; now < end; now += 250) watch.look(isHeard ? 'the market of m (epoch 3)' : undefined);
}

it('tells once that a heard market has no new quotes, and once that it has some again', () => {
  watch.taken();
  watch.leftOut();
  pass(60_000);
  expect(lines).toEqual([
    'the market of m (epoch 3) is heard, but has no new quote for 15000 ms although 2 markets are open; 1 older quotes were left out',
  ]);
  expect([watch.silenceMs, watch.overdueMs]).toEqual([60_000, 60_000]);
  watch.taken();
  pass(10_000);
  expect(lines.slice(1)).toEqual(['quotes are new again, after 60000 ms']);
});

it('expects no quotes of a market that is away, closed or in doubt, and gives it time after that', () => {
  pass(30_000, false);
  for (const each of [ONE, OTHER]) watch.session(each, false);
  pass(30_000);
  watch.session(ONE, true);
  watch.doubt(ONE, 'source');
  pass(30_000);
  watch.doubt(ONE, undefined);
  expect(watch.overdueMs).toBe(0);
  pass(14_000);
  expect(watch.overdueMs).toBe(14_000);
  expect(lines).toEqual([]);
  pass(2000);
  expect(lines).toHaveLength(1);
});
