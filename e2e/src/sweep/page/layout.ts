import type { Flaw } from '../finding.ts';
import { meeting, selectorOf } from './boxes.ts';
import type { Box } from './boxes.ts';
import type { Piece } from './pieces.ts';

const TOLERANCE_PX = 1.5;
/** Overlaps below this size are ignored. */
const TOUCH_PX = 2;
const OPAQUE = 0.9;

/** Finds elements that are wider than their container: the page, a list, or a text that overflows. */
export function overflowsOf(root: Element): Flaw[] {
  const wide = [document.documentElement, ...root.querySelectorAll('*')].filter(
    (element) => element.scrollWidth > element.clientWidth + 1 && scrollsUnasked(element),
  );
  return wide.map((element) => ({
    kind: 'overflow',
    selector: selectorOf(element),
    text: '',
    detail: `${element.scrollWidth} px in ${element.clientWidth}, because of ${selectorOf(widestIn(element))}`,
  }));
}

/** Returns the innermost element that extends furthest beyond a side. */
function widestIn(element: Element): Element {
  const { left, right } = element.getBoundingClientRect();
  const beyond = (each: Element): number => {
    const box = each.getBoundingClientRect();
    return Math.round(Math.max(box.right - right, left - box.left));
  };
  return [...element.querySelectorAll('*')]
    .filter((each) => each.checkVisibility())
    .reduce((widest, each) => (beyond(each) >= beyond(widest) ? each : widest), element);
}

/**
 * True if an element scrolls sideways without a class for it (such as `paper-table`). By the rules of CSS a list that
 * scrolls down may also scroll sideways unnoticed.
 */
function scrollsUnasked(element: Element): boolean {
  if (element === document.documentElement) return true;
  if (
    !element.checkVisibility() ||
    /(?:overflow-(?:x-)?(?:auto|scroll)|paper-table)(?!\S)/.test(element.getAttribute('class') ?? '')
  )
    return false;
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
}

/** Finds texts of different elements that overlap and are both visible there. */
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

/** True if no opaque element covers the element at the centre of a box. */
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

/** Finds texts that exceed the window at a side where scrolling is impossible. */
export function outsideThePage(pieces: readonly Piece[]): Flaw[] {
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
