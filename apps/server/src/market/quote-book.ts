import type { InstrumentId, Quote } from '@fairlot/domain';
import type { CleanTick } from './clean-tick.ts';

/** Maximum quotes per instrument and start. The start's epoch is the high part of the sequence number. */
const QUOTES_PER_EPOCH = 10_000_000_000;
const LAST_EPOCH = Math.floor(Number.MAX_SAFE_INTEGER / QUOTES_PER_EPOCH) - 1;

/** The latest quote of each instrument. Sequence numbers are never reused. */
export class QuoteBook {
  readonly #quotes = new Map<InstrumentId, Quote>();
  readonly #listeners = new Set<(quote: Quote) => void>();
  readonly #base: number;

  /** epoch: the number of starts of this market, which rises with every start. */
  constructor(epoch: number) {
    if (epoch < 0 || epoch > LAST_EPOCH) throw new RangeError(`quote book: epoch ${epoch} is outside 0..${LAST_EPOCH}`);
    this.#base = epoch * QUOTES_PER_EPOCH;
  }

  /** Makes a tick the instrument's quote and calls the listeners. */
  accept(tick: CleanTick): void {
    const seq = (this.#quotes.get(tick.instrument)?.seq ?? this.#base) + 1;
    const { instrument, time, bid, ask, source } = tick;
    this.put({ instrument, seq, time, bid, ask, ...(source !== undefined && { source }) });
  }

  /** Makes a numbered quote the instrument's and calls the listeners. */
  put(quote: Quote): void {
    this.#quotes.set(quote.instrument, quote);
    for (const listener of this.#listeners) listener(quote);
  }

  /** Forgets the quote of an instrument whose number is never used again. */
  remove(id: InstrumentId): void {
    this.#quotes.delete(id);
  }

  get(id: InstrumentId): Quote | undefined {
    return this.#quotes.get(id);
  }

  onQuote(listener: (quote: Quote) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
