import type { Flaw } from '../finding.ts';
import { selectorOf } from './boxes.ts';
import type { Piece } from './pieces.ts';

/** Minimum target size of WCAG 2.2, 2.5.8. */
const LEAST_TARGET_PX = 24;
const LEAST_FONT_PX = 12;
/** The last digits of a figure may be smaller. An arrow next to it is not a text. */
const LEAST_DIGIT_PX = 10;
const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=radio], [role=checkbox], [role=slider]';

/** Finds controls that are too small for touch. A link inside a sentence may be as high as its line. */
export function smallControls(root: Element): Flaw[] {
  return [...root.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isInline(control)) return [];
    const { width, height } = targetOf(control).getBoundingClientRect();
    if (width >= LEAST_TARGET_PX && height >= LEAST_TARGET_PX) return [];
    return [
      {
        kind: 'target' as const,
        selector: selectorOf(control),
        text: nameOf(control),
        detail: `${width.toFixed(0)} × ${height.toFixed(0)} px`,
      },
    ];
  });
}

/**
 * Scrolls only elements that a visitor can scroll; scrollIntoView would also scroll elements that hide their overflow.
 */
function scrollIntoSight(target: Element): void {
  for (let scroller = target.parentElement; scroller !== null; scroller = scroller.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(scroller);
    const [box, room] = [target.getBoundingClientRect(), scroller.getBoundingClientRect()];
    if (['auto', 'scroll'].includes(overflowY))
      scroller.scrollTop += (box.top + box.bottom - room.top - room.bottom) / 2;
    if (['auto', 'scroll'].includes(overflowX))
      scroller.scrollLeft += (box.left + box.right - room.left - room.right) / 2;
  }
}

/** Finds controls that cannot be scrolled into view and pressed: they are covered, or outside the scrollable area. */
export function coveredControls(root: Element): Flaw[] {
  return [...root.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    const target = targetOf(control);
    const seen =
      target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      getComputedStyle(target).pointerEvents !== 'none';
    if (!seen || control.closest('[inert]') !== null) return [];
    scrollIntoSight(target);
    const { left, right, top, bottom } = target.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (
      hit !== null &&
      (target.contains(hit) || (hit.contains(target) && hit.closest(CONTROLS) !== null) || hit === control)
    )
      return [];
    return [
      {
        kind: 'covered' as const,
        selector: selectorOf(control),
        text: nameOf(control),
        detail: hit === null ? 'outside of the window' : `under ${selectorOf(hit)}`,
      },
    ];
  });
}

/** Returns the element to press for a control: for a hidden field its label, or the control that it belongs to. */
function targetOf(control: HTMLElement): Element {
  const box = control.getBoundingClientRect();
  if (control instanceof HTMLInputElement && (box.width < 3 || control.ariaHidden === 'true'))
    return control.labels?.[0] ?? control.parentElement ?? control;
  if (control instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(control.type))
    return control.closest('label') ?? control.labels?.[0] ?? control;
  return control;
}

const isInline = (control: HTMLElement): boolean =>
  getComputedStyle(control).display === 'inline' &&
  (control.parentElement?.textContent ?? '').trim() !== control.textContent.trim();
const nameOf = (control: HTMLElement): string => (control.ariaLabel ?? control.textContent).trim().slice(0, 40);

/** Finds texts that are too small. */
export function smallTexts(pieces: readonly Piece[]): Flaw[] {
  return pieces
    .filter(
      ({ element, text, size, lines }) =>
        lines.length > 0 &&
        size < (element.closest('.figure') === null ? LEAST_FONT_PX : LEAST_DIGIT_PX) &&
        /[\p{L}\p{N}]/u.test(text),
    )
    .map(({ element, text, size }) => ({
      kind: 'small',
      selector: selectorOf(element),
      text,
      detail: `${size.toFixed(1)} px`,
    }));
}
