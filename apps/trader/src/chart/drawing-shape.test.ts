import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceTo, retraced, strokesOf } from './drawing-shape.ts';
import { DRAWING_TOOLS, MOST_DRAWINGS, drawingsSchema, pointsOf, wholeDrawings, withDrawing } from './drawings.ts';
import type { Drawing } from './drawings.ts';

const area = { width: 300, height: 400 };
const spot = fc.record({ x: fc.integer({ min: -50, max: 350 }), y: fc.integer({ min: -50, max: 450 }) });

const line = (id: string): Drawing => ({ id, tool: 'horizontal', points: [{ time: 1, price: 1.1 }] });

describe('strokesOf', () => {
  it('gives strokes whose nearest one decides the distance', () => {
    const strokes = strokesOf(
      'trend',
      [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ],
      area,
    );
    expect([
      distanceTo(strokes, { x: 50, y: 7 }),
      distanceTo(strokes, { x: 130, y: 40 }),
      distanceTo([], { x: 1, y: 1 }),
    ]).toEqual([7, 50, Number.POSITIVE_INFINITY]);
  });

  it("passes through the drawing's points", () => {
    fc.assert(
      fc.property(spot, spot, fc.constantFrom(...DRAWING_TOOLS), (first, second, tool) => {
        const strokes = strokesOf(tool, [first, second].slice(0, pointsOf(tool)), area);
        if (tool === 'horizontal') expect(distanceTo(strokes, { x: 150, y: first.y })).toBe(0);
        else for (const point of [first, second]) expect(distanceTo(strokes, point)).toBeCloseTo(0, 6);
      }),
    );
  });

  it('extends a ray beyond its second point until it has left the area', () => {
    fc.assert(
      fc.property(spot, spot, (first, second) => {
        fc.pre(first.x !== second.x || first.y !== second.y);
        const [[from, to] = [first, first]] = strokesOf('ray', [first, second], area);
        expect(from).toEqual(first);
        expect(to.x < 0 || to.x > area.width || to.y < 0 || to.y > area.height).toBe(true);
        expect((to.x - from.x) * (second.x - first.x) + (to.y - from.y) * (second.y - first.y)).toBeGreaterThan(0);
      }),
    );
  });

  it('runs retracements from the end of a move back to its start', () => {
    const [low, high] = [
      { x: 0, y: 300 },
      { x: 50, y: 100 },
    ];
    expect([0, 0.5, 1].map((ratio) => retraced(low, high, ratio))).toEqual([100, 200, 300]);
  });
});

describe('stored drawings', () => {
  it('are replaced by id and limited in number', () => {
    const moved: Drawing = { ...line('a'), points: [{ time: 2, price: 1.2 }] };
    expect(withDrawing([line('a'), line('b')], moved)).toEqual([moved, line('b')]);
    const full = Array.from({ length: MOST_DRAWINGS }, (_, at) => line(`${at}`));
    expect(withDrawing(full, line('one more'))).toEqual(full);
    expect(drawingsSchema.safeParse([...full, line('x')]).success).toBe(false);
  });

  it('are not drawn if a point is missing', () => {
    expect(wholeDrawings([line('a'), { ...line('b'), tool: 'ray' }])).toEqual([line('a')]);
  });
});
