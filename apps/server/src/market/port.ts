import type { Candle, Instrument, InstrumentId, Period, Price, Quote } from '@fairlot/domain';

/** Where prices come from; a simulated or replayed market is said on every screen. */
export type MarketSource = 'simulated' | 'replay' | 'live';

/** An instrument with what lists show of it. Names are catalogue keys of the i18n room. */
export interface ListedInstrument extends Instrument {
  /** EUR/USD */
  readonly displayCode: string;
  readonly baseCurrency: string;
  readonly categoryId: number;
  /** Path of its image on this server. */
  readonly logo: string;
  /** Name of its session calendar. */
  readonly calendar: string;
}

export interface Category {
  readonly id: number;
  /** Stable name, such as forex or metals; the catalogue has it as category.{slug}. */
  readonly slug: string;
}

/** Figures of the trading day (00:00 UTC), of bid prices. close is the last price. */
export interface DayFigures {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: number;
}

/** The market as features and the gateway see it. */
export interface MarketData {
  readonly source: MarketSource;
  /** Market time in epoch milliseconds: the wall clock, or the recorded time of a replay. */
  now(): number;
  instruments(): readonly ListedInstrument[];
  categories(): readonly Category[];
  instrument(id: InstrumentId): ListedInstrument | undefined;
  quote(id: InstrumentId): Quote | undefined;
  day(id: InstrumentId): DayFigures | undefined;
  isOpen(id: InstrumentId): boolean;
  /** When the session changes next; undefined where it never does. */
  nextSessionChange(id: InstrumentId): number | undefined;
  /** Bars that start before `before` (default: all), at most `limit`, in time order; the forming bar is the last where it belongs. */
  candles(id: InstrumentId, period: Period, limit: number, before?: number): Promise<readonly Candle[]>;
  /** The forming bar of each period; undefined before the first quote. */
  forming(id: InstrumentId): Readonly<Record<Period, Candle>> | undefined;
  onQuote(listener: (quote: Quote) => void): () => void;
  onSession(listener: (instrument: InstrumentId, open: boolean) => void): () => void;
  /** Quotes dropped by the normaliser since the start, by reason. */
  rejected(): Readonly<Record<string, number>>;
  start(): Promise<void>;
  /** Stops the feed and writes what is not yet in the database. */
  stop(): Promise<void>;
}

/** What is listed: the operator's rows, in the order of their numbers. */
export interface Listing {
  readonly categories: readonly Category[];
  readonly instruments: readonly ListedInstrument[];
}

/** Figures of the market's work. */
export interface MarketFigures {
  /** Quotes taken since the start. */
  readonly quotes: number;
  /** Milliseconds from the last quote's time until it was taken. */
  readonly lagMs: number;
  /** Bars that wait for the database, and bars given up because it was away for too long. */
  readonly barsWaiting: number;
  readonly barsGivenUp: number;
}

/** The market as its operator sees it. */
export interface MarketDesk extends MarketData {
  /** Takes over changed terms, for what comes from now on. The instruments themselves stay those of the start. */
  relist(listing: Listing): void;
  figures(): MarketFigures;
}
