import type { SourceState } from './source.ts';

/** Unknown symbols kept per source. A list of instruments is shorter. */
const UNKNOWN_LIMIT = 100;
const SECOND_MS = 1_000;

/** Counts of the messages of a source, and its state. */
export class SourceCounts {
  state: SourceState;
  quotes = 0;
  malformed = 0;
  refused = 0;
  readonly unknown = new Set<string>();
  #second = 0;
  #inSecond = 0;
  #lastSecond = 0;

  constructor(state: SourceState) {
    this.state = state;
  }

  quote(now: number): void {
    this.quotes += 1;
    this.#turn(now);
    this.#inSecond += 1;
  }

  unknownSymbol(symbol: string): void {
    if (this.unknown.size < UNKNOWN_LIMIT) this.unknown.add(symbol.slice(0, UNKNOWN_LIMIT));
  }

  /** Quotes in the last whole second. */
  perSecond(now: number): number {
    this.#turn(now);
    return this.#lastSecond;
  }

  #turn(now: number): void {
    const second = Math.floor(now / SECOND_MS);
    if (second === this.#second) return;
    this.#lastSecond = second === this.#second + 1 ? this.#inSecond : 0;
    this.#inSecond = 0;
    this.#second = second;
  }
}
