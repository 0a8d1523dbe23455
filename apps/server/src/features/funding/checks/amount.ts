import { formatMoney, parseMoney } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';
import type { Answer } from '../../../platform/answer.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';

/** The four ways of money, as the settings name their bounds. */
export type Way = `${'deposit' | 'withdraw'}_${'coin' | 'bank'}`;

const CENTS = /^\d{1,12}(\.\d{1,2})?$/;

/** Dollars and cents as they were typed, within the bounds of the way. */
export function readAmount(settings: SiteSettings, way: Way, text: string): Answer<Money> {
  const amount = CENTS.test(text) ? parseMoney(text) : undefined;
  if (amount === undefined || amount === 0n) return refuse('amount_invalid');
  const [least, most] = [settings.money(`${way}_min`), settings.money(`${way}_max`)];
  if (amount < least) return refuse('amount_below_minimum', { least: formatMoney(least, 2) });
  if (amount > most) return refuse('amount_above_maximum', { most: formatMoney(most, 2) });
  return done(amount);
}
