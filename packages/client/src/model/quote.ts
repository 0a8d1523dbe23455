import type { dayMarketEntry, doubt, fillQuote, quotation } from '@fairlot/contract';
import type { Price, PriceTerms, QuoteSource } from '@fairlot/domain';
import type { z } from 'zod/mini';
import { knownPriceOf } from './units.ts';

/**
 * Bid and ask with the figures of the day, as decimal texts: they change several times a second and are only displayed.
 */
export interface Quotation {
  readonly seq: number;
  /** Market time in epoch milliseconds. */
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  /** Signed percentage. */
  readonly change: string;
  readonly volume: number;
}

/** An update of an instrument's quote. Figures of the day are present only if they changed. */
export interface QuoteUpdate extends Partial<Quotation> {
  readonly id: number;
  readonly seq: number;
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
  readonly isOpen: boolean | undefined;
  /** undefined when it has not changed. */
  readonly doubt: z.output<typeof doubt> | null | undefined;
  /** undefined when it has not changed. */
  readonly source: QuoteSource | null | undefined;
}

/** The quote on which an order was filled. */
export interface FillQuote {
  readonly seq: number;
  readonly time: number;
  readonly bid: Price;
  readonly ask: Price;
  /** undefined where it was not noted. */
  readonly source?: QuoteSource | undefined;
}

export function quotationFrom(record: z.output<typeof quotation>): Quotation {
  const { Seq: seq, Time: time, Bid: bid, Ask: ask, Open: open, High: high, Low: low } = record;
  return { seq, time, bid, ask, open, high, low, change: record.Change, volume: record.Volume };
}

/** Renames without parsing, because it runs for every changed instrument of every socket message. */
export function quoteUpdateFrom(entry: z.output<typeof dayMarketEntry>): QuoteUpdate {
  return {
    id: entry.Id,
    seq: entry.Seq,
    time: entry.Time,
    bid: entry.Bid,
    ask: entry.Ask,
    isOpen: entry.MarketStatus === undefined ? undefined : entry.MarketStatus === 1,
    doubt: entry.Doubt,
    source: entry.Source,
    ...(entry.Open !== undefined && { open: entry.Open }),
    ...(entry.High !== undefined && { high: entry.High }),
    ...(entry.Low !== undefined && { low: entry.Low }),
    ...(entry.Change !== undefined && { change: entry.Change }),
    ...(entry.Volume !== undefined && { volume: entry.Volume }),
  };
}

export function fillQuoteFrom(
  { Seq: seq, Time: time, Bid: bid, Ask: ask, Source: source }: z.output<typeof fillQuote>,
  terms: PriceTerms,
): FillQuote {
  return { seq, time, bid: knownPriceOf(bid, terms), ask: knownPriceOf(ask, terms), source };
}
