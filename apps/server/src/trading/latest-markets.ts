import type { InstrumentId, Quote } from '@fairlot/domain';
import type { TradingEngine } from '@fairlot/engine';

/** The latest quote and session of each instrument, for an engine created during recovery. */
export class LatestMarkets {
  readonly #quotes = new Map<InstrumentId, Quote>();
  readonly #open = new Map<InstrumentId, boolean>();

  quote(quote: Quote): void {
    this.#quotes.set(quote.instrument, quote);
  }

  session(instrument: InstrumentId, open: boolean): void {
    this.#open.set(instrument, open);
  }

  /** Passes the session and then the quote of an instrument to an engine that has just learned of it. */
  tell(engine: TradingEngine, instrument: InstrumentId): ReturnType<TradingEngine['onQuote']> {
    const open = this.#open.get(instrument);
    if (open !== undefined) engine.setOpen(instrument, open);
    const quote = this.#quotes.get(instrument);
    const seen = engine.market(instrument)?.seq ?? 0;
    return quote === undefined || quote.seq <= seen ? [] : engine.onQuote(quote);
  }
}
