import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PagedMap } from './paged-map.ts';

const id = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1020, max: 1028 }), fc.constant(2 ** 40 + 5));
const step = fc.record({ id, deleted: fc.boolean() });

it('holds what a map holds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const paged = new PagedMap<{ readonly at: number }>();
      const plain = new Map<number, { readonly at: number }>();
      for (const [at, { id: number, deleted }] of steps.entries()) {
        const value = { at };
        for (const map of [paged, plain]) {
          if (deleted) map.delete(number);
          else map.set(number, value);
        }
        expect(paged.size).toBe(plain.size);
        expect(paged.get(number)).toBe(plain.get(number));
        expect(paged.has(number)).toBe(plain.has(number));
      }
      expect(new Set(paged.values())).toEqual(new Set(plain.values()));
    }),
  );
});
