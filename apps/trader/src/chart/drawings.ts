import { z } from 'zod/mini';

export const DRAWING_TOOLS = ['horizontal', 'trend', 'ray', 'rectangle', 'fibonacci'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** A corner or end of a drawing: a moment in epoch milliseconds and a price. Floats, since a drawing decides pixels alone. */
export interface DrawingPoint {
  readonly time: number;
  readonly price: number;
}

/** Something that a user drew on an instrument's chart. It belongs to times and prices, so it is the same in every period. */
export interface Drawing {
  readonly id: string;
  readonly tool: DrawingTool;
  readonly points: readonly DrawingPoint[];
}

/** More than these on one chart hide it, and would not fit where they are kept. */
export const MOST_DRAWINGS = 40;

/** How many points a drawing is made of. */
export function pointsOf(tool: DrawingTool): 1 | 2 {
  return tool === 'horizontal' ? 1 : 2;
}

/** Drawings as they are stored. */
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

/** Stored drawings without those that lack a point. */
export function wholeDrawings(stored: readonly Drawing[]): readonly Drawing[] {
  return stored.every(isWhole) ? stored : stored.filter(isWhole);
}

function isWhole({ tool, points }: Drawing): boolean {
  return points.length === pointsOf(tool);
}

/** The drawings with one that is new or changed. */
export function withDrawing(drawings: readonly Drawing[], drawing: Drawing): readonly Drawing[] {
  const known = drawings.some(({ id }) => id === drawing.id);
  return known
    ? drawings.map((one) => (one.id === drawing.id ? drawing : one))
    : [...drawings, drawing].slice(0, MOST_DRAWINGS);
}
