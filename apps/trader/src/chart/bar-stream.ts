import { barsToSettle, formingStep, olderThan } from './bar.ts';
import type { Bar } from './bar.ts';
import type { ChartSubject, LoadState } from './chart-port.ts';

/** Bars per page of the server. */
const PAGE = 1000;
/** Delay before the recorded bars are requested again after a failure. */
const RETRY_MS = 2_000;

/** The chart that a stream draws on. */
export interface BarSink {
  /** Replaces all bars. */
  readonly replace: (bars: Bar[], mayHaveOlder: boolean) => void;
  /** Replaces the last bar if the time is the same, otherwise appends. */
  readonly put: (bar: Bar) => void;
  readonly state: (state: LoadState) => void;
}

/**
 * Feeds one subject's bars to a chart: the first page, older pages on demand, then the forming bar. After a bar ends,
 * or after a gap such as a suspended page, it reads the recorded bars first, so that the chart shows the recorded
 * series.
 */
export class BarStream {
  #last: Bar | undefined;
  #forming: Bar | undefined;
  #settling = false;
  #retryAtMs = 0;
  #closed = false;
  #paused = false;
  #loaded = false;
  #unfollow: (() => void) | undefined;
  readonly #subject: ChartSubject;
  readonly #sink: BarSink;

  constructor(subject: ChartSubject, sink: BarSink) {
    this.#subject = subject;
    this.#sink = sink;
  }

  /** Reads the first page, then follows the forming bar. */
  async open(): Promise<void> {
    this.#sink.state('loading');
    try {
      const bars = await this.#subject.feed.latest();
      if (this.#closed) return;
      this.#last = bars.at(-1);
      this.#sink.replace(bars, bars.length > 0);
      this.#sink.state(bars.length === 0 ? 'empty' : 'ready');
      this.#loaded = true;
      this.#follow();
    } catch {
      if (this.#closed) return;
      this.#sink.replace([], false);
      this.#sink.state('failed');
    }
  }

  /** Reads the page before a time. On a failure it is empty with `more` true, so that the chart asks again. */
  async older(time: number): Promise<{ readonly bars: Bar[]; readonly more: boolean }> {
    try {
      const bars = olderThan(await this.#subject.feed.before(time), time);
      return { bars, more: bars.length > 0 };
    } catch {
      return { bars: [], more: true };
    }
  }

  /** Stops following while the chart is hidden. */
  pause(): void {
    this.#paused = true;
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  /** Follows again; missed bars are read with the next forming bar. */
  resume(): void {
    this.#paused = false;
    this.#follow();
  }

  /** Stops following and reporting. */
  close(): void {
    this.#closed = true;
    this.#unfollow?.();
  }

  #follow(): void {
    if (this.#closed || this.#paused || !this.#loaded || this.#unfollow !== undefined) return;
    this.#unfollow = this.#subject.feed.follow((bar) => this.#onForming(bar));
  }

  #onForming(bar: Bar): void {
    if (this.#closed) return;
    this.#forming = bar;
    const step = formingStep(this.#last, bar);
    if (step === 'extend') this.#put(bar);
    if (step === 'settle' && !this.#settling && Date.now() >= this.#retryAtMs) void this.#settle(bar);
  }

  /**
   * Draws the recorded bars up to now. Draws nothing if they cannot be loaded, because the gap would stay in the chart.
   */
  async #settle(forming: Bar): Promise<void> {
    const from = this.#last;
    if (from === undefined) return;
    this.#settling = true;
    try {
      const recorded = await this.#subject.feed.latest(barsToSettle(this.#subject.period, from, forming, PAGE));
      if (this.#closed) return;
      // The gap is larger than a page, so the drawn bars are replaced.
      if ((recorded[0]?.time ?? from.time) > from.time) this.#startOver(recorded);
      else for (const bar of recorded) if (bar.time >= from.time) this.#put(bar);
      const newest = this.#forming ?? forming;
      if (formingStep(this.#last, newest) !== 'ignore') this.#put(newest);
    } catch {
      this.#retryAtMs = Date.now() + RETRY_MS;
    } finally {
      this.#settling = false;
    }
  }

  #startOver(bars: Bar[]): void {
    this.#last = bars.at(-1);
    this.#sink.replace(bars, true);
  }

  #put(bar: Bar): void {
    this.#last = bar;
    this.#sink.put(bar);
    this.#sink.state('ready');
  }
}
