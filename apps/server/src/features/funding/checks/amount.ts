import { type Money, ONE_PER_DOLLAR, depositWorth, formatMoney, parseSentAmount } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';

/** A direction and a means of payment. The keys of the amount limits in the settings start with it. */
export type Way = `${'deposit' | 'withdraw'}_${'coin' | 'bank'}`;

/** Parses an amount typed in dollars and cents and checks it against the site's limits. */
export function readAmount(settings: SiteSettings, way: Way, text: string): Answer<Money> {
  const amount = parseSentAmount(text);
  return amount === undefined
    ? refuse('amount_invalid')
    : withinLimits(settings, way, depositWorth(amount, ONE_PER_DOLLAR));
}

/** Checks dollars against the site's limits. */
export function withinLimits(settings: SiteSettings, way: Way, amount: Money): Answer<Money> {
  const least = settings.money(`${way}_min`);
  if (amount > 0n && amount < least) return refuse('amount_below_minimum', { least: formatMoney(least, 2) });
  return withinMaximum(settings, way, amount);
}

/** Like `withinLimits`, without the least amount: less may have arrived than the site asks for. */
export function withinMaximum(settings: SiteSettings, way: Way, amount: Money): Answer<Money> {
  if (amount <= 0n) return refuse('amount_invalid');
  const most = settings.money(`${way}_max`);
  return amount > most ? refuse('amount_above_maximum', { most: formatMoney(most, 2) }) : done(amount);
}
