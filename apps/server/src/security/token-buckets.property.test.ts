import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

it('never allows more than burst + rate × time in any span', () => {
  const steps = fc.array(fc.integer({ min: -50, max: 400 }), { maxLength: 200 });
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 40 }),
      (stepsMs, perSecond, burst) => {
        let now = 1_000_000;
        const buckets = new TokenBuckets(perSecond, burst, () => now);
        const takenAt: number[] = [];
        let elapsed = 0;
        for (const step of stepsMs) {
          now += step;
          // A clock that steps back adds no time. Time that it then repeats counts as elapsed.
          elapsed += Math.max(0, step);
          if (buckets.take('somebody')) takenAt.push(elapsed);
        }
        for (let from = 0; from < takenAt.length; from += 1) {
          for (let to = from; to < takenAt.length; to += 1) {
            const span = (takenAt[to] ?? 0) - (takenAt[from] ?? 0);
            expect(to - from + 1).toBeLessThanOrEqual(burst + (span * perSecond) / 1000 + 1e-6);
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

it('counts each key separately and allows everything at a rate of zero', () => {
  const strict = new TokenBuckets(1, 1, () => 0);
  expect([strict.take('a'), strict.take('a'), strict.take('b')]).toEqual([true, false, true]);
  const free = new TokenBuckets(0, 0, () => 0);
  expect(Array.from({ length: 100 }, () => free.take('a')).every(Boolean)).toBe(true);
});
