import { isolateWords } from '@fairlot/i18n';
import { utils } from 'klinecharts';
import type { OverlayFigure } from 'klinecharts';
import type { ChartTheme, ChartWords } from './chart-port.ts';
import { measuredMove } from './drawing-measure.ts';
import { EXTENSIONS, RETRACEMENTS, extended, retraced, shapeOf } from './drawing-shape.ts';
import type { Area, Stroke } from './drawing-shape.ts';
import { wrapped } from './drawing-text.ts';
import { pointsOf } from './drawings.ts';
import type { Drawing, DrawingStyle } from './drawings.ts';
import type { Spot } from './gestures.ts';
import { mixed } from './kline-styles.ts';

const HANDLE_RADIUS = 5;
const TEXT_SIZE = 10;
const TINT = 12;
/** Size and width of the lines of a note, and the distance between two, in px. */
const NOTE = { size: 12, width: 150, line: 17, inset: 6 } as const;

/** The chart that a drawing is drawn on. */
export interface DrawingCanvas {
  readonly area: Area;
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly precision: number;
  /** Place of a time, counted in bars. */
  readonly indexOf: (time: number) => number;
}

/** Figures of a drawing whose points are at the given positions. */
export function drawingFigures(
  drawing: Drawing,
  spots: readonly Spot[],
  picked: boolean,
  canvas: DrawingCanvas,
): OverlayFigure[] {
  const { tool, style, locked } = drawing;
  const color = canvas.theme.drawing[style.color];
  const shape = shapeOf(tool, spots, canvas.area);
  const needed = pointsOf(tool);
  const handles = tool !== 'brush' && ((picked && !locked) || (needed !== undefined && spots.length < needed));
  return [
    ...(shape.fill.length === 0 ? [] : [surface(shape.fill, color)]),
    ...shape.helpers.map((stroke) => line(stroke, color, 1, [4, 4])),
    ...(tool === 'text' ? [] : strokesOf(drawing, shape.strokes, color)),
    ...labelsOf(drawing, spots, canvas),
    ...(picked && (locked || tool === 'brush') ? endsOf(spots, color) : []),
    ...(handles ? handleSpots(drawing, spots, canvas.area).map((spot) => handle(spot, canvas.theme, color)) : []),
  ];
}

/** Positions at which a drawing's points can be taken. */
export function handleSpots({ tool }: Pick<Drawing, 'tool'>, spots: readonly Spot[], area: Area): Spot[] {
  return spots.map(({ x, y }) => ({
    x: tool === 'horizontal' ? area.width / 2 : x,
    y: tool === 'vertical' ? area.height / 2 : y,
  }));
}

/** The lines of a note as strokes through their middles, which a finger can touch. */
export function noteStrokes(drawing: Drawing, [spot]: readonly Spot[], theme: ChartTheme): Stroke[] {
  if (spot === undefined) return [];
  return noteLines(drawing.text ?? '', theme).map((text, at): Stroke => {
    const y = spot.y + at * NOTE.line;
    return [
      { x: spot.x, y },
      { x: spot.x + 2 * NOTE.inset + noteWidth(text, theme), y },
    ];
  });
}

function noteLines(text: string, theme: ChartTheme): string[] {
  return wrapped(text, NOTE.width, (part) => noteWidth(part, theme));
}

function noteWidth(text: string, theme: ChartTheme): number {
  return utils.calcTextWidth(text, NOTE.size, 'normal', theme.fontFamily);
}

/** A brush is one path, so that its joints are not drawn twice. */
function strokesOf({ tool, style }: Drawing, strokes: readonly Stroke[], color: string): OverlayFigure[] {
  const dash = dashOf(style);
  const [first] = strokes;
  if (tool !== 'brush' || first === undefined) {
    // Heads of arrows are solid; a dashed one would fall apart.
    const shafts = tool === 'arrow' ? 1 : strokes.length;
    return strokes.map((stroke, at) => line(stroke, color, style.width, at < shafts ? dash : undefined));
  }
  return [path([first[0], ...strokes.map(([, to]) => to)], color, style.width, dash)];
}

function dashOf({ line: kind, width }: DrawingStyle): readonly [number, number] | undefined {
  if (kind === 'solid') return undefined;
  return kind === 'dashed' ? [4 + 2 * width, 3 + width] : [width, 2 + width];
}

function line(
  [from, to]: Stroke,
  color: string,
  width: number,
  dash: readonly [number, number] | undefined,
): OverlayFigure {
  return path([from, to], color, width, dash);
}

function path(
  coordinates: readonly Spot[],
  color: string,
  width: number,
  dash: readonly [number, number] | undefined,
): OverlayFigure {
  return {
    type: 'line',
    ignoreEvent: true,
    attrs: { coordinates: [...coordinates] },
    styles: { style: dash === undefined ? 'solid' : 'dashed', dashedValue: [...(dash ?? [1, 0])], size: width, color },
  };
}

function surface(corners: readonly Spot[], color: string): OverlayFigure {
  return {
    type: 'polygon',
    ignoreEvent: true,
    attrs: { coordinates: [...corners] },
    styles: { style: 'fill', color: mixed(color, TINT) },
  };
}

function handle({ x, y }: Spot, theme: ChartTheme, color: string): OverlayFigure {
  return {
    type: 'circle',
    ignoreEvent: true,
    attrs: { x, y, r: HANDLE_RADIUS },
    styles: { style: 'stroke_fill', color: theme.surface, borderColor: color, borderSize: 2 },
  };
}

