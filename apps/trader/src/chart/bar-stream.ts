import { barsToSettle, formingStep, olderThan } from './bar.ts';
import type { Bar } from './bar.ts';
import type { ChartSubject, LoadState } from './chart-port.ts';

/** Bars of one page of the server. */
const PAGE = 1000;
/** Pause before recorded bars are asked for again after a failure. */
const RETRY_MS = 2_000;

/** What a stream tells the chart that draws it. */
export interface BarSink {
  /** Replaces everything by these bars. */
  readonly replace: (bars: Bar[], mayHaveOlder: boolean) => void;
  /** Replaces the last bar when the time is the same, otherwise appends. */
  readonly put: (bar: Bar) => void;
  readonly state: (state: LoadState) => void;
}

/**
 * Feeds one subject's bars to a chart: the first page, older pages on demand, then the forming bar. After a bar ends, or
 * after a gap such as a suspended page, the recorded bars are read first, so that the drawn series is the recorded one.
 */
export class BarStream {
  private last: Bar | undefined;
  private forming: Bar | undefined;
  private settling = false;
  private retryAtMs = 0;
  private closed = false;
  private paused = false;
  private loaded = false;
  private unfollow: (() => void) | undefined;
  private readonly subject: ChartSubject;
  private readonly sink: BarSink;

  constructor(subject: ChartSubject, sink: BarSink) {
    this.subject = subject;
    this.sink = sink;
  }

  /** Reads the first page and then follows the forming bar. */
  async open(): Promise<void> {
    this.sink.state('loading');
    try {
      const bars = await this.subject.feed.latest();
      if (this.closed) return;
      this.last = bars.at(-1);
      this.sink.replace(bars, bars.length > 0);
      this.sink.state(bars.length === 0 ? 'empty' : 'ready');
      this.loaded = true;
      this.follow();
    } catch {
      if (this.closed) return;
      this.sink.replace([], false);
      this.sink.state('failed');
    }
  }

  /** The page before a moment; empty, with `more` still true, when it could not be had. */
  async older(time: number): Promise<{ readonly bars: Bar[]; readonly more: boolean }> {
    try {
      const bars = olderThan(await this.subject.feed.before(time), time);
      return { bars, more: bars.length > 0 };
    } catch {
      return { bars: [], more: true };
    }
  }

  /** Stops following while nobody looks. */
  pause(): void {
    this.paused = true;
    this.unfollow?.();
    this.unfollow = undefined;
  }

  /** Follows again; what was missed is read with the next forming bar. */
  resume(): void {
    this.paused = false;
    this.follow();
  }

  /** Stops reporting. */
  close(): void {
    this.closed = true;
    this.unfollow?.();
  }

  private follow(): void {
    if (this.closed || this.paused || !this.loaded || this.unfollow !== undefined) return;
    this.unfollow = this.subject.feed.follow((bar) => this.onForming(bar));
  }

  private onForming(bar: Bar): void {
    if (this.closed) return;
    this.forming = bar;
    const step = formingStep(this.last, bar);
    if (step === 'extend') this.put(bar);
    if (step === 'settle' && !this.settling && Date.now() >= this.retryAtMs) void this.settle(bar);
  }

  /** Draws the recorded bars up to now. When they cannot be had nothing is drawn: a gap would stay in the chart. */
  private async settle(forming: Bar): Promise<void> {
    const from = this.last;
    if (from === undefined) return;
    this.settling = true;
    try {
      const recorded = await this.subject.feed.latest(barsToSettle(this.subject.period, from, forming, PAGE));
      if (this.closed) return;
      // More was missed than a page holds: what is drawn would keep a hole.
      if ((recorded[0]?.time ?? from.time) > from.time) this.startOver(recorded);
      else for (const bar of recorded) if (bar.time >= from.time) this.put(bar);
      const newest = this.forming ?? forming;
      if (formingStep(this.last, newest) !== 'ignore') this.put(newest);
    } catch {
      this.retryAtMs = Date.now() + RETRY_MS;
    } finally {
      this.settling = false;
    }
  }

  private startOver(bars: Bar[]): void {
    this.last = bars.at(-1);
    this.sink.replace(bars, true);
  }

  private put(bar: Bar): void {
    this.last = bar;
    this.sink.put(bar);
    this.sink.state('ready');
  }
}
