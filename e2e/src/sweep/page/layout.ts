import type { Flaw } from '../finding.ts';
import { meeting, selectorOf } from './boxes.ts';
import type { Box } from './boxes.ts';
import type { Piece } from './pieces.ts';

const TOLERANCE_PX = 1.5;
/** Texts that share less than this are neighbours. */
const TOUCH_PX = 2;
const OPAQUE = 0.9;

/** What is wider than its room: the page, a list, or a text that reaches over the edge. */
export function overflowsOf(root: Element): Flaw[] {
  const wide = [document.documentElement, ...root.querySelectorAll('*')].filter(
    (element) => element.scrollWidth > element.clientWidth + 1 && scrollsUnasked(element),
  );
  return wide.map((element) => ({
    kind: 'overflow',
    selector: selectorOf(element),
    text: '',
    detail: `${element.scrollWidth} px in ${element.clientWidth}`,
  }));
}

/** Scrolls sideways though nothing in its style asks for that, as a sheet of paper on its desk does. A list that scrolls down may, by the rules of CSS, do so unnoticed. */
function scrollsUnasked(element: Element): boolean {
  if (element === document.documentElement) return true;
  if (
    !element.checkVisibility() ||
    /(?:overflow-(?:x-)?(?:auto|scroll)|paper-desk)(?!\S)/.test(element.getAttribute('class') ?? '')
  )
    return false;
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
}

/** Texts of different elements that lie on each other and are both seen there. */
export function overlapsOf(pieces: readonly Piece[]): Flaw[] {
  const seen = pieces
    .flatMap((piece) => piece.lines.filter((line) => isSeen(piece.element, line)).map((line) => ({ piece, line })))
    .sort((one, other) => one.line.top - other.line.top);
  const flaws: Flaw[] = [];
  for (const [index, one] of seen.entries()) {
    for (let next = index + 1; next < seen.length; next += 1) {
      const other = seen[next];
      if (other === undefined || other.line.top > one.line.bottom) break;
      const shared = one.piece === other.piece ? undefined : meeting(one.line, other.line);
      if (shared === undefined || shared.right - shared.left < TOUCH_PX || shared.bottom - shared.top < TOUCH_PX)
        continue;
      if (!isSeen(one.piece.element, shared) || !isSeen(other.piece.element, shared)) continue;
      const detail = `with “${other.piece.text}”, ${(shared.right - shared.left).toFixed(0)} × ${(shared.bottom - shared.top).toFixed(0)} px`;
      flaws.push({ kind: 'overlap', selector: selectorOf(one.piece.element), text: one.piece.text, detail });
    }
  }
  return flaws;
}

/** Whether nothing opaque lies over an element in the middle of a box. */
function isSeen(element: Element, { left, right, top, bottom }: Box): boolean {
  for (const found of document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)) {
    if (found === element || element.contains(found)) return true;
    if (isOpaque(found) && !found.contains(element)) return false;
  }
  return false;
}

function isOpaque(element: Element): boolean {
  const [, alpha = '1'] = /(?:rgba\(.*,|\/)\s*([\d.]+)\)$/.exec(getComputedStyle(element).backgroundColor) ?? [];
  return Number(alpha) >= OPAQUE;
}

/** Texts that stand out of the window to a side where nobody can scroll. */
export function besideThePage(pieces: readonly Piece[]): Flaw[] {
  return pieces.flatMap(({ element, text, lines }) => {
    const over = Math.max(0, ...lines.map(({ left, right }) => Math.max(right - innerWidth, -left)));
    if (over <= TOLERANCE_PX || scrollsSomewhere(element)) return [];
    return [
      {
        kind: 'overflow' as const,
        selector: selectorOf(element),
        text,
        detail: `${over.toFixed(0)} px beyond the edge`,
      },
    ];
  });
}

function scrollsSomewhere(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (getComputedStyle(at).overflowX !== 'visible' && at.scrollWidth > at.clientWidth) return true;
  }
  return false;
}
