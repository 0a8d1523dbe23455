import type { InstrumentId, Quote } from '@fairlot/domain';
import type { TradingEngine } from '@fairlot/engine';

/** The latest quote, session and doubt of each instrument, for an engine created during recovery. */
export class LatestMarkets {
  readonly #quotes = new Map<InstrumentId, Quote>();
  readonly #open = new Map<InstrumentId, boolean>();
  readonly #doubts = new Map<InstrumentId, boolean>();

  /** Keeps a quote. A closed market keeps the last one of its session. */
  quote(quote: Quote): void {
    if (this.#open.get(quote.instrument) !== false || !this.#quotes.has(quote.instrument))
      this.#quotes.set(quote.instrument, quote);
  }

  session(instrument: InstrumentId, open: boolean): void {
    this.#open.set(instrument, open);
  }

  doubt(instrument: InstrumentId, doubt: boolean): void {
    this.#doubts.set(instrument, doubt);
  }

  /** Passes session, doubt and then the quote of an instrument to an engine that has just learned of it. */
  tell(engine: TradingEngine, instrument: InstrumentId, now: number): ReturnType<TradingEngine['onQuote']> {
    const open = this.#open.get(instrument);
    if (open !== undefined) engine.setOpen(instrument, open);
    engine.setDoubt(instrument, this.#doubts.get(instrument) ?? false);
    const quote = this.#quotes.get(instrument);
    const seen = engine.market(instrument)?.seq ?? 0;
    return quote === undefined || quote.seq < seen ? [] : engine.onQuote(quote, now);
  }
}
