import type { Spot } from './gestures.ts';
import { distanceToStroke } from './drawing-shape.ts';

/** Distance in px by which a simplified stroke may leave the drawn one, as long as its points suffice. */
const TOLERANCE = 1.25;

/**
 * Simplifies a brush stroke by Douglas and Peucker's algorithm, with a tolerance that grows until at most `most` points
 * are left. The ends stay.
 */
export function simplified(path: readonly Spot[], most: number): Spot[] {
  let tolerance = TOLERANCE;
  let left = reduced(path, tolerance);
  while (left.length > most && left.length > 2) {
    tolerance *= 1.5;
    left = reduced(path, tolerance);
  }
  return left;
}

function reduced(path: readonly Spot[], tolerance: number): Spot[] {
  const kept = new Set([0, path.length - 1]);
  // A list instead of recursion: a long stroke would go deep.
  const open: (readonly [number, number])[] = [[0, path.length - 1]];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [from, to] = part;
    const farthest = farthestFrom(path, from, to);
    if (farthest === undefined || farthest.away <= tolerance) continue;
    kept.add(farthest.at);
    open.push([from, farthest.at], [farthest.at, to]);
  }
  return path.filter((_, at) => kept.has(at));
}

/** The point between two others that is farthest from the line between them. */
function farthestFrom(
  path: readonly Spot[],
  from: number,
  to: number,
): { readonly at: number; readonly away: number } | undefined {
  const [start, end] = [path[from], path[to]];
  if (start === undefined || end === undefined) return undefined;
  let found: { at: number; away: number } | undefined;
  for (let at = from + 1; at < to; at += 1) {
    const spot = path[at];
    const away = spot === undefined ? 0 : distanceToStroke([start, end], spot);
    if (found === undefined || away > found.away) found = { at, away };
  }
  return found;
}
