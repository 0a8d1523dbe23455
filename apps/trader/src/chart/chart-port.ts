import type { Period } from '@fairlot/domain';
import type { Bar } from './bar.ts';
import type { Drawing, DrawingPoint, DrawingTool } from './drawings.ts';
import type { ChartLook } from './look.ts';
import type { MarkRank } from './time-marks.ts';

/** Where a chart gets its bars from: recorded pages and the bar that is forming now. */
export interface BarFeed {
  /** The newest bars in time order, the forming one last. `count` limits them. Rejects when they cannot be had. */
  readonly latest: (count?: number) => Promise<Bar[]>;
  /** The page of bars before a moment, in time order; empty when there are none. */
  readonly before: (time: number) => Promise<Bar[]>;
  /** Reports the forming bar until the returned function is called. */
  readonly follow: (listener: (forming: Bar) => void) => () => void;
}

/** What the chart shows. */
export interface ChartSubject {
  /** Tells one subject from another; a change loads the chart again. */
  readonly key: string;
  readonly period: Period;
  readonly pricePrecision: number;
  readonly feed: BarFeed;
}

/** What a price line stands for; it decides the colour. */
export type LineRole = 'buy' | 'sell' | 'pending' | 'stopLoss' | 'takeProfit' | 'draft';

/** A horizontal line at a price, such as an open position or its stop. */
export interface PriceLine {
  readonly id: string;
  readonly price: number;
  readonly role: LineRole;
  /** A short word on the line's tag. */
  readonly label: string;
  /** What the line is worth, beside the label; its sign decides the colour. */
  readonly result?: { readonly text: string; readonly sign: -1 | 0 | 1 };
  /** The price axis stretches so that this line is in view, unless that would flatten the candles. */
  readonly inView?: boolean;
  /** Its tag can be taken and dragged to another price. */
  readonly movable?: boolean;
}

/** What a hand does to a line: it drags its tag, lets it go at a price, gives the drag up, or taps it. */
export interface LineTouch {
  readonly id: string;
  readonly phase: 'move' | 'drop' | 'cancel' | 'tap';
  readonly price: number;
}

/**
 * What a hand does to drawings: it sets the first of two points, finishes a new one, changes one, or picks one
 * (undefined: lets the picked one go).
 */
export type DrawingTouch =
  | { readonly kind: 'begun' }
  | { readonly kind: 'made'; readonly tool: DrawingTool; readonly points: readonly DrawingPoint[] }
  | { readonly kind: 'changed'; readonly drawing: Drawing }
  | { readonly kind: 'picked'; readonly id: string | undefined };

/** Colours and faces, resolved from the page's tokens. */
export interface ChartTheme {
  readonly ink: string;
  readonly muted: string;
  readonly hairline: string;
  readonly surface: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  /** Colours of indicators, in the order in which they are given out. */
  readonly series: readonly string[];
  readonly fontFamily: string;
}

/** Words, times and per cents in the user's language. */
export interface ChartWords {
  /** Title of the pane with the number of quotes per bar. */
  readonly volume: string;
  /** Stands where the recorded history begins. */
  readonly beginning: string;
  /** The moment of a bar; a daily bar has a date alone. */
  readonly time: (time: number, daily: boolean) => string;
  /** A written figure as a per cent. */
  readonly percent: (figure: string) => string;
  /** A mark of the time axis, as short as its rank allows. */
  readonly mark: (time: number, rank: MarkRank, daily: boolean) => string;
}

export type LoadState = 'loading' | 'ready' | 'empty' | 'failed';

/** The bars between the edges of the picture, numbered from the first recorded one. */
export interface ShownBars {
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

/** A bar under the crosshair and the one before it. */
export interface PointedBar {
  readonly bar: Bar;
  readonly before: Bar | undefined;
}

/** A candle chart, whatever library draws it. */
export interface PriceChart {
  /** Loads and follows a subject, dropping the one before. */
  readonly show: (subject: ChartSubject) => void;
  /** Loads the current subject again, after a failure or a long absence. */
  readonly reload: () => void;
  /** Stops following while nobody looks; what is drawn, and where, stays. */
  readonly pause: () => void;
  /** Goes on where `pause` left off; bars that were missed are read. */
  readonly resume: () => void;
  readonly setLines: (lines: readonly PriceLine[]) => void;
  readonly setLook: (look: ChartLook) => void;
  /** Shows what the user drew; the picked one has its handles. */
  readonly setDrawings: (drawings: readonly Drawing[], picked: string | undefined) => void;
  /** What the next touches draw; undefined ends drawing. */
  readonly setTool: (tool: DrawingTool | undefined) => void;
  readonly setTheme: (theme: ChartTheme) => void;
  readonly setWords: (words: ChartWords) => void;
  /** Brings the newest bar back into view. */
  readonly toNow: () => void;
  readonly dispose: () => void;
}

/** What a chart reports. */
export interface ChartEvents {
  readonly onState: (state: LoadState) => void;
  /** Whether the newest bar is out of view. */
  readonly onAway: (away: boolean) => void;
  /** Which bars are in view, once they have come to rest. */
  readonly onShown: (shown: ShownBars) => void;
  /** The bar under the crosshair; undefined when there is none. */
  readonly onPoint: (pointed: PointedBar | undefined) => void;
  readonly onLine: (touch: LineTouch) => void;
  readonly onDrawing: (touch: DrawingTouch) => void;
}

/** Draws a chart into an element. */
export type CreateChart = (host: HTMLElement, theme: ChartTheme, words: ChartWords, events: ChartEvents) => PriceChart;
