import type { Bar } from './bar.ts';
import { BarStream } from './bar-stream.ts';
import type { ChartSubject, LoadState } from './chart-port.ts';

/** Bars kept of a compared series. Quiet candles can span more bars of a busy instrument than are worth loading. */
const MOST_BARS = 20_000;

/** Loads the bars of a compared instrument and follows them, as far back as the candles reach. */
export class ComparedBars {
  #bars: Bar[] = [];
  #state: LoadState = 'loading';
  #hasOlder = false;
  #reaching = false;
  #closed = false;
  readonly #stream: BarStream;
  readonly #firstOf: () => number | undefined;
  readonly #changed: () => void;

  /** `firstOf` returns the start of the first candle. `changed` is called after every change of bars or state. */
  constructor(subject: ChartSubject, firstOf: () => number | undefined, changed: () => void) {
    this.#firstOf = firstOf;
    this.#changed = changed;
    this.#stream = new BarStream(subject, {
      replace: (bars, mayHaveOlder) => {
        this.#bars = [...bars];
        this.#hasOlder = mayHaveOlder;
        this.#changed();
        void this.reachBack();
      },
      put: (bar) => {
        if (this.#bars.at(-1)?.time === bar.time) this.#bars.pop();
        // `state` follows every bar and calls `changed`.
        this.#bars.push(bar);
      },
      state: (state) => {
        this.#state = state;
        this.#changed();
      },
    });
    void this.#stream.open();
  }

  get bars(): readonly Bar[] {
    return this.#bars;
  }

  get state(): LoadState {
    return this.#state;
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  close(): void {
    this.#closed = true;
    this.#stream.close();
  }

  /** Reads older pages until the first candle is covered. After a failure the next page of candles tries again. */
  async reachBack(): Promise<void> {
    if (this.#reaching) return;
    this.#reaching = true;
    try {
      while (this.#isShort()) {
        const [first] = this.#bars;
        if (first === undefined) return;
        const page = await this.#stream.older(first.time);
        if (this.#closed) return;
        this.#hasOlder = page.more;
        // The bars were replaced while the page was being read.
        if (this.#bars[0] !== first) continue;
        this.#bars = [...page.bars, ...this.#bars];
        this.#changed();
        if (page.bars.length === 0) return;
      }
    } finally {
      this.#reaching = false;
    }
  }

  #isShort(): boolean {
    const until = this.#firstOf();
    const first = this.#bars[0]?.time;
    return (
      !this.#closed &&
      this.#hasOlder &&
      until !== undefined &&
      first !== undefined &&
      first > until &&
      this.#bars.length < MOST_BARS
    );
  }
}
