import { formatReceipt, withdrawalFee, withdrawalReceipt } from '@fairlot/domain';
import type { Money, WithdrawalTerms } from '@fairlot/domain';

/** Fee and receipt of a withdrawal, computed with the server's functions. */
export interface WithdrawalQuote {
  readonly fee: Money;
  /** In the withdrawal's currency. */
  readonly receipt: string;
  /** True if the amount exceeds the fee. */
  readonly pays: boolean;
}

/** Computes the fee and receipt of an amount; undefined without an amount. */
export function quoteWithdrawal(terms: WithdrawalTerms, amount: Money | undefined): WithdrawalQuote | undefined {
  if (amount === undefined) return undefined;
  const fee = withdrawalFee(terms, amount);
  return { fee, receipt: formatReceipt(withdrawalReceipt(terms, amount), terms), pays: fee < amount };
}
