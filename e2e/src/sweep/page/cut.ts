import type { Box } from './boxes.ts';
import type { Piece } from './pieces.ts';

const TOLERANCE_PX = 1.5;

/** Returns how a text is cut; undefined if all of it is visible or can be scrolled to. */
export function cutOf({ element, lines }: Piece): string | undefined {
  let scrollsX = false;
  let scrollsY = false;
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.position === 'fixed') return undefined;
    const room = innerBox(at);
    const clamped = style.webkitLineClamp !== 'none';
    if (hides(style.overflowX) && !scrollsX) {
      const over = Math.max(0, ...lines.map(({ left, right }) => Math.max(right - room.right, room.left - left)));
      if (over > TOLERANCE_PX)
        return `${clamped || style.textOverflow === 'ellipsis' ? 'shortened' : 'cut'} by ${over.toFixed(0)} px`;
    }
    if (hides(style.overflowY) && !scrollsY) {
      const over = Math.max(0, ...lines.map(({ top, bottom }) => Math.max(bottom - room.bottom, room.top - top)));
      if (over > TOLERANCE_PX) return `${clamped ? 'shortened' : 'cut'} by ${over.toFixed(0)} px of height`;
    }
    scrollsX ||= scrolls(style.overflowX);
    scrollsY ||= scrolls(style.overflowY);
  }
  return undefined;
}

const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

function innerBox(element: Element): Box {
  const { left, top } = element.getBoundingClientRect();
  return {
    left: left + element.clientLeft,
    top: top + element.clientTop,
    right: left + element.clientLeft + element.clientWidth,
    bottom: top + element.clientTop + element.clientHeight,
  };
}
