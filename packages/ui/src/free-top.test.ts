import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freeTop } from './free-top.ts';

const bar = (top: number, bottom: number, left = 0, right = 390) => ({ top, bottom, left, right });
const WANTED = bar(92, 140, 12, 378);

it('leaves a toast alone where no bar is in its way, and puts it below those that are', () => {
  expect(freeTop(WANTED, [], 844)).toBe(92);
  expect(freeTop(WANTED, [bar(28, 84), bar(787, 844)], 844)).toBe(92);
  expect(freeTop(WANTED, [bar(84, 128)], 844)).toBe(128);
  // The second bar is in the way only of the moved toast.
  expect(freeTop(WANTED, [bar(150, 194), bar(84, 128)], 844)).toBe(194);
  expect(freeTop(WANTED, [bar(84, 128, 400, 900)], 844)).toBe(92);
});

it('covers no bar unless there is no room below them', () => {
  const boxes = fc.array(
    fc.tuple(fc.nat(700), fc.integer({ min: 1, max: 60 })).map(([top, height]) => bar(top, top + height)),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(boxes, (bars) => {
      const top = freeTop(WANTED, bars, 844);
      const isClear = bars.every((each) => each.bottom <= top || each.top >= top + 48);
      expect(isClear || top === WANTED.top).toBe(true);
      if (top !== WANTED.top) expect(isClear).toBe(true);
    }),
  );
});
