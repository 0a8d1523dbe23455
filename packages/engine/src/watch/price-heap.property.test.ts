import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntryPool, PriceHeap } from './price-heap.ts';

const step = fc.record({
  action: fc.constantFrom('insert', 'remove', 'move', 'ask'),
  which: fc.nat(),
  key: fc.integer({ min: -50, max: 50 }),
});

describe('the price heap', () => {
  it('answers like a linear search of a list', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const pool = new EntryPool<number>();
        const tops = new Float64Array(1);
        const heap = new PriceHeap(pool, tops, 0);
        const list: { owner: number; entry: number; key: number }[] = [];
        let owners = 0;
        for (const { action, which, key } of steps) {
          const chosen = list[which % Math.max(1, list.length)];
          if (action === 'insert') {
            owners += 1;
            const entry = pool.take(owners);
            heap.insert(entry, key);
            list.push({ owner: owners, entry, key });
          } else if (action === 'remove' && chosen !== undefined) {
            heap.remove(chosen.entry);
            pool.release(chosen.entry);
            list.splice(list.indexOf(chosen), 1);
          } else if (action === 'move' && chosen !== undefined) {
            heap.move(chosen.entry, key);
            chosen.key = key;
          }
          const reached: number[] = [];
          heap.collect(key, reached);
          expect(reached.sort((left, right) => left - right)).toEqual(
            list
              .filter((item) => item.key <= key)
              .map(({ owner }) => owner)
              .sort((left, right) => left - right),
          );
          expect(tops[0]).toBe(Math.min(Number.POSITIVE_INFINITY, ...list.map((item) => item.key)));
          expect(heap.size).toBe(list.length);
          for (const item of list) expect(heap.holds(item.entry, item.key)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
