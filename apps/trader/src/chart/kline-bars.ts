import type { DataLoader, KLineData } from 'klinecharts';
import { BarStream } from './bar-stream.ts';
import type { ChartSubject, LoadState } from './chart-port.ts';
import { toKline } from './kline-data.ts';

/** A loader that answers nothing, while the library's symbol and period are being set. */
export const SILENT_LOADER: DataLoader = { getBars: () => undefined };

export interface BarsEvents {
  readonly state: (state: LoadState) => void;
  /** A page was added, or all bars were replaced. */
  readonly loaded: () => void;
  /** The last bar was changed or a new one appended. */
  readonly moved: () => void;
  /** There are no older bars. */
  readonly ended: () => void;
}

/** Feeds a subject's bars to the library through its loader. */
export class KlineBars {
  readonly #events: BarsEvents;
  #stream: BarStream | undefined;
  #put: ((data: KLineData) => void) | undefined;

  constructor(events: BarsEvents) {
    this.#events = events;
  }

  /** True from the first request of a subject until `close`. */
  get isOpen(): boolean {
    return this.#stream !== undefined;
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  close(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.#put = undefined;
  }

  loaderOf(subject: ChartSubject): DataLoader {
    return {
      getBars: ({ type, timestamp, callback }) => {
        if (type === 'init') this.#start(subject, callback);
        else if (type === 'forward' && timestamp !== null) void this.#older(timestamp, callback);
        else callback([], false);
      },
      subscribeBar: ({ callback }) => {
        this.#put = callback;
      },
    };
  }

  #start(subject: ChartSubject, replace: (data: KLineData[], more: { forward: boolean }) => void): void {
    this.#stream?.close();
    const stream = new BarStream(subject, {
      replace: (bars, mayHaveOlder) => {
        replace(bars.map(toKline), { forward: mayHaveOlder });
        this.#events.loaded();
      },
      put: (bar) => {
        this.#put?.(toKline(bar));
        this.#events.moved();
      },
      state: this.#events.state,
    });
    this.#stream = stream;
    void stream.open();
  }

  async #older(time: number, append: (data: KLineData[], more: { forward: boolean }) => void): Promise<void> {
    const stream = this.#stream;
    if (stream === undefined) return;
    const page = await stream.older(time);
    if (this.#stream !== stream) return;
    append(page.bars.map(toKline), { forward: page.more });
    this.#events.loaded();
    if (!page.more) this.#events.ended();
  }
}
