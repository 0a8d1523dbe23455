import type { Period } from '@fairlot/domain';
import type { Bar } from './bar.ts';

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
  /** A short word at the start of the line. */
  readonly label: string;
  /** The price axis stretches so that this line is in view, unless that would flatten the candles. */
  readonly inView?: boolean;
}

/** Colours and faces, resolved from the page's tokens. */
export interface ChartTheme {
  readonly ink: string;
  readonly muted: string;
  readonly hairline: string;
  readonly surface: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  readonly fontFamily: string;
}

/** Words of the crosshair's legend, in the user's language. */
export interface ChartWords {
  readonly language: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

export type LoadState = 'loading' | 'ready' | 'empty' | 'failed';

/** A candle chart, whatever library draws it. */
export interface PriceChart {
  /** Loads and follows a subject, dropping the one before. */
  readonly show: (subject: ChartSubject) => void;
  /** Loads the current subject again, after a failure or a long absence. */
  readonly reload: () => void;
  readonly setLines: (lines: readonly PriceLine[]) => void;
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
}

/** Draws a chart into an element. */
export type CreateChart = (host: HTMLElement, theme: ChartTheme, words: ChartWords, events: ChartEvents) => PriceChart;
