import type { InstrumentId } from '@fairlot/domain';
import type { MarketData } from '../market/port.ts';
import { FAST_MS } from './limits.ts';
import { QuoteStreams } from './quote-streams.ts';
import { SendTurns } from './send-turns.ts';

/**
 * DAY_MARKET for programs that can't wait for the tick of the gateway. The quotes of one turn of the event loop are one
 * message; the next follows FAST_MS later at the earliest, so that a burst of quotes costs no burst of sends.
 */
export class FastQuotes {
  readonly streams: QuoteStreams;
  readonly #market: MarketData;
  /** Its own: frames of the gateway's tick must not wait for these. */
  readonly #turns = new SendTurns();
  readonly #changed = new Set<InstrumentId>();
  /** Monotonic milliseconds. */
  #publishedAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(market: MarketData) {
    this.#market = market;
    this.streams = new QuoteStreams(market, { mode: 'fast', turns: this.#turns });
  }

  /** Starts to follow the market. Returns a function that stops it. */
  follow(): () => void {
    const stops = [
      this.#market.onQuote(({ instrument }) => this.#mark(instrument)),
      this.#market.onSession((instrument) => this.#mark(instrument)),
      this.#market.onDoubt((instrument) => this.#mark(instrument)),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#cancel?.();
    };
  }

  #mark(instrument: InstrumentId): void {
    if (!this.streams.isWatched) return;
    this.#changed.add(instrument);
    this.#cancel ??= this.#soon();
  }

  /** Publishes after this turn, or when the minimum time has passed. Returns a function that cancels it. */
  #soon(): () => void {
    const wait = this.#publishedAt + FAST_MS - performance.now();
    const publish = (): void => {
      // The last message is still being sent. What changes meanwhile becomes part of the next one.
      if (this.#turns.isBusy) {
        this.#publishedAt = performance.now();
        this.#cancel = this.#soon();
        return;
      }
      this.#cancel = undefined;
      this.#publishedAt = performance.now();
      const due = [...this.#changed];
      this.#changed.clear();
      this.streams.publish(due);
    };
    if (wait > 0) {
      const timer = setTimeout(publish, Math.ceil(wait));
      return () => clearTimeout(timer);
    }
    const turn = setImmediate(publish);
    return () => clearImmediate(turn);
  }
}
