import { SECTION_MAX } from '@fairlot/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingsSchema, readDrawings, writeDrawings } from './drawing-codec.ts';
import {
  DRAWING_COLORS,
  DRAWING_LINES,
  DRAWING_TOOLS,
  DRAWING_WIDTHS,
  MOST_BRUSH_POINTS,
  MOST_DRAWINGS,
  NOTE_MAX,
  PLAIN_STYLE,
  pointsOf,
  withDrawing,
} from './drawings.ts';
import type { Drawing, DrawingTool } from './drawings.ts';

const START = Date.UTC(2026, 10, 20);
const level = (id: string): Drawing => ({
  id,
  tool: 'horizontal',
  points: [{ time: START, price: 1.1 }],
  style: PLAIN_STYLE,
  locked: false,
});

const point = fc.record({
  time: fc.integer({ min: 0, max: 2 * START }),
  price: fc.double({ min: 0.00001, max: 1e8, noNaN: true }),
});

function drawingOf(tool: DrawingTool): fc.Arbitrary<Drawing> {
  const needed = pointsOf(tool);
  return fc.record({
    id: fc.uuid(),
    tool: fc.constant(tool),
    points: fc.array(point, { minLength: needed ?? 2, maxLength: needed ?? MOST_BRUSH_POINTS }),
    style: fc.record({
      color: fc.constantFrom(...DRAWING_COLORS),
      width: fc.constantFrom(...DRAWING_WIDTHS),
      line: fc.constantFrom(...DRAWING_LINES),
    }),
    ...(tool === 'text' ? { text: fc.string({ minLength: 1, maxLength: NOTE_MAX }) } : {}),
    locked: fc.boolean(),
  });
}

describe('stored drawings', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(...DRAWING_TOOLS.map(drawingOf)), { maxLength: 20 }), (drawings) => {
        const stored = JSON.parse(JSON.stringify(writeDrawings(drawings))) as unknown[];
        expect(readDrawings(stored)).toEqual(drawings);
      }),
    );
  });

  it('of the first versions are read, without a style', () => {
    const old = {
      id: 'a',
      tool: 'trend',
      points: [
        { time: 1, price: 2 },
        { time: 3, price: 4 },
      ],
    };
    expect(readDrawings([old])).toEqual([{ ...old, style: PLAIN_STYLE, locked: false }]);
  });

  it('that are invalid or lack a point hide no others', () => {
    const [good] = writeDrawings([level('good')]);
    const bad = [
      null,
      { ...good, tool: 'spiral' },
      { ...good, tool: 'ray' },
      { ...good, tool: 'text' },
      { ...good, tool: 'text', text: 'x'.repeat(NOTE_MAX + 1) },
      { ...good, width: 9 },
      { ...good, text: 'a level has no text' },
      { ...good, at: [START] },
    ];
    expect(readDrawings([...bad, good])).toEqual([level('good')]);
  });

  it('are replaced by id and limited in number; as many lines as allowed fit a section', () => {
    const moved: Drawing = { ...level('a'), points: [{ time: 2, price: 1.2 }] };
    expect(withDrawing([level('a'), level('b')], moved)).toEqual([moved, level('b')]);
    const full = Array.from({ length: MOST_DRAWINGS }, (_, index): Drawing => ({
      id: `0190c0de-0000-7000-8000-${String(index).padStart(12, '0')}`,
      tool: 'horizontalRay',
      points: [{ time: START, price: 12345.12345 }],
      style: { color: 'violet', width: 3, line: 'dashed' },
      locked: true,
    }));
    expect(withDrawing(full, level('one more'))).toEqual(full);
    expect(drawingsSchema.safeParse(writeDrawings(full)).success).toBe(true);
    expect(drawingsSchema.safeParse([...full, level('x')]).success).toBe(false);
    expect(JSON.stringify(writeDrawings(full)).length).toBeLessThan(SECTION_MAX / 1.5);
  });
});
