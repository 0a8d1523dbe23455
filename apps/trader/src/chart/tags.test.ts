import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TAG_HEIGHT, tagStarts } from './tags.ts';

it('lets no tag cover another, and moves none without need', () => {
  const box = fc.record({ y: fc.integer({ min: 0, max: 300 }), width: fc.integer({ min: 20, max: 90 }) });
  fc.assert(fc.property(fc.array(box, { maxLength: 20 }), (boxes) => {
    const starts = tagStarts(boxes);
    const tags = boxes.map((each, index) => ({ ...each, x: starts[index] ?? Number.NaN }));
    tags.forEach((a, index) => {
      for (const b of tags.slice(0, index)) expect(Math.abs(a.y - b.y) >= TAG_HEIGHT || a.x >= b.x + b.width || b.x >= a.x + a.width).toBe(true);
      if (tags.every((b) => b === a || Math.abs(a.y - b.y) >= TAG_HEIGHT)) expect(a.x).toBe(8);
    });
  }));
});
