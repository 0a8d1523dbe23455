import { decimalOf, recordOf, textOf, type Json } from '../connection/json.ts';

/** A side's price; a side without an order has none. */
export type Side = { readonly text: string } | 'none' | 'unreadable';

/** A quote of a message. */
export interface DxQuote {
  readonly symbol: string;
  readonly bid: Side;
  readonly ask: Side;
  /** Epoch milliseconds of the later side; undefined when the source tells none. */
  readonly time: number | undefined;
}

/** The words that JSON has no numbers for. */
const NO_PRICE = new Set(['NaN', 'Infinity', '-Infinity']);

/**
 * The quotes of a FEED_DATA message: compact (`["Quote", [value, …], …]`, the values of all quotes in one row) or full
 * (objects). Events of other types are left out. Undefined when the data cannot be read.
 */
export function quotesOf(data: Json | undefined, fields: readonly string[]): readonly DxQuote[] | undefined {
  if (!Array.isArray(data) || data.length === 0) return undefined;
  if (typeof data[0] !== 'string') return fullQuotes(data);
  const quotes: DxQuote[] = [];
  for (let at = 0; at < data.length; at += 2) {
    const type = data[at];
    const values = data[at + 1];
    if (typeof type !== 'string' || !Array.isArray(values)) return undefined;
    if (type !== 'Quote') continue;
    if (values.length === 0 || values.length % fields.length !== 0) return undefined;
    for (let begin = 0; begin < values.length; begin += fields.length) {
      const row = new Map(fields.map((field, index) => [field, values[begin + index]]));
      const quote = quoteOf((field) => row.get(field));
      if (quote === undefined) return undefined;
      quotes.push(quote);
    }
  }
  return quotes;
}

function fullQuotes(data: readonly Json[]): readonly DxQuote[] | undefined {
  const quotes: DxQuote[] = [];
  for (const entry of data) {
    const event = recordOf(entry);
    if (event === undefined) return undefined;
    if (event['eventType'] !== 'Quote') continue;
    const quote = quoteOf((field) => event[field]);
    if (quote === undefined) return undefined;
    quotes.push(quote);
  }
  return quotes;
}

function quoteOf(value: (field: string) => Json | undefined): DxQuote | undefined {
  const symbol = textOf(value('eventSymbol'));
  if (symbol === undefined) return undefined;
  const times = [value('bidTime'), value('askTime')].map(timeOf).filter((time) => time !== undefined);
  return {
    symbol,
    bid: sideOf(value('bidPrice')),
    ask: sideOf(value('askPrice')),
    time: times.length === 0 ? undefined : Math.max(...times),
  };
}

function sideOf(value: Json | undefined): Side {
  if (value === undefined || value === null || (typeof value === 'string' && NO_PRICE.has(value))) return 'none';
  const text = decimalOf(value);
  return text === undefined ? 'unreadable' : { text };
}

/** Zero means that the time is not known. */
function timeOf(value: Json | undefined): number | undefined {
  const time = Number(textOf(value) ?? 'none');
  return Number.isSafeInteger(time) && time > 0 ? time : undefined;
}
