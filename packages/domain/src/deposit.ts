import { divide, parseDecimal, pow10 } from './decimal.ts';
import { MONEY_SCALE, type Money, asMoney } from './units.ts';
import { UNITS_PER_DOLLAR_SCALE, type UnitsPerDollar } from './withdrawal.ts';

declare const sent: unique symbol;

/** An amount in the currency of a receiving account, scale 2. */
export type SentAmount = bigint & { readonly [sent]: true };

/** Decimals of the amounts that users report, in dollars and in other currencies. */
export const SENT_DECIMALS = 2;
const SENT = /^\d{1,12}(\.\d{1,2})?$/;

/** Reads a plain amount with at most two decimals, such as "250.5"; undefined for other text. */
export function parseSentAmount(text: string): SentAmount | undefined {
  return SENT.test(text) ? (parseDecimal(text, SENT_DECIMALS) as SentAmount) : undefined;
}

/**
 * The dollars that an amount is worth: amount ÷ units per dollar, rounded half-even to the cent. The page's preview and
 * the server both use this function, so they can't differ.
 */
export function depositWorth(amount: SentAmount, unitsPerDollar: UnitsPerDollar): Money {
  const cents = divide(amount * pow10(UNITS_PER_DOLLAR_SCALE), unitsPerDollar, 'halfEven');
  return asMoney(cents * pow10(MONEY_SCALE - SENT_DECIMALS));
}
