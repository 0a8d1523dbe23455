import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

it('keeps the newest values of recently used keys, and is bounded', () => {
  const SIZE = 8;
  const steps = fc.array(
    fc.record({ do: fc.constantFrom('set', 'get', 'delete'), key: fc.integer({ min: 0, max: 30 }) }),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(steps, (course) => {
      const map = new RecentMap<number, { readonly at: number }>(SIZE);
      const truth = new Map<number, { readonly at: number }>();
      let used: number[] = [];
      course.forEach((step, at) => {
        const known = truth.get(step.key);
        if (step.do === 'get') {
          const found = map.get(step.key);
          // A key has its newest value or none, and always its value while it is among the last SIZE - 1 used.
          expect(found === undefined || found === known).toBe(true);
          if (known !== undefined && used.slice(-(SIZE - 1)).includes(step.key)) expect(found).toBe(known);
          if (found === undefined) return;
        }
        if (step.do === 'set') {
          truth.set(step.key, { at });
          map.set(step.key, truth.get(step.key) ?? { at });
        }
        used = used.filter((key) => key !== step.key);
        if (step.do === 'delete') {
          truth.delete(step.key);
          map.delete(step.key);
          expect(map.get(step.key)).toBeUndefined();
        } else {
          used.push(step.key);
        }
        expect(map.held).toBeLessThanOrEqual(2 * SIZE);
      });
    }),
    { numRuns: 500 },
  );
});
