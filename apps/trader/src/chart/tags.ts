/** A tag on the start of a price line, where it would stand by itself. */
export interface TagBox {
  readonly y: number;
  readonly width: number;
}

/** Room enough for the tallest scripts, whose signs stand on each other. */
export const TAG_HEIGHT = 20;
const INSET = 8;
const GAP = 4;

/** Where the tags begin so that none covers another: those at nearly one price stand beside each other. In px, in the given order. */
export function tagStarts(boxes: readonly TagBox[]): number[] {
  const placed: { readonly y: number; readonly x: number; readonly end: number }[] = [];
  return boxes.map(({ y, width }) => {
    const near = placed.filter((other) => Math.abs(other.y - y) < TAG_HEIGHT).sort((a, b) => a.x - b.x);
    let x = INSET;
    for (const other of near) if (x < other.end + GAP && x + width + GAP > other.x) x = other.end + GAP;
    placed.push({ y, x, end: x + width });
    return x;
  });
}
