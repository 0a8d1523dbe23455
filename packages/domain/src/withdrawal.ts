import { divide, formatDecimal, parseDecimal, pow10 } from './decimal.ts';
import { MONEY_SCALE, type Money, RATE_SCALE, type Rate, asMoney, withoutTrailingZeros } from './units.ts';

declare const receipt: unique symbol;
declare const unitsPerDollar: unique symbol;

/**
 * `fixed`: the fee is an amount in dollars (fee_type 1). `rate`: the fee is a factor of the amount (any other
 * fee_type).
 */
export type WithdrawalFeeMode = 'fixed' | 'rate';

/** The fee and the exchange price of withdrawals in one currency. */
export interface WithdrawalTerms {
  readonly feeMode: WithdrawalFeeMode;
  /** Dollars in mode `fixed`, a factor of the amount in mode `rate`. */
  readonly drawRate: Rate;
  readonly usdPrice: UnitsPerDollar;
  /** Decimals of the amounts paid out in the currency, 0 to MAX_CURRENCY_DECIMALS. */
  readonly decimals: number;
}

/**
 * Units of a currency per dollar, scale 16. A coin worth 100,000 dollars has a price of 0.00001, which leaves it 12
 * significant digits.
 */
export type UnitsPerDollar = bigint & { readonly [unitsPerDollar]: true };

/** The amount paid out in the withdrawal's currency; its scale is the currency's decimals. */
export type Receipt = bigint & { readonly [receipt]: true };

export const UNITS_PER_DOLLAR_SCALE = 16;

/** The price of a currency that is worth a dollar. */
export const ONE_PER_DOLLAR = (10n ** BigInt(UNITS_PER_DOLLAR_SCALE)) as UnitsPerDollar;

/** The most decimals that a currency of withdrawals can have. */
export const MAX_CURRENCY_DECIMALS = 18;

/** Parses units per dollar with up to 16 decimals; undefined for other text. */
export const parseUnitsPerDollar = (text: string): UnitsPerDollar | undefined =>
  parseDecimal(text, UNITS_PER_DOLLAR_SCALE) as UnitsPerDollar | undefined;

/** Formats units per dollar without trailing zeros. */
export function formatUnitsPerDollar(value: UnitsPerDollar): string {
  return withoutTrailingZeros(formatDecimal(value, UNITS_PER_DOLLAR_SCALE));
}

/** Fee of a withdrawal in dollars, rounded half-even (specification, section 9): draw_rate, or draw_rate × amount. */
export function withdrawalFee(
  { feeMode, drawRate }: Pick<WithdrawalTerms, 'feeMode' | 'drawRate'>,
  amount: Money,
): Money {
  return feeMode === 'fixed'
    ? asMoney(divide(drawRate, pow10(RATE_SCALE - MONEY_SCALE), 'halfEven'))
    : asMoney(divide(amount * drawRate, pow10(RATE_SCALE), 'halfEven'));
}

/**
 * The amount paid out: (amount − fee) × usd_price (specification, section 9), rounded half-even to the currency's
 * decimals, never below zero. The screen's preview and the server both use this function, so they can't differ.
 */
export function withdrawalReceipt(terms: WithdrawalTerms, amount: Money): Receipt {
  const net = amount - withdrawalFee(terms, amount);
  return (
    net <= 0n
      ? 0n
      : divide(net * terms.usdPrice, pow10(MONEY_SCALE + UNITS_PER_DOLLAR_SCALE - terms.decimals), 'halfEven')
  ) as Receipt;
}

/** Formats a receipt with the currency's decimals. */
export function formatReceipt(value: Receipt, { decimals }: Pick<WithdrawalTerms, 'decimals'>): string {
  return formatDecimal(value, decimals);
}
