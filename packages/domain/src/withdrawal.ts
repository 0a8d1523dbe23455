import { divide, formatDecimal, pow10 } from './decimal.ts';
import { MONEY_SCALE, RATE_SCALE, asMoney } from './units.ts';
import type { Money, Rate } from './units.ts';

declare const receipt: unique symbol;

/** `fixed`: the fee is so many dollars (fee_type 1). `rate`: it is a part of the amount (any other fee_type). */
export type WithdrawalFeeMode = 'fixed' | 'rate';

/** What a withdrawal in one currency costs, and what arrives. */
export interface WithdrawalTerms {
  readonly feeMode: WithdrawalFeeMode;
  /** Dollars, or a factor of the amount, by feeMode. */
  readonly drawRate: Rate;
  /** Units of the currency that are paid out for one dollar. */
  readonly usdPrice: Rate;
}

/** What is paid out, in the withdrawal's own currency, scale 2. */
export type Receipt = bigint & { readonly [receipt]: true };

const RECEIPT_SCALE = 2;

/** Fee of a withdrawal in dollars, half-even. Specification, section 9: draw_rate itself, or draw_rate × amount. */
export function withdrawalFee(
  { feeMode, drawRate }: Pick<WithdrawalTerms, 'feeMode' | 'drawRate'>,
  amount: Money,
): Money {
  return feeMode === 'fixed'
    ? asMoney(divide(drawRate, pow10(RATE_SCALE - MONEY_SCALE), 'halfEven'))
    : asMoney(divide(amount * drawRate, pow10(RATE_SCALE), 'halfEven'));
}

/**
 * What arrives: (amount − fee) × usd_price, 2 decimals half-even, never below zero. Specification, section 9.
 * The screen shows it before and the server keeps it after, from this one function.
 */
export function withdrawalReceipt(terms: WithdrawalTerms, amount: Money): Receipt {
  const net = amount - withdrawalFee(terms, amount);
  return (
    net <= 0n ? 0n : divide(net * terms.usdPrice, pow10(MONEY_SCALE + RATE_SCALE - RECEIPT_SCALE), 'halfEven')
  ) as Receipt;
}

/** Writes a receipt with its two decimals. */
export function formatReceipt(value: Receipt): string {
  return formatDecimal(value, RECEIPT_SCALE);
}
