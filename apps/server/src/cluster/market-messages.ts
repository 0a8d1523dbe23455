import type { InstrumentId, Quote } from '@fairlot/domain';
import type { DoubtReason } from '../market/port.ts';
import type { MarketTerms } from './process-directory.ts';

/** Changes of the market, in order within each list. A snapshot has every instrument. */
export interface MarketChanges {
  readonly quotes: readonly Quote[];
  readonly sessions: readonly (readonly [InstrumentId, boolean])[];
  readonly doubts: readonly (readonly [InstrumentId, DoubtReason | undefined])[];
}

/** A message of the process with the market. */
export interface MarketMessage extends MarketChanges {
  /** Epoch of the lease of the role: a lower one than heard before is that of a former market. */
  readonly epoch: number;
  /** Number of the message; one that is missing was lost. A snapshot has the number of the last message. */
  readonly number: number;
  /** Name of the process with the market, in a snapshot. */
  readonly from?: string | undefined;
  /** Settings of the market, in a snapshot with a name. A market of an older version does not tell them. */
  readonly terms?: MarketTerms | undefined;
}

type FlatQuote = [InstrumentId, number, number, string, string, Quote['source'] | null];
type Flat = [
  epoch: number,
  number: number,
  quotes: FlatQuote[],
  sessions: [InstrumentId, boolean][],
  doubts: [InstrumentId, DoubtReason | null][],
  from?: string,
  terms?: MarketTerms,
];

export function writeMarket({ epoch, number, quotes, sessions, doubts, from, terms }: MarketMessage): Uint8Array {
  const flat = quotes.map(({ instrument, seq, time, bid, ask, source }) => [
    instrument,
    seq,
    time,
    String(bid),
    String(ask),
    source ?? null,
  ]);
  return Buffer.from(
    JSON.stringify([
      epoch,
      number,
      flat,
      sessions,
      doubts.map(([id, reason]) => [id, reason ?? null]),
      ...(from === undefined ? [] : [from]),
      ...(terms === undefined ? [] : [terms]),
    ]),
  );
}

export function readMarket(data: Uint8Array): MarketMessage {
  const [epoch, number, flat, sessions, doubts, from, terms] = JSON.parse(Buffer.from(data).toString()) as Flat;
  const quotes = flat.map(([instrument, seq, time, bid, ask, source]) => ({
    instrument,
    seq,
    time,
    bid: BigInt(bid) as Quote['bid'],
    ask: BigInt(ask) as Quote['ask'],
    ...(source !== null && { source: source as NonNullable<Quote['source']> }),
  }));
  return {
    epoch,
    number,
    quotes,
    sessions,
    doubts: doubts.map(([id, reason]) => [id, reason ?? undefined]),
    from,
    terms,
  };
}
