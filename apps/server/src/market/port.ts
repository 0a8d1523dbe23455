import type { Calendars, ListedCalendar } from './calendars/calendar-book.ts';
import type { CalendarEnd } from './calendars/ending.ts';
import type {
  Candle,
  ChartPeriod,
  FeeMode,
  Instrument,
  InstrumentId,
  OpenSpan,
  Price,
  Quote,
  QuoteSource,
} from '@fairlot/domain';

import type { LanguageCode } from '@fairlot/i18n';
import type { SourceLine, SourceStatus } from './feeds/live/live-status.ts';
import type { SourceName } from './feeds/live/source.ts';

import type { PastStatus } from './history/past-status.ts';

export type { SourceName } from './feeds/live/source.ts';
export type { PastStatus } from './history/past-status.ts';
export type { SourceChanged, SourceLine, SourceStatus } from './feeds/live/live-status.ts';

/** The source of prices. Every screen marks a simulated or replayed market. */
export type MarketSource = 'simulated' | 'replay' | 'live';

/** Limits of the spike filter of an instrument, set by the operator. */
export interface SpikeLimits {
  /** The relative jump between two ticks, in per mille, that needs confirmation. */
  readonly jumpPerMille: number;
  /** Milliseconds after the first held tick until the newest one is taken as the price. */
  readonly holdMs: number;
}

/**
 * The reason why an instrument's quote is in doubt. `price`: a newer price jumps and waits for confirmation. `clock`:
 * the machine's clock has jumped, so the age of no quote is known. `source`: no source has a price of the instrument.
 */
export type DoubtReason = 'price' | 'clock' | 'source';

/** An instrument's symbol at each source that has it. */
export type SourceSymbols = Readonly<Partial<Record<SourceName, string>>>;

/** Names of an instrument by the code of the language. */
export type InstrumentNames = Readonly<Partial<Record<LanguageCode, string>>>;

/** An instrument with its display fields. Its names are catalogue keys in the i18n room. */
export interface ListedInstrument extends Instrument {
  readonly feeMode: FeeMode;
  /** EUR/USD */
  readonly displayCode: string;
  readonly baseCurrency: string;
  readonly categoryId: number;
  /** Path of its logo on this server. */
  readonly logo: string;
  /** Name of its session calendar. */
  readonly calendar: string;
  readonly spike: SpikeLimits;
  /** Its names by language, given by the operator. Absent: those of the catalogue. */
  readonly names?: InstrumentNames | undefined;
  readonly isDelisted?: true | undefined;
  /** Its name at each live source. A source without one is not used for it. */
  readonly symbols?: SourceSymbols | undefined;
}

/** A group of instruments in lists. */
export interface Category {
  readonly id: number;
  /** Stable name, such as forex or metals. The catalogue's key is category.{slug}. */
  readonly slug: string;
}

/** Bid prices of the trading day (from 00:00 UTC). `close` is the last price. */
export interface DayFigures {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: number;
}

/** The market for features and the gateway. */
export interface MarketData {
  readonly source: MarketSource;
  /** Market time in epoch milliseconds: the wall clock, or the recorded time of a replay. */
  now(): number;
  instruments(): readonly ListedInstrument[];
  categories(): readonly Category[];
  /** A listed instrument, or a delisted one, whose past is still shown. */
  instrument(id: InstrumentId): ListedInstrument | undefined;
  quote(id: InstrumentId): Quote | undefined;
  day(id: InstrumentId): DayFigures | undefined;
  isOpen(id: InstrumentId): boolean;
  /** The reason why nothing may be dealt on the instrument's quote at the moment; undefined when there is none. */
  doubt(id: InstrumentId): DoubtReason | undefined;
  /** The origin of the instrument's price at the moment; undefined when it has none. */
  sourceOf(id: InstrumentId): QuoteSource | undefined;
  /** The time of the next session change; undefined when there is none. */
  nextSessionChange(id: InstrumentId): number | undefined;
  /** The times between two moments of market time in which the instrument's market is open. */
  openSpans(id: InstrumentId, from: number, to: number): readonly OpenSpan[];
  /** Bars that start before `before` (default: all), at most `limit`, in time order, including the forming bar. */
  candles(id: InstrumentId, period: ChartPeriod, limit: number, before?: number): Promise<readonly Candle[]>;
  /** Rises when bars of the past were added to an instrument. */
  pastVersion(id: InstrumentId): number;
  /** The forming bar of each period; undefined before the first quote. */
  forming(id: InstrumentId): Readonly<Record<ChartPeriod, Candle>> | undefined;
  onQuote(listener: (quote: Quote) => void): () => void;
  onSession(listener: (instrument: InstrumentId, open: boolean) => void): () => void;
  /** Calls the listener when the reason changes, before the quote that ends a doubt. */
  onDoubt(listener: (instrument: InstrumentId, reason: DoubtReason | undefined) => void): () => void;
  /** Quotes dropped by the normaliser since the start, by reason. */
  rejected(): Readonly<Record<string, number>>;
  start(): Promise<void>;
  /** Stops the feed and writes the bars that are not in the database yet. */
  stop(): Promise<void>;
}

/** The listed instruments and categories: the operator's rows, by ascending number. */
export interface Listing {
  readonly categories: readonly Category[];
  readonly instruments: readonly ListedInstrument[];
  /** Delisted instruments, which are named in the past of accounts. */
  readonly former?: readonly ListedInstrument[] | undefined;
}

/** Metrics of the market. */
export interface MarketFigures {
  /** Quotes accepted since the start. */
  readonly quotes: number;
  /** Milliseconds since the last quote was accepted, or since the start. */
  readonly silentMs: number;
  /** Delay between the last quote's time and its acceptance, in milliseconds. */
  readonly lagMs: number;
  /** Bars queued for the database, and bars dropped because it was unavailable for too long. */
  readonly barsWaiting: number;
  readonly barsGivenUp: number;
}

/** The state of a market that only the process which has its sources knows. */
export interface MarketStatus {
  readonly sources: readonly SourceStatus[];
  readonly lines: readonly (readonly [InstrumentId, SourceLine])[];
  readonly past: PastStatus | undefined;
  readonly rejected: Readonly<Record<string, number>>;
  readonly figures: MarketFigures;
}

/** The market with the operator's functions. */
export interface MarketAdmin extends MarketData {
  /** Applies added, removed and changed instruments from now on. Code, precision and scale of prices must not change. */
  relist(listing: Listing): void;
  /** The listed instruments and categories, and the delisted instruments. */
  readonly listing: Listing;
  /** The session calendars in force. */
  readonly calendars: Calendars;
  /** Applies a calendar from now on: what it closes is closed at once, what it opens waits for its next price. */
  setCalendar(calendar: ListedCalendar): void;
  /** Puts the quotes of all instruments in doubt while the machine's clock can't be trusted. */
  doubtClock(inDoubt: boolean): void;
  figures(): MarketFigures;
  /** The venues of an instrument in a live market; undefined in another one. */
  lineOf(id: InstrumentId): SourceLine | undefined;
  /** The venues of a live market in order of preference. */
  sources(): readonly SourceStatus[];
  /** The filling of the past of a live market; undefined in another one. */
  past(): PastStatus | undefined;
  /** The ends of the calendars in use, the earliest first. */
  calendarEnds(): readonly CalendarEnd[];
}
