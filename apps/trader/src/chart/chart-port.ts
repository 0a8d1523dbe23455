import type { ChartPeriod } from '@fairlot/domain';
import type { Bar } from './bar.ts';
import type { ComparedScale } from './compared.ts';
import type { Drawing, DrawingColor, DrawingPen, DrawingPoint } from './drawings.ts';
import type { ChartLook } from './look.ts';
import type { PriceRange } from './price-range.ts';
import type { PriceScale } from './price-scale.ts';
import type { MarkRank } from './time-marks.ts';
import type { TradeMark } from './trade-marks.ts';

/** Source of a chart's bars: recorded pages and the forming bar. */
export interface BarFeed {
  /** The newest bars in time order, the forming one last; at most `count`. Rejects on a failure. */
  readonly latest: (count?: number) => Promise<Bar[]>;
  /** The page of bars before a time, in time order; empty if there are none. */
  readonly before: (time: number) => Promise<Bar[]>;
  /** Reports the forming bar until the returned function is called. */
  readonly follow: (listener: (forming: Bar) => void) => () => void;
}

/** The instrument and period that a chart shows. */
export interface ChartSubject {
  /** Identity of the subject; a new key reloads the chart. */
  readonly key: string;
  readonly period: ChartPeriod;
  readonly pricePrecision: number;
  readonly feed: BarFeed;
}

/** Kind of a price line; decides its colour. */
export type LineRole = 'buy' | 'sell' | 'pending' | 'stopLoss' | 'takeProfit' | 'draft';

/** A horizontal line at a price, such as an open position or its stop. */
export interface PriceLine {
  readonly id: string;
  readonly price: number;
  readonly role: LineRole;
  /** Short text on the line's tag. */
  readonly label: string;
  /** Profit or loss shown after the label; its sign decides the colour. */
  readonly result?: { readonly text: string; readonly sign: -1 | 0 | 1 };
  /** Extends the price axis to show this line, unless that would flatten the candles. */
  readonly inView?: boolean;
  /** Its tag can be dragged to another price. */
  readonly movable?: boolean;
}

/** A touch or mouse action on a line: dragging its tag, dropping it at a price, cancelling the drag, or a tap. */
export interface LineTouch {
  readonly id: string;
  readonly phase: 'move' | 'drop' | 'cancel' | 'tap';
  readonly price: number;
}

/**
 * A touch or mouse action on drawings: setting one of several points, finishing a new drawing, moving one, or selecting
 * one (undefined clears the selection).
 */
export type DrawingTouch =
  | { readonly kind: 'placed'; readonly count: number }
  | { readonly kind: 'made'; readonly pen: DrawingPen; readonly points: readonly DrawingPoint[] }
  | { readonly kind: 'changed'; readonly drawing: Drawing }
  | { readonly kind: 'picked'; readonly id: string | undefined };

/** Colours and font, resolved from the page's tokens. */
export interface ChartTheme {
  readonly ink: string;
  readonly muted: string;
  readonly hairline: string;
  readonly surface: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  /** Colours of indicators, in order of assignment. */
  readonly series: readonly string[];
  readonly drawing: Readonly<Record<DrawingColor, string>>;
  readonly fontFamily: string;
}

/** Texts, times and percentages in the user's language. */
export interface ChartWords {
  /** Title of the pane with the number of quotes per bar. */
  readonly volume: string;
  /** Text at the start of the recorded history. */
  readonly beginning: string;
  /** Time of a bar; a date without time for daily bars. */
  readonly time: (time: number, daily: boolean) => string;
  /** Formats a figure as a percentage. */
  readonly percent: (figure: string) => string;
  /** A number of bars: "12 bars". */
  readonly bars: (count: number) => string;
  /** A duration in ms, in its largest unit: "3 hr". */
  readonly duration: (time: number) => string;
  /** A label of the time axis, as short as its rank allows. */
  readonly mark: (time: number, rank: MarkRank, daily: boolean) => string;
}

