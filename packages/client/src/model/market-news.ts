import type { ReadOptions, Reader } from './read.ts';

/** An entry of an economic calendar. */
export interface CalendarEntry {
  /** Epoch milliseconds; the start of the day in UTC for a whole day. */
  readonly time: number;
  readonly isAllDay: boolean;
  readonly title: string;
  readonly source: string;
}

/** A headline about an instrument. */
export interface MarketHeadline {
  readonly time: number;
  readonly title: string;
  /** A https address, or empty. */
  readonly link: string;
  readonly source: string;
}

/** Market news of an instrument; empty lists where the operator has no sources. */
export interface MarketNews {
  /** In time order. */
  readonly entries: readonly CalendarEntry[];
  /** Newest first. */
  readonly headlines: readonly MarketHeadline[];
}

/** Reads the market news of an instrument. */
export async function readMarketNews(api: Reader, instrument: number, options: ReadOptions): Promise<MarketNews> {
  const { Events, Headlines } = await api.call('marketNews', { forex_id: instrument }, options);
  return {
    entries: Events.map(({ Time, AllDay, Text, Source }) => ({
      time: Time,
      isAllDay: AllDay,
      title: Text,
      source: Source,
    })),
    headlines: Headlines.map(({ Time, Text, Link, Source }) => ({
      time: Time,
      title: Text,
      link: Link,
      source: Source,
    })),
  };
}
