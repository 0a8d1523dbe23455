import type { Flaw, Inspection, Words } from '../finding.ts';
import { selectorOf } from './boxes.ts';
import { coveredControls, smallControls, smallTexts } from './controls.ts';
import { cutOf } from './cut.ts';
import { brokenRuns, sidedStyles } from './direction.ts';
import { besideThePage, overflowsOf, overlapsOf } from './layout.ts';
import { piecesOf } from './pieces.ts';
import { becomeUser, isBare, isSettled, layers, scrollDown, watchUnrest } from './state.ts';

const LABELS = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt', 'title'] as const;

const uppermost = (): Element =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].findLast((dialog) => dialog.checkVisibility()) ??
  document.body;

/** Looks at the page as it stands; runs inside it. Behind a dialog nothing is looked at: it was before. */
function inspect(tag: string, direction: string): Inspection {
  const root = uppermost();
  const pieces = piecesOf(root);
  const drawn = pieces.map((piece): Words => ({
    text: piece.text,
    selector: selectorOf(piece.element),
    cut: cutOf(piece),
    verbatim: piece.element.closest('kbd, code, pre') !== null,
  }));
  return {
    words: [...drawn, ...labelsOf(root), { text: document.title, selector: 'title', cut: undefined }],
    flaws: [
      ...overflowsOf(root),
      ...besideThePage(pieces),
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

/** Tries to reach every control of the uppermost layer, which scrolls it. */
const covered = (): Flaw[] => coveredControls(uppermost());

const sweep = { inspect, covered, isSettled, isBare, layers, scrollDown, becomeUser };

/** What the program can be asked from outside. */
export type PageProgram = typeof sweep;

Object.assign(globalThis, { sweep });
watchUnrest();
