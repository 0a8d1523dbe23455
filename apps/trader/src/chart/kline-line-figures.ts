import { utils } from 'klinecharts';
import type { Coordinate, OverlayFigure } from 'klinecharts';
import type { ChartTheme, LineRole, PriceLine } from './chart-port.ts';
import { TAG_HEIGHT, standApart, tagHeight, tagStarts } from './tags.ts';

const TEXT_SIZE = 11;
const WEIGHT = 600;
const PADDING = 5;
/** Offset in px that centres digits optically: they sit above the middle of the font's line. */
const TEXT_DROP = 1;
/** Distance between two prices on the axis, in px. */
export const AXIS_TAG_GAP = 17;
/** Width of the drag handle of a tag, in px. */
const HANDLE = 10;

/** Theme colour of each kind of line. */
const ROLE_COLOR: Readonly<Record<LineRole, 'up' | 'down' | 'accent'>> = {
  buy: 'up',
  takeProfit: 'up',
  sell: 'down',
  stopLoss: 'down',
  pending: 'accent',
  draft: 'accent',
};

/** A line with the measured width of its tag. */
export interface DrawnLine {
  readonly line: PriceLine;
  readonly color: string;
  /** Colour of the profit or loss after the label. */
  readonly resultColor: string;
  readonly labelWidth: number;
  readonly width: number;
}

/** Input of the overlay's figures. */
export interface Drawn {
  readonly lines: readonly DrawnLine[];
  readonly theme: ChartTheme;
  readonly precision: number;
  /** Height of the legends at the top, which tags do not cover, in px. */
  readonly legends: number;
}

/** Measures a line's tag. */
export function measured(line: PriceLine, theme: ChartTheme): DrawnLine {
  const width = (text: string): number =>
    Math.ceil(utils.calcTextWidth(text, TEXT_SIZE, WEIGHT, theme.fontFamily)) + 2 * PADDING;
  const labelWidth = width(line.label) + (line.movable === true ? HANDLE : 0);
  const sign = line.result?.sign ?? 0;
  return {
    line,
    labelWidth,
    color: theme[ROLE_COLOR[line.role]],
    resultColor: sign === 0 ? theme.ink : sign > 0 ? theme.up : theme.down,
    width: labelWidth + (line.result === undefined ? 0 : width(line.result.text)),
  };
}

/** Lines and their tags. */
export function overlayFigures(
  { lines, theme, legends }: Drawn,
  coordinates: readonly Coordinate[],
  width: number,
): OverlayFigure[] {
  const heights = lines.map((_, index) => tagHeight(coordinates[index]?.y ?? 0, legends));
  const starts = tagStarts(lines.map((drawn, index) => ({ y: heights[index] ?? 0, width: drawn.width })));
  const across = lines.map((drawn, index) => lineFigure(drawn, coordinates[index]?.y ?? 0, width));
  // Tags are drawn over all lines.
  return [
    ...across,
    ...lines.flatMap((drawn, index) => tagFigures(drawn, theme, starts[index] ?? 0, heights[index] ?? 0)),
  ];
}

function lineFigure({ line, color }: DrawnLine, y: number, width: number): OverlayFigure {
  const solid = line.role === 'buy' || line.role === 'sell';
  return {
    type: 'line',
    ignoreEvent: true,
    attrs: {
      coordinates: [
        { x: 0, y },
        { x: width, y },
      ],
    },
    styles: { style: solid ? 'solid' : 'dashed', dashedValue: [4, 4], size: 1, color },
  };
}

function tagFigures(
  { line, color, resultColor, labelWidth, width }: DrawnLine,
  theme: ChartTheme,
  x: number,
  y: number,
): OverlayFigure[] {
  const top = y - TAG_HEIGHT / 2;
  const text = (words: string, at: number, ink: string): OverlayFigure => ({
    type: 'text',
    ignoreEvent: true,
    attrs: { x: at, y: y + TEXT_DROP, text: words, align: 'left', baseline: 'middle' },
    styles: {
      color: ink,
      size: TEXT_SIZE,
      weight: WEIGHT,
      family: theme.fontFamily,
      backgroundColor: 'transparent',
      borderSize: 0,
      paddingLeft: 0,
      paddingRight: 0,
      paddingTop: 0,
      paddingBottom: 0,
    },
  });
  const handle = line.movable === true ? HANDLE : 0;
  return [
    {
      type: 'rect',
      ignoreEvent: true,
      attrs: { x, y: top, width, height: TAG_HEIGHT },
      styles: { style: 'stroke_fill', color: theme.surface, borderColor: color, borderSize: 1, borderRadius: 4 },
    },
    {
      type: 'rect',
      ignoreEvent: true,
      attrs: { x, y: top, width: labelWidth, height: TAG_HEIGHT },
      styles: { style: 'fill', color, borderRadius: 4 },
    },
    ...(handle === 0
      ? []
      : [0, 1, 2].map((row): OverlayFigure => ({
          type: 'line',
          ignoreEvent: true,
          attrs: {
            coordinates: [
              { x: x + PADDING, y: y - 3 + row * 3 },
              { x: x + PADDING + 7, y: y - 3 + row * 3 },
            ],
          },
          styles: { style: 'solid', size: 1, color: theme.surface },
        }))),
    text(line.label, x + PADDING + handle, theme.surface),
    ...(line.result === undefined ? [] : [text(line.result.text, x + labelWidth + PADDING, resultColor)]),
  ];
}

/**
 * True if the line's price is shown on the axis. Prices of positions are not, because they would hide the last price
 * near them.
 */
export function isTagged({ role }: PriceLine): boolean {
  return role !== 'buy' && role !== 'sell';
}

/** Prices of the lines on the axis. */
export function axisTags({ lines, theme, precision }: Drawn, coordinates: readonly Coordinate[]): OverlayFigure[] {
  const tagged = lines
    .map((drawn, index) => ({ ...drawn, y: coordinates[index]?.y ?? 0 }))
    .filter(({ line }) => isTagged(line));
  const heights = standApart(
    tagged.map(({ y }) => y),
    AXIS_TAG_GAP,
  );
  return tagged.map(({ line, color, y }, index) => ({
    type: 'text',
    ignoreEvent: true,
    attrs: { x: 0, y: heights[index] ?? y, text: line.price.toFixed(precision), align: 'left', baseline: 'middle' },
    styles: {
      color,
      size: TEXT_SIZE,
      weight: WEIGHT,
      family: theme.fontFamily,
      backgroundColor: theme.surface,
      borderColor: color,
      borderSize: 1,
      borderRadius: 3,
      style: 'stroke_fill',
      paddingLeft: PADDING,
      paddingRight: PADDING,
      paddingTop: 2,
      paddingBottom: 2,
    },
  }));
}
