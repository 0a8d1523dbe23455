import { formatMoney, formatReceipt, parseRate, withdrawalFee, withdrawalReceipt } from '@fairlot/domain';
import type { Money, WithdrawalTerms } from '@fairlot/domain';
import type { DrawCurrency } from '../../money/queries.ts';

/** What a withdrawal costs and brings, from the functions that the server uses. */
export interface WithdrawalQuote {
  /** Dollars. */
  readonly fee: string;
  /** In the currency of the withdrawal. */
  readonly receipt: string;
  /** Whether anything is left after the fee. */
  readonly pays: boolean;
}

/** Fee and receipt of an amount. Undefined without an amount. */
export function quoteWithdrawal(currency: DrawCurrency, amount: Money | undefined): WithdrawalQuote | undefined {
  const terms = termsOf(currency);
  if (terms === undefined || amount === undefined) return undefined;
  const fee = withdrawalFee(terms, amount);
  return { fee: formatMoney(fee), receipt: formatReceipt(withdrawalReceipt(terms, amount)), pays: fee < amount };
}

function termsOf({ fee_type: feeType, draw_rate: rate, usd_price: price }: DrawCurrency): WithdrawalTerms | undefined {
  const [drawRate, usdPrice] = [parseRate(rate), parseRate(price)];
  return drawRate === undefined || usdPrice === undefined
    ? undefined
    : { feeMode: feeType === 1 ? 'fixed' : 'rate', drawRate, usdPrice };
}
