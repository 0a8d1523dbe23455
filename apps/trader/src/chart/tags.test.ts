import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TAG_HEIGHT, standApart, tagHeight, tagStarts } from './tags.ts';

it('keeps tags from covering each other and moves none without need', () => {
  const box = fc.record({ y: fc.integer({ min: 0, max: 300 }), width: fc.integer({ min: 20, max: 90 }) });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 20 }), (boxes) => {
      const starts = tagStarts(boxes);
      const tags = boxes.map((each, index) => ({ ...each, x: starts[index] ?? Number.NaN }));
      tags.forEach((a, index) => {
        for (const b of tags.slice(0, index))
          expect(Math.abs(a.y - b.y) >= TAG_HEIGHT || a.x >= b.x + b.width || b.x >= a.x + a.width).toBe(true);
        if (tags.every((b) => b === a || Math.abs(a.y - b.y) >= TAG_HEIGHT)) expect(a.x).toBe(8);
      });
    }),
  );
});

it('keeps prices on the axis in place unless they overlap, and otherwise moves them as little as possible', () => {
  expect(standApart([100, 20, 60], 16)).toEqual([100, 20, 60]);
  expect(standApart([54, 50, 200], 16)).toEqual([60, 44, 200]);
  expect(standApart([10, 10, 10], 16)).toEqual([-6, 10, 26]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 12 }), (heights) => {
      const apart = standApart(heights, 16);
      const order = heights.map((_, at) => at).sort((a, b) => (apart[a] ?? 0) - (apart[b] ?? 0));
      for (const [place, at] of order.entries()) {
        const before = order[place - 1];
        if (before === undefined) continue;
        expect((apart[at] ?? 0) - (apart[before] ?? 0)).toBeGreaterThanOrEqual(16 - 1e-6);
        expect(heights[at] ?? 0).toBeGreaterThanOrEqual(heights[before] ?? 0);
      }
    }),
  );
});

it('keeps tags below the legends, and moves no other one', () => {
  expect(tagHeight(5, 0)).toBe(5);
  expect(tagHeight(200, 34)).toBe(200);
  fc.assert(
    fc.property(fc.integer({ min: -TAG_HEIGHT, max: 400 }), fc.integer({ min: 1, max: 80 }), (line, legends) => {
      const at = tagHeight(line, legends);
      expect(at - TAG_HEIGHT / 2).toBeGreaterThan(legends);
      expect(at).toBeGreaterThanOrEqual(line);
      if (line - TAG_HEIGHT / 2 > legends + 1) expect(at).toBe(line);
    }),
  );
  // A line above the chart has no tag in it.
  expect(tagHeight(-100, 34)).toBe(-100);
});
