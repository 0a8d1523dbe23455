import type { Flaw } from '../finding.ts';
import { selectorOf } from './boxes.ts';
import type { Piece } from './pieces.ts';

/** Texts that run left to right in every script: signed figures, shares, dates, pairs, addresses. */
const RUNS =
  /[+\-−±×≈]?\p{Sc}?\p{Nd}(?:[\p{Nd}.,:٫٬]*\p{Nd})?[%٪]?|[A-Z]{3,}\/[A-Z]{3,}|[\w.]+@[\w.]+|\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}/gu;
const SIDED =
  /^-?(?:m[lr]|p[lr]|border-[lr]|rounded-(?:[lr]|tl|tr|bl|br)|text-(?:left|right)|(?:left|right)-.*|scroll-[mp][lr])(?:-|$)/;
/** Elements positioned by value, such as marks on a scale or on the chart. They are not mirrored. */
const MEASURED = '[dir=ltr], .figure, canvas, svg, :has(> * canvas) > *';

/** Finds figures and codes that are not drawn left to right. */
export function brokenRuns(pieces: readonly Piece[]): Flaw[] {
  return pieces
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ node, element, text }) =>
      [...node.data.matchAll(RUNS)]
        .filter((run) => run[0].length > 1 && !runsRight(node, run.index, run[0]))
        .map((run) => ({
          kind: 'direction' as const,
          selector: selectorOf(element),
          text,
          detail: `“${run[0]}” is torn or mirrored`,
        })),
    );
}

function runsRight(node: Text, start: number, run: string): boolean {
  const range = document.createRange();
  let last = -Infinity;
  let line = Number.NaN;
  for (let at = start; at < start + run.length; at += 1) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const { left, top, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    if (top === line && left < last) return false;
    last = left;
    line = top;
  }
  return true;
}

/** Finds styles that name a physical side, which are not mirrored in right-to-left layouts. */
export function sidedStyles(root: Element): Flaw[] {
  return [...root.querySelectorAll('[class]')].flatMap((element) => {
    const sided = [...element.classList].filter(
      (name) => SIDED.test(name.replace(/^.*:/, '')) && !/^(?:left|right)-1\/2$/.test(name),
    );
    if (sided.length === 0 || element.closest(MEASURED) !== null || !element.checkVisibility()) return [];
    return [
      {
        kind: 'direction' as const,
        selector: selectorOf(element),
        text: '',
        detail: `bound to a side: ${sided.join(' ')}`,
      },
    ];
  });
}