export type LoadState = 'loading' | 'ready' | 'empty' | 'failed';

/** Range of visible bars, by index from the first loaded bar, and of visible prices. */
export interface ShownBars {
  readonly count: number;
  readonly from: number;
  readonly to: number;
  readonly prices: PriceRange | undefined;
  /** The user has dragged the price axis, which no longer follows the bars. */
  readonly isHeld: boolean;
}

/** State of a compared line; the changes in per cent over the visible bars once both series have some. */
export interface ComparedShown {
  readonly state: LoadState;
  readonly from?: number;
  readonly to?: number;
  readonly main?: number;
  readonly other?: number;
}

/** A second instrument to compare with, at the same period. */
export interface ComparedSubject {
  readonly subject: ChartSubject;
  readonly scale: ComparedScale;
}

/** The bar under the crosshair and its predecessor. */
export interface PointedBar {
  readonly bar: Bar;
  readonly before: Bar | undefined;
}

/** A candle chart, independent of the library that draws it. */
export interface PriceChart {
  /** Loads and follows a subject; the former one is dropped. */
  readonly show: (subject: ChartSubject) => void;
  /** Reloads the current subject, after a failure or a long absence. */
  readonly reload: () => void;
  /** Stops following while the chart is hidden; the drawn bars and the visible range stay. */
  readonly pause: () => void;
  /** Continues after `pause` and reads the missed bars. */
  readonly resume: () => void;
  readonly setLines: (lines: readonly PriceLine[]) => void;
  /** Shows closed trades; the selected one is drawn larger. */
  readonly setMarks: (marks: readonly TradeMark[], picked: number | undefined) => void;
  /** Marks the times of calendar entries above the time axis. */
  readonly setEvents: (times: readonly number[]) => void;
  readonly setScale: (scale: PriceScale) => void;
  /** Makes the price axis follow the bars again. */
  readonly resetScale: () => void;
  /** False greys the tag of the last price. */
  readonly setCurrent: (current: boolean) => void;
  readonly setLook: (look: ChartLook) => void;
  /** Shows the user's drawings; the selected one has handles. */
  readonly setDrawings: (drawings: readonly Drawing[], picked: string | undefined) => void;
  /** Selects the drawing tool for the next touches; undefined ends drawing. */
  readonly setPen: (pen: DrawingPen | undefined) => void;
  /** With the magnet, points take the open, high, low or close of their bar if it is near. */
  readonly setMagnet: (magnet: boolean) => void;
  /** A drawing moved by a distance in px; nothing is drawn. */
  readonly moved: (drawing: Drawing, across: number, down: number) => Drawing;
  /** Draws a second instrument as a line; undefined removes it. */
  readonly setCompared: (compared: ComparedSubject | undefined) => void;
  readonly setTheme: (theme: ChartTheme) => void;
  readonly setWords: (words: ChartWords) => void;
  /** Scrolls to the newest bar. */
  readonly toNow: () => void;
  readonly dispose: () => void;
}

/** Callbacks of a chart. */
export interface ChartEvents {
  readonly onState: (state: LoadState) => void;
  /** True while the newest bar is out of view. */
  readonly onAway: (away: boolean) => void;
  /** The visible range, after scrolling and zooming have ended. */
  readonly onShown: (shown: ShownBars) => void;
  /** The bar under the crosshair; undefined without a crosshair. */
  readonly onPoint: (pointed: PointedBar | undefined) => void;
  readonly onLine: (touch: LineTouch) => void;
  readonly onDrawing: (touch: DrawingTouch) => void;
  /** A tap on the mark of a trade; undefined clears the selection. */
  readonly onMark: (trade: number | undefined) => void;
  readonly onCompared: (shown: ComparedShown) => void;
}

/** Draws a chart into an element. */
export type CreateChart = (host: HTMLElement, theme: ChartTheme, words: ChartWords, events: ChartEvents) => PriceChart;
