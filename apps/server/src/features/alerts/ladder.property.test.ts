import { asPrice } from '@fairlot/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Ladder, type Step, isReached } from './ladder.ts';

const price = fc.integer({ min: 1, max: 30 }).map((value) => asPrice(BigInt(value)));
const anyAction = fc.oneof(
  fc.record({ do: fc.constant('add' as const), price }),
  fc.record({ do: fc.constant('remove' as const), index: fc.nat(60) }),
  fc.record({ do: fc.constant('quote' as const), price }),
);

it.each(['rise', 'fall'] as const)(
  'a ladder of direction %s returns each alert once, on the first quote that reaches it',
  (direction) => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 120 }), (actions) => {
        const ladder = new Ladder(direction);
        const naive = new Map<number, Step>();
        let lastId = 0;
        for (const each of actions) {
          if (each.do === 'add') {
            lastId += 1;
            const step = { id: lastId, price: each.price };
            naive.set(step.id, step);
            ladder.add(step);
          } else if (each.do === 'remove') {
            // Sometimes a step that is not in the ladder (any more).
            const step = naive.get(each.index) ?? { id: each.index, price: asPrice(5n) };
            naive.delete(each.index);
            ladder.remove(step);
          } else {
            const expected = [...naive.values()].filter((step) => isReached(direction, step.price, each.price));
            for (const { id } of expected) naive.delete(id);
            expected.sort((a, b) =>
              a.price === b.price ? a.id - b.id : a.price < b.price === (direction === 'rise') ? -1 : 1,
            );
            expect(ladder.take(each.price)).toEqual(expected);
          }
          expect(ladder.size).toBe(naive.size);
        }
      }),
    );
  },
);
