import type { InstrumentId, Price, QuoteSource } from '@fairlot/domain';

/** A tick that may become a quote. */
export interface CleanTick {
  readonly instrument: InstrumentId;
  readonly time: number;
  readonly bid: Price;
  readonly ask: Price;
  /** See Quote.source. */
  readonly source?: QuoteSource | undefined;
}
