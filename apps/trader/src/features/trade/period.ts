import { CHART_PERIODS } from '@fairlot/domain';
import type { ChartPeriod } from '@fairlot/domain';

/**
 * Labels of the period bar, which traders know in every language. Minutes have a small letter, because 1M is a month
 * elsewhere ([ADR 86](../../../../../docs/adr/0086-a-tour-of-the-pages.md)).
 */
export const PERIOD_SIGNS: Readonly<Record<ChartPeriod, string>> = {
  '1min': '1m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '60min': '1H',
  '4hour': '4H',
  '1day': '1D',
  '1week': '1W',
  '1mon': '1MO',
};

/** Period of a new chart. */
export const FIRST_PERIOD: ChartPeriod = '15min';

/** True if a stored value is a period. */
export function isPeriod(value: unknown): value is ChartPeriod {
  return CHART_PERIODS.some((period) => period === value);
}
