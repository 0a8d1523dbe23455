import {
  ONE_PER_DOLLAR,
  SENT_DECIMALS,
  type SentAmount,
  asMoney,
  depositWorth,
  formatDecimal,
  formatMoney,
  parseSentAmount,
} from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { DepositRow } from '../deposits/queries.ts';
import { priceOf } from '../terms/presenter.ts';
import { withinMaximum } from './amount.ts';
import { readTransactionId } from './transaction-id.ts';

/** The credit that finance decides on. */
export interface Credit {
  /** The amount that arrived, in the currency of the account, for coins in dollars. */
  readonly received: string;
  /** Micro-dollars. */
  readonly credited: bigint;
  /** Why `credited` differs from the reported amount. */
  readonly credit_reason: string;
  readonly transaction_id: string;
}

/**
 * The credit as finance types it. An empty amount is the reported one, never that of a colleague, which the second person
 * may not have seen. An empty transaction is the one in the row.
 */
export interface TypedCredit {
  readonly number: string;
  readonly reason: string;
  readonly transaction_id: string;
}

/**
 * Reads the credit of a deposit at the rate at which it was reported. Another amount than the reported one needs a
 * reason, which the user reads, and every credit the id of its transaction.
 */
export function readCredit(settings: SiteSettings, row: DepositRow, typed: TypedCredit): Answer<Credit> {
  const reported = reportedAmount(row);
  const received = typed.number === '' ? reported : parseSentAmount(typed.number);
  if (received === undefined) return refuse('amount_invalid');
  const rate = row.usd_price === null ? ONE_PER_DOLLAR : priceOf(row.usd_price);
  const isAsReported = received === reported;
  const way = row.type === 0 ? 'deposit_coin' : 'deposit_bank';
  const credited = isAsReported
    ? done(asMoney(row.amount))
    : withinMaximum(settings, way, depositWorth(received, rate));
  if (!credited.ok) return credited;
  const reason = isAsReported ? '' : typed.reason;
  if (!isAsReported && reason === '') return refuse('credit_reason_missing');
  const transaction = readTransactionId(row, typed.transaction_id === '' ? row.transaction_id : typed.transaction_id);
  if (transaction === undefined) return refuse('transaction_invalid');
  if (transaction === '') return refuse('transaction_missing');
  return done({
    received: formatDecimal(received, SENT_DECIMALS),
    credited: credited.data,
    credit_reason: reason,
    transaction_id: transaction,
  });
}

/** True if the first of two people has agreed to the same credit. */
export function isSameCredit(row: DepositRow, credit: Credit): boolean {
  return (
    row.credited === credit.credited &&
    row.credit_reason === credit.credit_reason &&
    row.transaction_id === credit.transaction_id
  );
}

/** True if a decided deposit was credited with these figures; empty texts accept every one. */
export function isRepeat(row: DepositRow, typed: TypedCredit): boolean {
  const amount = typed.number === '' ? undefined : parseSentAmount(typed.number);
  const isSame = typed.number === '' || (amount !== undefined && amount === creditedAmount(row));
  const transaction = readTransactionId(row, typed.transaction_id);
  return isSame && (transaction === '' || transaction === row.transaction_id);
}

/** The amount that arrived, as a colleague has decided; until then the reported one. */
function creditedAmount(row: DepositRow): SentAmount | undefined {
  return row.received === null ? reportedAmount(row) : parseSentAmount(row.received);
}

/** The reported amount in the currency in which staff count what arrived. */
function reportedAmount({ sent, amount }: DepositRow): SentAmount | undefined {
  return parseSentAmount(sent ?? formatMoney(asMoney(amount), SENT_DECIMALS));
}
