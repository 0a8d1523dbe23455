import type { Box } from './boxes.ts';

/** A text as it is drawn: one piece for each text node. */
export interface Piece {
  readonly node: Text;
  readonly element: Element;
  readonly text: string;
  /** Its lines, as high as their ink. */
  readonly lines: readonly Box[];
  readonly size: number;
}

const SILENT = 'script, style, noscript, template, title, svg title, option';
/** What is smaller is there for readers alone. */
const UNSEEN_PX = 2;
const pencil = document.createElement('canvas').getContext('2d');

/** Every text that is shown or read out at this moment. */
export function piecesOf(root: Element): Piece[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const piece = pieceOf(node as Text);
    if (piece !== undefined) pieces.push(piece);
  }
  return pieces;
}

function pieceOf(node: Text): Piece | undefined {
  const element = node.parentElement;
  const text = node.data.replaceAll(/\s+/g, ' ').trim();
  if (element === null || text === '' || element.closest(SILENT) !== null) return undefined;
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return undefined;
  const style = getComputedStyle(element);
  return {
    node,
    element,
    text,
    lines: unseen(element) ? [] : inkOf(node, text, style),
    size: Number.parseFloat(style.fontSize),
  };
}

function unseen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width < UNSEEN_PX && height < UNSEEN_PX;
}

/** The lines of a text, each reduced to what its letters reach: fonts of tall scripts claim more room than they draw. */
function inkOf(node: Text, text: string, style: CSSStyleDeclaration): Box[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  if (pencil === null) return boxes;
  pencil.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const {
    actualBoundingBoxAscent: up,
    actualBoundingBoxDescent: down,
    fontBoundingBoxAscent: most,
  } = pencil.measureText(text);
  return boxes.map(({ left, right, top }) => ({ left, right, top: top + most - up, bottom: top + most + down }));
}
