import { PERIODS } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';

/** Labels of the period bar; specification, section 9. Traders know these abbreviations in every language. */
export const PERIOD_SIGNS: Readonly<Record<Period, string>> = {
  '1min': '1M',
  '5min': '5M',
  '15min': '15M',
  '30min': '30M',
  '60min': '1H',
  '1day': '1D',
};

/** Period of a new chart. */
export const FIRST_PERIOD: Period = '15min';

/** True if a stored value is a period. */
export function isPeriod(value: unknown): value is Period {
  return PERIODS.some((period) => period === value);
}
