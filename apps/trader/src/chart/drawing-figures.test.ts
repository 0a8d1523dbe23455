import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAGNET_PX, magnetic } from './drawing-magnet.ts';
import { measuredMove } from './drawing-measure.ts';
import { simplified } from './drawing-path.ts';
import { distanceTo } from './drawing-shape.ts';
import type { Stroke } from './drawing-shape.ts';
import { wrapped } from './drawing-text.ts';
import type { Spot } from './gestures.ts';

const bars = (time: number): number => time / 60_000;
const strokes = (spots: readonly Spot[]): Stroke[] => spots.slice(1).map((to, at) => [spots[at] ?? to, to]);
const width = (text: string): number => text.length;

describe('the magnet', () => {
  it('pulls to the nearest price of the bar, and to none that is too far', () => {
    const pulls = [
      { price: 1.2, y: 100 },
      { price: 1.1, y: 130 },
    ];
    expect(magnetic(pulls, 112)).toBe(1.2);
    expect(magnetic(pulls, 118)).toBe(1.1);
    expect(magnetic(pulls, 130 + MAGNET_PX)).toBe(1.1);
    expect(magnetic(pulls, 131 + MAGNET_PX)).toBeUndefined();
    expect(magnetic([{ price: 1, y: Number.NaN }], 5)).toBeUndefined();
  });
});

describe('a measured move', () => {
  const from = { time: 0, price: 1.1 };

  it('has price, per cent, bars and time, with a sign unless it is zero as written', () => {
    expect(measuredMove(from, { time: 600_000, price: 1.1011 }, 5, bars)).toEqual({
      change: '+0.00110',
      percent: '+0.10',
      bars: 10,
      time: 600_000,
    });
    expect(measuredMove({ time: 600_000, price: 1.1011 }, from, 5, bars)).toMatchObject({
      change: '−0.00110',
      percent: '−0.10',
      bars: 10,
      time: 600_000,
    });
    expect(measuredMove(from, { time: 0, price: 1.1000001 }, 5, bars)).toMatchObject({
      change: '0.00000',
      percent: '0.00',
    });
    expect(measuredMove({ time: 0, price: 0 }, from, 2, bars).percent).toBeUndefined();
  });
});

describe('a brush stroke', () => {
  const path = fc.array(fc.record({ x: fc.nat(400), y: fc.nat(400) }), { minLength: 2, maxLength: 120 });

  it('keeps its ends, at most the given number of points, and its course where they suffice', () => {
    fc.assert(
      fc.property(path, fc.integer({ min: 2, max: 60 }), (spots, most) => {
        const short = simplified(spots, most);
        expect(short.length).toBeLessThanOrEqual(most);
        expect([short[0], short.at(-1)]).toEqual([spots[0], spots.at(-1)]);
        const near = simplified(spots, spots.length);
        for (const spot of spots) expect(distanceTo({ strokes: strokes(near), helpers: [] }, spot)).toBeLessThan(1.26);
      }),
    );
  });

  it('of a straight line is its two ends', () => {
    const line = Array.from({ length: 50 }, (_, x) => ({ x, y: 2 * x }));
    expect(simplified(line, 48)).toEqual([
      { x: 0, y: 0 },
      { x: 49, y: 98 },
    ]);
  });
});

describe('a note', () => {
  it('is broken at spaces, and within a word only if it is too long', () => {
    expect(wrapped('support from last week', 12, width)).toEqual(['support from', 'last week']);
    expect(wrapped('  abcdefghij k ', 4, width)).toEqual(['abcd', 'efgh', 'ij k']);
    expect(wrapped('', 4, width)).toEqual([]);
  });

  it('loses no character but spaces', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 30 }), (text, most) => {
        const lines = wrapped(text, most, width);
        expect(lines.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
      }),
    );
  });
});
