import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXTENSIONS, distanceTo, extended, retraced, shapeOf } from './drawing-shape.ts';
import type { Shape, Stroke } from './drawing-shape.ts';
import { DRAWING_TOOLS, pointsOf } from './drawings.ts';
import type { DrawingTool } from './drawings.ts';
import type { Spot } from './gestures.ts';

const area = { width: 300, height: 400 };
const spot = fc.record({ x: fc.integer({ min: -50, max: 350 }), y: fc.integer({ min: -50, max: 450 }) });
const at = (x: number, y: number): Spot => ({ x, y });
const slope = ([from, to]: Stroke): number => (to.y - from.y) / (to.x - from.x);
const lengthOf = ([from, to]: Stroke): number => Math.hypot(to.x - from.x, to.y - from.y);

function shape(tool: DrawingTool, ...points: readonly Spot[]): Shape {
  return shapeOf(tool, points, area);
}

describe('shapeOf', () => {
  it('gives strokes whose nearest one decides the distance', () => {
    const trend = shape('trend', at(0, 0), at(100, 0));
    expect([distanceTo(trend, at(50, 7)), distanceTo(trend, at(130, 40))]).toEqual([7, 50]);
    expect(distanceTo({ strokes: [], helpers: [] }, at(1, 1))).toBe(Number.POSITIVE_INFINITY);
  });

  it("passes through the drawing's points; a measured box through its corners", () => {
    // Levels of a note's text are measured by the layer that knows its font.
    const tools = DRAWING_TOOLS.filter((tool) => tool !== 'text');
    fc.assert(
      fc.property(fc.array(spot, { minLength: 3, maxLength: 3 }), fc.constantFrom(...tools), (points, tool) => {
        const own = points.slice(0, pointsOf(tool) ?? 3);
        const drawn = shape(tool, ...own);
        for (const [index, { x, y }] of own.entries()) {
          // The third point of a channel lies on the parallel, perhaps beyond its ends.
          if (tool === 'channel' && index === 2) continue;
          const touched = tool === 'horizontal' ? at(150, y) : tool === 'vertical' ? at(x, 200) : at(x, y);
          expect(distanceTo(drawn, touched)).toBeCloseTo(0, 6);
        }
      }),
    );
  });

  it('runs a level across the chart, a horizontal ray to its right edge only, a vertical line over its height', () => {
    expect(shape('horizontal', at(90, 40)).strokes).toEqual([[at(0, 40), at(300, 40)]]);
    expect(shape('horizontalRay', at(90, 40)).strokes).toEqual([[at(90, 40), at(300, 40)]]);
    expect(shape('horizontalRay', at(320, 40)).strokes).toEqual([[at(320, 40), at(320, 40)]]);
    expect(shape('vertical', at(90, 40)).strokes).toEqual([[at(90, 0), at(90, 400)]]);
  });

  it('extends a ray beyond its second point until it has left the area', () => {
    fc.assert(
      fc.property(spot, spot, (first, second) => {
        fc.pre(first.x !== second.x || first.y !== second.y);
        const [[from, to] = [first, first]] = shape('ray', first, second).strokes;
        expect(from).toEqual(first);
        expect(to.x < 0 || to.x > area.width || to.y < 0 || to.y > area.height).toBe(true);
        expect((to.x - from.x) * (second.x - first.x) + (to.y - from.y) * (second.y - first.y)).toBeGreaterThan(0);
      }),
    );
  });

  it('gives an arrow a head at its second point that points backwards and is no longer than the shaft', () => {
    fc.assert(
      fc.property(spot, spot, (first, second) => {
        fc.pre(first.x !== second.x || first.y !== second.y);
        const [shaft, ...head] = shape('arrow', first, second).strokes;
        expect([shaft, head.length]).toEqual([[first, second], 2]);
        for (const [tip, end] of head) {
          expect(tip).toEqual(second);
          expect((end.x - tip.x) * (first.x - tip.x) + (end.y - tip.y) * (first.y - tip.y)).toBeGreaterThan(0);
          expect(lengthOf([tip, end])).toBeLessThanOrEqual(lengthOf([first, second]) + 1e-6);
        }
        const [left, right] = head.map(([, end]) =>
          distanceTo({ strokes: shape('ray', second, first).strokes, helpers: [] }, end),
        );
        expect(left).toBeCloseTo(right ?? Number.NaN, 6);
      }),
    );
    expect(shape('arrow', at(5, 5), at(5, 5)).strokes).toHaveLength(1);
  });

  it('draws a channel of two parallels of one length, the second through its third point', () => {
    fc.assert(
      fc.property(spot, spot, spot, (first, second, third) => {
        fc.pre(Math.abs(first.x - second.x) >= 1);
        const { strokes, helpers, fill } = shape('channel', first, second, third);
        const [one, other] = strokes;
        if (one === undefined || other === undefined) throw new Error('a channel has two lines');
        expect(slope(other)).toBeCloseTo(slope(one), 6);
        expect(lengthOf(other)).toBeCloseTo(lengthOf(one), 6);
        expect(other[0].y + slope(other) * (third.x - other[0].x)).toBeCloseTo(third.y, 4);
        expect(helpers[0]?.[0].y).toBeCloseTo((one[0].y + other[0].y) / 2, 6);
        expect(fill).toHaveLength(4);
      }),
    );
    expect(shape('channel', at(50, 0), at(50, 90), at(80, 10)).strokes[1]).toEqual([at(80, 0), at(80, 90)]);
  });

  it('runs retracements from the end of a move back to its start', () => {
    const [low, high] = [at(0, 300), at(50, 100)];
    expect([0, 0.5, 1].map((ratio) => retraced(low, high, ratio))).toEqual([100, 200, 300]);
    expect(shape('fibonacci', low, high).strokes.map(([from]) => from.y)).toContain(200);
  });

  it('counts extensions from the end of the correction, in multiples of the first move', () => {
    const points = [at(0, 300), at(50, 100), at(80, 180)] as const;
    expect([0, 1, 1.618].map((ratio) => Math.round(extended(...points, ratio)))).toEqual([180, -20, -144]);
    const { strokes, helpers } = shape('extension', ...points);
    expect([strokes.length, strokes[0]?.[0]]).toEqual([EXTENSIONS.length, at(80, 180)]);
    expect(helpers).toEqual([
      [points[0], points[1]],
      [points[1], points[2]],
    ]);
  });

  it('measures with an arrow to the second price and one to the second time', () => {
    const { strokes, fill } = shape('measure', at(20, 200), at(120, 50));
    expect(strokes[0]).toEqual([at(70, 200), at(70, 50)]);
    expect(strokes[3]).toEqual([at(20, 125), at(120, 125)]);
    expect(fill).toEqual([at(20, 200), at(120, 200), at(120, 50), at(20, 50)]);
  });

  it('shows a drawing in progress as the line between its first points, and nothing of a single one', () => {
    for (const tool of ['channel', 'extension'] as const) {
      expect(shape(tool, at(1, 2), at(3, 4)).strokes).toEqual([[at(1, 2), at(3, 4)]]);
      expect(shape(tool, at(1, 2)).strokes).toEqual([]);
    }
    expect(shape('brush', at(1, 2), at(3, 4), at(5, 1)).strokes).toEqual([
      [at(1, 2), at(3, 4)],
      [at(3, 4), at(5, 1)],
    ]);
  });
});
