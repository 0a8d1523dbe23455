import type { KLineData, Period as KlinePeriod } from 'klinecharts';
import type { Period } from '@fairlot/domain';
import type { Bar } from './bar.ts';

/** Our periods in the library's words. */
export const KLINE_PERIODS: Readonly<Record<Period, KlinePeriod>> = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '1day': { type: 'day', span: 1 },
};

/** A bar as the library takes it. */
export function toKline(bar: Bar): KLineData {
  return { timestamp: bar.time, open: bar.open, high: bar.high, low: bar.low, close: bar.close, volume: bar.volume };
}

/** Bars are read by the clock of the device. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
