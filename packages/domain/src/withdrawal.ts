import { divide, formatDecimal, pow10 } from './decimal.ts';
import { MONEY_SCALE, type Money, RATE_SCALE, type Rate, asMoney } from './units.ts';

declare const receipt: unique symbol;

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
  /** Units of the currency paid out per dollar. */
  readonly usdPrice: Rate;
}

/** The amount paid out in the withdrawal's currency, scale 2. */
export type Receipt = bigint & { readonly [receipt]: true };

const RECEIPT_SCALE = 2;

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
 * The amount paid out: (amount − fee) × usd_price, rounded half-even to 2 decimals, never below zero (specification,
 * section 9). The screen's preview and the server both use this function, so they can't differ.
 */
export function withdrawalReceipt(terms: WithdrawalTerms, amount: Money): Receipt {
  const net = amount - withdrawalFee(terms, amount);
  return (
    net <= 0n ? 0n : divide(net * terms.usdPrice, pow10(MONEY_SCALE + RATE_SCALE - RECEIPT_SCALE), 'halfEven')
  ) as Receipt;
}

/** Formats a receipt with its two decimals. */
export function formatReceipt(value: Receipt): string {
  return formatDecimal(value, RECEIPT_SCALE);
}
