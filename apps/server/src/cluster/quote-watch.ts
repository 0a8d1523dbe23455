import type { InstrumentId } from '@fairlot/domain';
import type { DoubtReason } from '../market/port.ts';

/** As long as the alert FairlotMarketSilent waits. */
const QUIET_MS = 15_000;

type Lines = { warn(message: string): void; info(message: string): void };

/**
 * Notices that a market which is heard quotes nothing although it should: some instrument is open and not in doubt. Tells
 * once that quotes have stopped, and once that they are new again.
 */
export class QuoteWatch {
  readonly #log: Lines;
  readonly #open = new Set<InstrumentId>();
  readonly #doubted = new Set<InstrumentId>();
  /** Steady time of the last quote that was new. */
  #quoteAt = performance.now();
  /** Steady time since which quotes are due; undefined while none are. */
  #dueSince: number | undefined;
  /** Quotes with lower numbers than known ones, since the last new one. */
  #older = 0;
  #isQuiet = false;

  constructor(log: Lines) {
    this.#log = log;
  }

  /** Milliseconds since the last new quote, or since the start. */
  get silenceMs(): number {
    return performance.now() - this.#quoteAt;
  }

  /** Milliseconds for which quotes have been due and none has come; 0 while none are due. */
  get overdueMs(): number {
    return this.#dueSince === undefined ? 0 : performance.now() - Math.max(this.#quoteAt, this.#dueSince);
  }

  /** Notes a quote that was passed on. */
  taken(): void {
    if (this.#isQuiet) this.#log.info(`quotes are new again, after ${Math.round(this.silenceMs)} ms`);
    this.#isQuiet = false;
    this.#older = 0;
    this.#quoteAt = performance.now();
  }

  /** Notes a quote that was left out because a later one is known. */
  leftOut(): void {
    this.#older += 1;
  }

  session(instrument: InstrumentId, open: boolean): void {
    if (open) this.#open.add(instrument);
    else this.#open.delete(instrument);
  }

  doubt(instrument: InstrumentId, reason: DoubtReason | undefined): void {
    if (reason === undefined) this.#doubted.delete(instrument);
    else this.#doubted.add(instrument);
  }

  /** Judges the time without quotes. `market`: the process that is heard, in words; undefined while none is. */
  look(market: string | undefined): void {
    const due = market === undefined ? 0 : [...this.#open].filter((id) => !this.#doubted.has(id)).length;
    if (due === 0) {
      this.#dueSince = undefined;
      return;
    }
    this.#dueSince ??= performance.now();
    const quietMs = this.overdueMs;
    if (this.#isQuiet || quietMs < QUIET_MS) return;
    this.#isQuiet = true;
    this.#log.warn(
      `${market} is heard, but has no new quote for ${Math.round(quietMs)} ms although ${due} markets are open; ${this.#older} older quotes were left out`,
    );
  }
}
