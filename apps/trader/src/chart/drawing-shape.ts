import type { DrawingTool } from './drawings.ts';
import type { Spot } from './gestures.ts';

/** A straight line between two positions, in px. */
export type Stroke = readonly [Spot, Spot];

export interface Area {
  readonly width: number;
  readonly height: number;
}

/** Fibonacci retracement ratios that the trade draws by custom: the share of the move that a price has given back. */
export const RETRACEMENTS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** The strokes of a drawing within an area; none if a point is missing. */
export function strokesOf(tool: DrawingTool, points: readonly Spot[], area: Area): Stroke[] {
  const [first, second] = points;
  if (first === undefined) return [];
  if (tool === 'horizontal') return [level(first.y, 0, area.width)];
  if (second === undefined) return [];
  if (tool === 'trend') return [[first, second]];
  if (tool === 'ray') return [[first, beyond(first, second, area)]];
  const [left, right] = [Math.min(first.x, second.x), Math.max(first.x, second.x)];
  if (tool === 'fibonacci')
    return [...RETRACEMENTS.map((ratio) => level(retraced(first, second, ratio), left, right)), [first, second]];
  const [top, bottom] = [Math.min(first.y, second.y), Math.max(first.y, second.y)];
  return [
    level(top, left, right),
    level(bottom, left, right),
    [
      { x: left, y: top },
      { x: left, y: bottom },
    ],
    [
      { x: right, y: top },
      { x: right, y: bottom },
    ],
  ];
}

/** Distance of a position from a drawing's strokes, in px. The inside of a rectangle does not count. */
export function distanceTo(strokes: readonly Stroke[], at: Spot): number {
  return Math.min(Number.POSITIVE_INFINITY, ...strokes.map((stroke) => distanceToStroke(stroke, at)));
}

/** Vertical position of a retracement: 0 is at the second point, 1 at the first, where the move started. */
export function retraced(first: Spot, second: Spot, ratio: number): number {
  return second.y + (first.y - second.y) * ratio;
}

function level(y: number, left: number, right: number): Stroke {
  return [
    { x: left, y },
    { x: right, y },
  ];
}

/** A point on the ray far enough to be outside the area in every direction. */
function beyond(from: Spot, through: Spot, { width, height }: Area): Spot {
  const [across, down] = [through.x - from.x, through.y - from.y];
  if (across === 0 && down === 0) return through;
  const reach = (2 * (width + height + Math.abs(from.x) + Math.abs(from.y))) / Math.hypot(across, down);
  return { x: from.x + across * Math.max(1, reach), y: from.y + down * Math.max(1, reach) };
}

function distanceToStroke([a, b]: Stroke, at: Spot): number {
  const [across, down] = [b.x - a.x, b.y - a.y];
  const length = across * across + down * down;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * across + (at.y - a.y) * down) / length));
  return Math.hypot(at.x - (a.x + across * share), at.y - (a.y + down * share));
}
