import { type Money, formatMoney, parseMoney } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';

/** A direction and a means of payment. The keys of the amount limits in the settings start with it. */
export type Way = `${'deposit' | 'withdraw'}_${'coin' | 'bank'}`;

const CENTS = /^\d{1,12}(\.\d{1,2})?$/;

/** Parses an amount typed in dollars and cents and checks it against the site's limits. */
export function readAmount(settings: SiteSettings, way: Way, text: string): Answer<Money> {
  const amount = CENTS.test(text) ? parseMoney(text) : undefined;
  if (amount === undefined || amount === 0n) return refuse('amount_invalid');
  const [least, most] = [settings.money(`${way}_min`), settings.money(`${way}_max`)];
  if (amount < least) return refuse('amount_below_minimum', { least: formatMoney(least, 2) });
  if (amount > most) return refuse('amount_above_maximum', { most: formatMoney(most, 2) });
  return done(amount);
}
