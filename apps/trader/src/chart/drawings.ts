export const DRAWING_TOOLS = [
  'trend',
  'ray',
  'arrow',
  'horizontal',
  'horizontalRay',
  'vertical',
  'rectangle',
  'channel',
  'fibonacci',
  'extension',
  'measure',
  'text',
  'brush',
] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** Colours of drawings, by name: each theme has its own shade, and nothing stored depends on one. */
export const DRAWING_COLORS = ['violet', 'blue', 'green', 'orange', 'red', 'grey'] as const;
export type DrawingColor = (typeof DRAWING_COLORS)[number];

/** Widths of a drawing's line, in px. */
export const DRAWING_WIDTHS = [1, 2, 3] as const;
export type DrawingWidth = (typeof DRAWING_WIDTHS)[number];

export const DRAWING_LINES = ['solid', 'dashed', 'dotted'] as const;
export type DrawingLine = (typeof DRAWING_LINES)[number];

export interface DrawingStyle {
  readonly color: DrawingColor;
  readonly width: DrawingWidth;
  readonly line: DrawingLine;
}

export const PLAIN_STYLE: DrawingStyle = { color: 'violet', width: 1, line: 'solid' };

/** A selected tool with the style of the drawings that it makes. */
export interface DrawingPen {
  readonly tool: DrawingTool;
  readonly style: DrawingStyle;
}

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
  readonly style: DrawingStyle;
  /** Only notes have a text; theirs is never empty. */
  readonly text?: string;
  /** A locked drawing is neither moved, changed nor deleted. */
  readonly locked: boolean;
}

/** More drawings would hide the chart and exceed the size of a saved section. */
export const MOST_DRAWINGS = 100;
/** Most UTF-16 units of a note. */
export const NOTE_MAX = 200;
/** Most points of a brush stroke, which is simplified to as many. */
export const MOST_BRUSH_POINTS = 48;

const POINTS: Readonly<Record<Exclude<DrawingTool, 'brush'>, 1 | 2 | 3>> = {
  trend: 2,
  ray: 2,
  arrow: 2,
  horizontal: 1,
  horizontalRay: 1,
  vertical: 1,
  rectangle: 2,
  channel: 3,
  fibonacci: 2,
  extension: 3,
  measure: 2,
  text: 1,
};

/** Number of points that complete a drawing; undefined for a brush, whose stroke ends when the finger lifts. */
export function pointsOf(tool: DrawingTool): 1 | 2 | 3 | undefined {
  return tool === 'brush' ? undefined : POINTS[tool];
}

/** True if a tool draws lines, which have a width and a dash; a note has a colour only. */
export function hasLine(tool: DrawingTool): boolean {
  return tool !== 'text';
}

/** True if a drawing has the points and the text that its tool needs. */
export function isWhole({ tool, points, text }: Pick<Drawing, 'tool' | 'points' | 'text'>): boolean {
  const needed = pointsOf(tool);
  const enough =
    needed === undefined ? points.length >= 2 && points.length <= MOST_BRUSH_POINTS : points.length === needed;
  return enough && (tool === 'text') === (text !== undefined && text !== '');
}

/** Adds a drawing, or replaces the one with its id. */
export function withDrawing(drawings: readonly Drawing[], drawing: Drawing): readonly Drawing[] {
  const known = drawings.some(({ id }) => id === drawing.id);
  return known
    ? drawings.map((one) => (one.id === drawing.id ? drawing : one))
    : [...drawings, drawing].slice(0, MOST_DRAWINGS);
}
