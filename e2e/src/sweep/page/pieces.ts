import type { Box } from './boxes.ts';

/** A drawn text: one piece per text node. */
export interface Piece {
  readonly node: Text;
  readonly element: Element;
  readonly text: string;
  /** Boxes of its lines, limited to the drawn glyphs. */
  readonly lines: readonly Box[];
  readonly size: number;
}

const SILENT = 'script, style, noscript, template, title, svg title, option';
/** Text in a smaller box is for screen readers only. */
const UNSEEN_PX = 2;
const canvasContext = document.createElement('canvas').getContext('2d');

/** Returns every text that is currently visible or available to screen readers. */
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
  const text = wholeText(node).replaceAll(/\s+/g, ' ').trim();
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

/** A place to break (`wbr`) cuts a text into two nodes. */
function wholeText(node: Text): string {
  const isCut = [node.previousSibling, node.nextSibling].some((each) => each?.nodeName === 'WBR');
  return isCut ? (node.parentElement?.textContent ?? '') : node.data;
}

function unseen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width < UNSEEN_PX && height < UNSEEN_PX;
}

/**
 * Returns the line boxes of a text, reduced to the extent of its glyphs: fonts of tall scripts have boxes higher than
 * their glyphs.
 */
function inkOf(node: Text, text: string, style: CSSStyleDeclaration): Box[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  if (canvasContext === null) return boxes;
  canvasContext.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const {
    actualBoundingBoxAscent: up,
    actualBoundingBoxDescent: down,
    fontBoundingBoxAscent: most,
  } = canvasContext.measureText(text);
  return boxes.map(({ left, right, top }) => ({ left, right, top: top + most - up, bottom: top + most + down }));
}
