import type { InstrumentId, Quote } from '@fairlot/domain';
import type { CleanTick } from './normalise.ts';

/** Quotes that one instrument may have between two starts; the epoch of the start stands above them in the sequence number. */
const QUOTES_PER_EPOCH = 10_000_000_000;
const LAST_EPOCH = Math.floor(Number.MAX_SAFE_INTEGER / QUOTES_PER_EPOCH) - 1;

/** The latest quote of each instrument, numbered so that no number is ever used twice. */
export class QuoteBook {
  private readonly quotes = new Map<InstrumentId, Quote>();
  private readonly listeners = new Set<(quote: Quote) => void>();
  private readonly base: number;

  /** epoch: how often this market was started; rises with every start. */
  constructor(epoch: number) {
    if (epoch < 0 || epoch > LAST_EPOCH) throw new RangeError(`quote book: epoch ${epoch} is outside 0..${LAST_EPOCH}`);
    this.base = epoch * QUOTES_PER_EPOCH;
  }

  /** Makes the tick the instrument's quote and tells the listeners. */
  accept(tick: CleanTick): void {
    const seq = (this.quotes.get(tick.instrument)?.seq ?? this.base) + 1;
    const quote: Quote = { instrument: tick.instrument, seq, time: tick.time, bid: tick.bid, ask: tick.ask };
    this.quotes.set(tick.instrument, quote);
    for (const listener of this.listeners) listener(quote);
  }

  get(id: InstrumentId): Quote | undefined {
    return this.quotes.get(id);
  }

  onQuote(listener: (quote: Quote) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
