import type { candle } from '@fairlot/contract';
import { CHART_PERIODS } from '@fairlot/domain';
import type { ChartPeriod, Period } from '@fairlot/domain';
import type { z } from 'zod/mini';
import type { ReadOptions, Reader } from './read.ts';

/** One bar of bid prices, as decimal texts because they are only drawn. */
export interface Bar {
  /** Start of the bar, epoch milliseconds. */
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  /** The number of quotes in it. */
  readonly volume: number;
  /** Present when the bar, or a part of it, was built from trades or mid prices, and not from quotes. */
  readonly basis?: 'mid' | 'trades' | undefined;
}

/** One point of a list row's small chart. */
export interface Close {
  readonly time: number;
  readonly close: string;
}

export function barFrom(record: z.output<typeof candle>): Bar {
  const { Time: time, Open: open, High: high, Low: low, Close: close, Volume: volume, Basis: basis } = record;
  return { time, open, high, low, close, volume, ...(basis !== undefined && { basis }) };
}

/** Reads the forming bars of an instrument, by period. */
export function formingBarsFrom(
  records: Readonly<Record<string, z.output<typeof candle>>>,
): Partial<Record<ChartPeriod, Bar>> {
  const bars: Partial<Record<ChartPeriod, Bar>> = {};
  for (const period of CHART_PERIODS) {
    const record = records[period];
    if (record !== undefined) bars[period] = barFrom(record);
  }
  return bars;
}

/** Reads recorded bars in time order, the forming one last; `before` selects older ones. */
export async function readBars(
  api: Reader,
  of: { readonly instrument: number; readonly period: ChartPeriod; readonly limit: number; readonly before?: number },
  options: ReadOptions,
): Promise<Bar[]> {
  const { instrument, ...rest } = of;
  return (await api.call('kline', { forex_id: instrument, ...rest }, options)).map(barFrom);
}

/** Reads about sixty closes of an instrument, one for each period. */
export async function readCloses(
  api: Reader,
  of: { readonly instrument: number; readonly period: Period },
  options: ReadOptions,
): Promise<Close[]> {
  const records = await api.call('abbreviatedKline', { forex_id: of.instrument, period: of.period }, options);
  return records.map(({ Time: time, Close: close }) => ({ time, close }));
}
