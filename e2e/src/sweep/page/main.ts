import type { Flaw, Inspection, Words } from '../finding.ts';
import { selectorOf } from './boxes.ts';
import { coveredControls, smallControls, smallTexts } from './controls.ts';
import { cutOf } from './cut.ts';
import { brokenRuns, sidedStyles } from './direction.ts';
import { outsideThePage, overflowsOf, overlapsOf } from './layout.ts';
import { piecesOf } from './pieces.ts';
import { becomeUser, isBare, isSettled, layers, scrollDown, unrest, watchUnrest } from './state.ts';

const LABELS = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt', 'title'] as const;

const uppermost = (): Element =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].findLast((dialog) => dialog.checkVisibility()) ??
  document.body;

/**
 * Inspects the current page from inside. With an open dialog it only inspects the dialog, because the page behind was
 * inspected before.
 */
function inspect(tag: string, direction: string): Inspection {
  const root = uppermost();
  const pieces = piecesOf(root);
  const drawn = pieces.map((piece): Words => ({
    text: piece.text,
    selector: selectorOf(piece.element),
    cut: cutOf(piece),
    verbatim: piece.element.closest('kbd, code, pre, body [lang]') !== null,
  }));
  return {
    words: [...drawn, ...labelsOf(root), { text: document.title, selector: 'title', cut: undefined }],
    flaws: [
      ...overflowsOf(root),
      ...outsideThePage(pieces),
      ...overlapsOf(pieces),
      ...brokenRuns(pieces),
      ...sidedStyles(root),
      ...smallControls(root),
      ...smallTexts(pieces),
      ...stated(tag, direction),
    ],
  };
}

function labelsOf(root: Element): Words[] {
  return LABELS.flatMap((name) =>
    [...root.querySelectorAll(`[${name}]`)]
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        text: (element.getAttribute(name) ?? '').trim(),
        selector: `${selectorOf(element)} [${name}]`,
        cut: undefined,
      })),
  );
}

function stated(tag: string, direction: string): Flaw[] {
  const { lang, dir } = document.documentElement;
  return lang === tag && dir === direction
    ? []
    : [{ kind: 'language', selector: 'html', text: `${lang} ${dir}`, detail: `${tag} ${direction} expected` }];
}

/** Checks if every control of the topmost layer is reachable, which scrolls the layer. */
const covered = (): Flaw[] => coveredControls(uppermost());

const sweep = { inspect, covered, isSettled, unrest, isBare, layers, scrollDown, becomeUser };

/** The functions that tests call from outside the page. */
export type PageProgram = typeof sweep;

Object.assign(globalThis, { sweep });
watchUnrest();
