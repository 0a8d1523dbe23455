import { PERIODS } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';

/** The buttons of the period bar; specification, section 9. They are signs that traders know in every language. */
export const PERIOD_SIGNS: Readonly<Record<Period, string>> = {
  '1min': '1M',
  '5min': '5M',
  '15min': '15M',
  '30min': '30M',
  '60min': '1H',
  '1day': '1D',
};

/** The period that a chart starts with. */
export const FIRST_PERIOD: Period = '15min';

/** Whether a stored text is one of the periods. */
export function isPeriod(value: unknown): value is Period {
  return PERIODS.some((period) => period === value);
}