/** Small marks at the ends of a selected drawing without handles. */
function endsOf(spots: readonly Spot[], color: string): OverlayFigure[] {
  return [...spots.slice(0, 1), ...spots.slice(1).slice(-1)].map(({ x, y }) => ({
    type: 'circle',
    ignoreEvent: true,
    attrs: { x, y, r: HANDLE_RADIUS - 2 },
    styles: { style: 'fill', color },
  }));
}

function labelsOf(drawing: Drawing, spots: readonly Spot[], canvas: DrawingCanvas): OverlayFigure[] {
  const { theme, precision, words, area } = canvas;
  const [point] = drawing.points;
  const [first, second, third] = spots;
  if (first === undefined || point === undefined) return [];
  if (drawing.tool === 'text') return noteFigures(drawing, first, theme);
  if (drawing.tool === 'horizontal' || drawing.tool === 'horizontalRay')
    return [label(point.price.toFixed(precision), { x: area.width - 4, y: first.y - 2 }, theme, 'right')];
  if (drawing.tool === 'vertical')
    return [label(words.time(point.time, false), { x: first.x + 4, y: area.height - 2 }, theme)];
  if (second === undefined) return [];
  if (drawing.tool === 'fibonacci') return retracementLabels(drawing, [first, second], canvas);
  if (drawing.tool === 'measure') return measureLabels(drawing, [first, second], canvas);
  if (drawing.tool === 'extension' && third !== undefined)
    return extensionLabels(drawing, [first, second, third], canvas);
  return [];
}

function retracementLabels(
  { points: [from, to] }: Drawing,
  [first, second]: readonly [Spot, Spot],
  { theme, words, precision }: DrawingCanvas,
): OverlayFigure[] {
  if (from === undefined || to === undefined) return [];
  const x = Math.min(first.x, second.x) + 2;
  return RETRACEMENTS.map((ratio) => {
    const price = to.price + (from.price - to.price) * ratio;
    return label(levelText(words, ratio, price, precision), { x, y: retraced(first, second, ratio) - 1 }, theme);
  });
}

function extensionLabels(
  { points: [from, to, back] }: Drawing,
  [first, second, third]: readonly [Spot, Spot, Spot],
  { theme, words, precision }: DrawingCanvas,
): OverlayFigure[] {
  if (from === undefined || to === undefined || back === undefined) return [];
  return EXTENSIONS.map((ratio) => {
    const price = back.price + (to.price - from.price) * ratio;
    const at = { x: third.x + 2, y: extended(first, second, third, ratio) - 1 };
    return label(levelText(words, ratio, price, precision), at, theme);
  });
}

function levelText(words: ChartWords, ratio: number, price: number, precision: number): string {
  return `${words.percent((ratio * 100).toFixed(1))}  ${price.toFixed(precision)}`;
}

/** Two lines beyond the end of a measured move: price and per cent, bars and time. */
function measureLabels(
  { points: [from, to] }: Drawing,
  [first, second]: readonly [Spot, Spot],
  { area, theme, words, precision, indexOf }: DrawingCanvas,
): OverlayFigure[] {
  if (from === undefined || to === undefined) return [];
  const { change, percent, bars, time } = measuredMove(from, to, precision, indexOf);
  const rows = [
    percent === undefined ? change : `${change}  (${words.percent(percent)})`,
    `${isolateWords(words.bars(bars))} · ${isolateWords(words.duration(time))}`,
  ];
  const x = Math.min(area.width - 70, Math.max(70, (first.x + second.x) / 2));
  const isUp = second.y <= first.y;
  // Above a rising move and below a falling one, but always within the chart.
  const top = isUp ? Math.max(2, second.y - 36) : Math.min(area.height - 36, second.y + 4);
  return rows.map((row, at) => ({
    ...label(row, { x, y: top + at * 16 }, theme, 'center', 'top'),
    // Nearly opaque, because it may lie on the levels of another drawing.
    styles: { ...textStyle(theme), backgroundColor: mixed(theme.surface, 92) },
  }));
}

function noteFigures(drawing: Drawing, { x, y }: Spot, theme: ChartTheme): OverlayFigure[] {
  return noteLines(drawing.text ?? '', theme).map((row, at) => ({
    type: 'text',
    ignoreEvent: true,
    attrs: { x: x + NOTE.inset, y: y + at * NOTE.line, align: 'left', baseline: 'middle', text: isolateWords(row) },
    styles: {
      ...textStyle(theme),
      color: theme.drawing[drawing.style.color],
      size: NOTE.size,
      backgroundColor: mixed(theme.surface, 85),
    },
  }));
}

function label(
  text: string,
  { x, y }: Spot,
  theme: ChartTheme,
  align: CanvasTextAlign = 'left',
  baseline: CanvasTextBaseline = 'bottom',
): OverlayFigure {
  return { type: 'text', ignoreEvent: true, attrs: { x, y, align, baseline, text }, styles: textStyle(theme) };
}

function textStyle(theme: ChartTheme): Record<string, string | number> {
  return {
    color: theme.ink,
    size: TEXT_SIZE,
    family: theme.fontFamily,
    backgroundColor: mixed(theme.surface, 70),
    borderSize: 0,
    borderRadius: 2,
    paddingLeft: 2,
    paddingRight: 2,
    paddingTop: 1,
    paddingBottom: 1,
  };
}
