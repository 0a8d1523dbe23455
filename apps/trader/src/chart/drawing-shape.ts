import type { DrawingTool } from './drawings.ts';
import type { Spot } from './gestures.ts';

/** A straight line between two positions, in px. */
export type Stroke = readonly [Spot, Spot];

export interface Area {
  readonly width: number;
  readonly height: number;
}

/** Outline of a drawing in px. A finger can touch its strokes and its helpers; the inside of a fill does not count. */
export interface Shape {
  readonly strokes: readonly Stroke[];
  /** Strokes that explain the others, such as the measured move; thin and dashed. */
  readonly helpers: readonly Stroke[];
  /** Corners of the tinted surface; empty for none. */
  readonly fill: readonly Spot[];
}

/** Fibonacci retracement ratios that the trade draws by custom: the share of the move that a price has given back. */
export const RETRACEMENTS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;
/** Ratios of an extension: multiples of the first move, counted from the end of its correction. */
export const EXTENSIONS = [0, 0.382, 0.618, 1, 1.272, 1.618, 2, 2.618] as const;

const NOTHING: Shape = { strokes: [], helpers: [], fill: [] };
/** Length of the head of an arrow in px, and its angle to the shaft. */
const HEAD = { length: 10, angle: Math.PI / 7 } as const;
/** Least length of the levels of an extension, in px. */
const LEAST_LEVEL = 60;

/** The shape of a drawing within an area; of one in progress, the part that its points decide. */
export function shapeOf(tool: DrawingTool, points: readonly Spot[], area: Area): Shape {
  const [first, second, third] = points;
  if (first === undefined) return NOTHING;
  if (tool === 'horizontal') return lines(level(first.y, 0, area.width));
  if (tool === 'horizontalRay') return lines(level(first.y, first.x, Math.max(first.x, area.width)));
  if (tool === 'vertical') return lines(plumb(first.x, 0, area.height));
  if (tool === 'text') return lines([first, first]);
  if (second === undefined) return NOTHING;
  if (tool === 'brush') return lines(...points.slice(1).map((spot, at): Stroke => [points[at] ?? spot, spot]));
  if (tool === 'ray') return lines([first, beyond(first, second, area)]);
  if (tool === 'arrow') return lines([first, second], ...headOf(first, second));
  if (tool === 'rectangle') return boxOf(first, second);
  if (tool === 'measure') return measureOf(first, second);
  if (tool === 'fibonacci') return retracement(first, second);
  if (third !== undefined && tool === 'channel') return channel(first, second, third);
  if (third !== undefined && tool === 'extension') return extension(first, second, third);
  return lines([first, second]);
}

/** Distance of a position from a drawing's strokes, in px. */
export function distanceTo({ strokes, helpers }: Pick<Shape, 'strokes' | 'helpers'>, at: Spot): number {
  return Math.min(Number.POSITIVE_INFINITY, ...[...strokes, ...helpers].map((stroke) => distanceToStroke(stroke, at)));
}

/** Vertical position of a retracement: 0 is at the second point, 1 at the first, where the move started. */
export function retraced(first: Spot, second: Spot, ratio: number): number {
  return second.y + (first.y - second.y) * ratio;
}

/** Vertical position of an extension: 0 is at the third point, 1 a whole first move from it. */
export function extended(first: Spot, second: Spot, third: Spot, ratio: number): number {
  return third.y + (second.y - first.y) * ratio;
}

export function distanceToStroke([a, b]: Stroke, at: Spot): number {
  const [across, down] = [b.x - a.x, b.y - a.y];
  const length = across * across + down * down;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * across + (at.y - a.y) * down) / length));
  return Math.hypot(at.x - (a.x + across * share), at.y - (a.y + down * share));
}

function lines(...strokes: readonly Stroke[]): Shape {
  return { ...NOTHING, strokes };
}

function level(y: number, left: number, right: number): Stroke {
  return [
    { x: left, y },
    { x: right, y },
  ];
}

function plumb(x: number, top: number, bottom: number): Stroke {
  return [
    { x, y: top },
    { x, y: bottom },
  ];
}

/** The two strokes of an arrow's head; none on an arrow without length. */
function headOf(from: Spot, to: Spot): Stroke[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return [];
  const back = Math.atan2(from.y - to.y, from.x - to.x);
  const size = Math.min(HEAD.length, length);
  return [-HEAD.angle, HEAD.angle].map((turn) => [
    to,
    { x: to.x + size * Math.cos(back + turn), y: to.y + size * Math.sin(back + turn) },
  ]);
}

function cornersOf(first: Spot, second: Spot): readonly [Spot, Spot, Spot, Spot] {
  return [first, { x: second.x, y: first.y }, second, { x: first.x, y: second.y }];
}

function boxOf(first: Spot, second: Spot): Shape {
  const corners = cornersOf(first, second);
  return {
    strokes: corners.map((corner, at): Stroke => [corner, corners[(at + 1) % 4] ?? corner]),
    helpers: [],
    fill: corners,
  };
}

/** A tinted box with an arrow for the change in price and one for the time. */
function measureOf(first: Spot, second: Spot): Shape {
  const middle = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
  const [bottom, top] = [
    { x: middle.x, y: first.y },
    { x: middle.x, y: second.y },
  ];
  const [start, end] = [
    { x: first.x, y: middle.y },
    { x: second.x, y: middle.y },
  ];
  return {
    strokes: [[bottom, top], ...headOf(bottom, top), [start, end], ...headOf(start, end)],
    helpers: boxOf(first, second).strokes,
    fill: cornersOf(first, second),
  };
}

function retracement(first: Spot, second: Spot): Shape {
  const [left, right] = [Math.min(first.x, second.x), Math.max(first.x, second.x)];
  return {
    strokes: RETRACEMENTS.map((ratio) => level(retraced(first, second, ratio), left, right)),
    helpers: [[first, second]],
    fill: [],
  };
}

function extension(first: Spot, second: Spot, third: Spot): Shape {
  const right = third.x + Math.max(LEAST_LEVEL, Math.abs(second.x - first.x));
  return {
    strokes: EXTENSIONS.map((ratio) => level(extended(first, second, third, ratio), third.x, right)),
    helpers: [
      [first, second],
      [second, third],
    ],
    fill: [],
  };
}

/** Two parallels: the first two points give one, the third its distance, measured vertically. */
function channel(first: Spot, second: Spot, third: Spot): Shape {
  const across = second.x - first.x;
  // A vertical channel has no vertical distance; there it is measured from side to side.
  const shift =
    Math.abs(across) < 1
      ? { x: third.x - first.x, y: 0 }
      : { x: 0, y: third.y - (first.y + ((second.y - first.y) * (third.x - first.x)) / across) };
  const moved = ({ x, y }: Spot, share: number): Spot => ({ x: x + shift.x * share, y: y + shift.y * share });
  const other: Stroke = [moved(first, 1), moved(second, 1)];
  return {
    strokes: [[first, second], other],
    helpers: [[moved(first, 0.5), moved(second, 0.5)]],
    fill: [first, second, other[1], other[0]],
  };
}

/** A point on the ray far enough to be outside the area in every direction. */
function beyond(from: Spot, through: Spot, { width, height }: Area): Spot {
  const [across, down] = [through.x - from.x, through.y - from.y];
  if (across === 0 && down === 0) return through;
  const reach = (2 * (width + height + Math.abs(from.x) + Math.abs(from.y))) / Math.hypot(across, down);
  return { x: from.x + across * Math.max(1, reach), y: from.y + down * Math.max(1, reach) };
}
