import type { KLineData, Period as KlinePeriod } from 'klinecharts';
import type { ChartPeriod } from '@fairlot/domain';
import type { Bar } from './bar.ts';

/** The library's names of the periods. */
export const KLINE_PERIODS: Readonly<Record<ChartPeriod, KlinePeriod>> = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '4hour': { type: 'hour', span: 4 },
  '1day': { type: 'day', span: 1 },
  '1week': { type: 'week', span: 1 },
  '1mon': { type: 'month', span: 1 },
};

/** Converts a bar for the library. */
export function toKline(bar: Bar): KLineData {
  return { timestamp: bar.time, open: bar.open, high: bar.high, low: bar.low, close: bar.close, volume: bar.volume };
}

/** The device's time zone. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
