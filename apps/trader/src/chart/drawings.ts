import { z } from 'zod/mini';

export const DRAWING_TOOLS = ['horizontal', 'trend', 'ray', 'rectangle', 'fibonacci'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/**
 * A corner or end of a drawing: a time in epoch milliseconds and a price. Floats are safe because they decide pixels
 * only.
 */
export interface DrawingPoint {
  readonly time: number;
  readonly price: number;
}

/** A user's drawing on an instrument's chart. Anchored to times and prices, so it is the same in every period. */
export interface Drawing {
  readonly id: string;
  readonly tool: DrawingTool;
  readonly points: readonly DrawingPoint[];
}

/** More drawings would hide the chart and exceed the size of a saved section. */
export const MOST_DRAWINGS = 40;

/** Number of points of a drawing. */
export function pointsOf(tool: DrawingTool): 1 | 2 {
  return tool === 'horizontal' ? 1 : 2;
}

/** Schema of the stored drawings. */
export const drawingsSchema = z.readonly(
  z
    .array(
      z.object({
        id: z.string().check(z.maxLength(40)),
        tool: z.enum(DRAWING_TOOLS),
        points: z.readonly(z.array(z.object({ time: z.number(), price: z.number() })).check(z.maxLength(2))),
      }),
    )
    .check(z.maxLength(MOST_DRAWINGS)),
);

/** Filters out stored drawings that lack a point. */
export function wholeDrawings(stored: readonly Drawing[]): readonly Drawing[] {
  return stored.every(isWhole) ? stored : stored.filter(isWhole);
}

function isWhole({ tool, points }: Drawing): boolean {
  return points.length === pointsOf(tool);
}

/** Adds a drawing, or replaces the one with its id. */
export function withDrawing(drawings: readonly Drawing[], drawing: Drawing): readonly Drawing[] {
  const known = drawings.some(({ id }) => id === drawing.id);
  return known
    ? drawings.map((one) => (one.id === drawing.id ? drawing : one))
    : [...drawings, drawing].slice(0, MOST_DRAWINGS);
}
