import { z } from 'zod/mini';
import {
  DRAWING_COLORS,
  DRAWING_LINES,
  DRAWING_TOOLS,
  DRAWING_WIDTHS,
  MOST_BRUSH_POINTS,
  MOST_DRAWINGS,
  NOTE_MAX,
  PLAIN_STYLE,
  isWhole,
} from './drawings.ts';
import type { Drawing, DrawingPoint } from './drawings.ts';

const point = z.object({ time: z.number(), price: z.number() });

/** A stored drawing. Properties that have their usual value are left out, because a saved section is limited. */
const storedDrawing = z.object({
  id: z.string().check(z.maxLength(40)),
  tool: z.enum(DRAWING_TOOLS),
  /** Form of the first versions. */
  points: z.optional(z.array(point).check(z.maxLength(3))),
  /** Time and price of the first point, then each point's distance in time from the one before, and its price. */
  at: z.optional(z.array(z.number()).check(z.maxLength(2 * MOST_BRUSH_POINTS))),
  color: z.optional(z.enum(DRAWING_COLORS)),
  width: z.optional(z.literal(DRAWING_WIDTHS)),
  line: z.optional(z.enum(DRAWING_LINES)),
  text: z.optional(z.string().check(z.maxLength(NOTE_MAX))),
  locked: z.optional(z.boolean()),
});
type StoredDrawing = z.infer<typeof storedDrawing>;

/** Schema of an instrument's stored drawings. Each is read on its own, so that one invalid entry does not hide the rest. */
export const drawingsSchema = z.readonly(z.array(z.unknown()).check(z.maxLength(MOST_DRAWINGS)));

/** Reads stored drawings, without those that are invalid or lack a point. */
export function readDrawings(stored: readonly unknown[]): readonly Drawing[] {
  return stored.flatMap((one) => {
    const parsed = storedDrawing.safeParse(one);
    const drawing = parsed.success ? drawingOf(parsed.data) : undefined;
    return drawing !== undefined && isWhole(drawing) ? [drawing] : [];
  });
}

/** The stored form of drawings. */
export function writeDrawings(drawings: readonly Drawing[]): readonly StoredDrawing[] {
  return drawings.map(({ id, tool, points, style, text, locked }) => ({
    id,
    tool,
    at: points.flatMap(({ time, price }, index) => [time - (points[index - 1]?.time ?? 0), price]),
    ...(style.color === PLAIN_STYLE.color ? {} : { color: style.color }),
    ...(style.width === PLAIN_STYLE.width ? {} : { width: style.width }),
    ...(style.line === PLAIN_STYLE.line ? {} : { line: style.line }),
    ...(text === undefined ? {} : { text }),
    ...(locked ? { locked } : {}),
  }));
}

function drawingOf({ id, tool, points, at, text, locked = false, ...style }: StoredDrawing): Drawing {
  return {
    id,
    tool,
    points: points ?? pointsIn(at ?? []),
    style: {
      color: style.color ?? PLAIN_STYLE.color,
      width: style.width ?? PLAIN_STYLE.width,
      line: style.line ?? PLAIN_STYLE.line,
    },
    ...(text === undefined ? {} : { text }),
    locked,
  };
}

function pointsIn(at: readonly number[]): DrawingPoint[] {
  const points: DrawingPoint[] = [];
  let time = 0;
  for (let index = 0; index + 1 < at.length; index += 2) {
    time += at[index] ?? 0;
    points.push({ time, price: at[index + 1] ?? 0 });
  }
  return points;
}
