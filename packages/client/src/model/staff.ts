import type { staffCalls, StaffCallName } from '@fairlot/contract';
import type { LedgerType, Money } from '@fairlot/domain';
import type { z } from 'zod/mini';
import { camelKeys } from './camel-keys.ts';
import type { CamelKeys } from './camel-keys.ts';
import { depositStatus } from './deposit.ts';
import type { DepositStatus, FundingMethod } from './deposit.ts';
import { ledgerType } from './ledger.ts';
import { moneyOf } from './units.ts';
import { withdrawalMethod } from './withdrawal.ts';

type StaffRecord<N extends StaffCallName> = z.output<(typeof staffCalls)[N]['output']>;
type DepositRecord = StaffRecord<'depositFinish'>;
type WithdrawalRecord = StaffRecord<'withdrawalApprove'>;
type InstrumentRecord = StaffRecord<'officeInstruments'>['list'][number];

/** A deposit under review by staff. */
export interface StaffDeposit {
  readonly id: number;
  readonly userId: number;
  readonly email: string;
  /** State of the owner's last identity verification. */
  readonly identity: DepositRecord['identity'];
  /** Name and country of the verified identity; empty without one. */
  readonly verifiedName: string;
  readonly verifiedCountry: string;
  /** As reported, in dollars. */
  readonly amount: Money;
  /** As reported, in the currency of the bank account; empty for coins. */
  readonly sent: string;
  /** Units of the currency per dollar as they were shown to the user, as decimal text, and since when. */
  readonly usdPrice: string;
  readonly usdPriceAt: string | null;
  /** Names of those who set the rate; null where it is unknown. */
  readonly usdPriceBy: string | null;
  /** The amount that arrived, in the currency; empty before the decision. */
  readonly received: string;
  /** Null before the decision, and for deposits of earlier versions. */
  readonly credited: Money | null;
  /** Why other dollars were credited than the reported ones. */
  readonly creditReason: string;
  /** Id of the transaction, or the bank's reference; empty where it is unknown. */
  readonly transactionId: string;
  /** The reference that the user was told to write on bank transfers. */
  readonly reference: string;
  /** Other deposits with the same picture, and with the same transaction. */
  readonly samePicture: readonly number[];
  readonly sameTransaction: readonly number[];
  /** Deposits of the user that were credited without an ID, with the same amount. */
  readonly sameWithoutId: readonly number[];
  readonly method: FundingMethod;
  readonly currency: string;
  readonly protocol: string;
  /** The address or bank account that was shown to the user as destination. */
  readonly paidTo: string;
  /** Address of the uploaded proof. */
  readonly proof: string;
  readonly status: DepositStatus;
  readonly remark: string;
  /** The sum that was charged back after the credit. */
  readonly reversed: Money;
  readonly createdAt: string;
  /** The first of two people who agree; null for a deposit that needs one. */
  readonly approvedBy: number | null;
  readonly approver: string | null;
  readonly decidedAt: string | null;
  readonly decider: string | null;
}

/** A withdrawal under review by staff. */
export interface StaffWithdrawal extends Omit<
  CamelKeys<WithdrawalRecord>,
  'type' | 'number' | 'fee' | 'realNumber' | 'code' | 'returned'
> {
  readonly method: FundingMethod;
  /** The fee included. */
  readonly amount: Money;
  readonly fee: Money;
  /** The sum that came back after the payment. */
  readonly returned: Money;
  /** Amount to send, as a decimal text in the currency. */
  readonly receipt: string;
  readonly currency: string;
}

/** The account's history, the basis for deciding a withdrawal. Current figures are decimal texts in dollars. */
export interface AccountHistory {
  readonly balance: string;
  readonly available: string;
  readonly frozen: string;
  readonly equity: string;
  /** By ledger type; undefined for a type that this version does not know. */
  readonly sums: readonly { readonly type: LedgerType | undefined; readonly sum: Money; readonly count: number }[];
  readonly openedAt: string;
  readonly boundMethods: number;
  readonly removedMethods: number;
  readonly recentDeposits: readonly StaffDeposit[];
  readonly recentWithdrawals: readonly StaffWithdrawal[];
}

/** An instrument in the office's list. Its terms are texts, because they are edited as such. */
export type StaffInstrument = Omit<CamelKeys<InstrumentRecord>, 'marketStatus'> & { readonly isOpen: boolean };

/** A user with the figures of the trading account, which are decimal texts in dollars. */
export interface StaffUser extends Omit<CamelKeys<StaffRecord<'officeUser'>>, 'account'> {
  /** null before the trading account is open. */
  readonly account: {
    readonly balance: string;
    readonly available: string;
    readonly frozen: string;
    readonly equity: string;
    readonly usedMargin: string;
    readonly freeMargin: string;
    readonly floatingProfit: string;
    readonly openPositions: number;
  } | null;
}

export function staffDepositFrom(record: DepositRecord): StaffDeposit {
  return {
    id: record.id,
    userId: record.user_id,
    email: record.email,
    amount: moneyOf(record.number),
    sent: record.sent,
    usdPrice: record.usd_price,
    usdPriceAt: record.usd_price_at,
    usdPriceBy: record.usd_price_by,
    received: record.received,
    credited: record.credited === '' ? null : moneyOf(record.credited),
    creditReason: record.credit_reason,
    transactionId: record.transaction_id,
    reference: record.reference,
    samePicture: record.same_picture,
    sameTransaction: record.same_transaction,
    sameWithoutId: record.same_without_id,
    method: record.type === 0 ? 'coin' : 'bank',
    currency: record.currency_code,
    protocol: record.protocol_code,
    paidTo: record.paid_to,
    proof: record.proof_img,
    identity: record.identity,
    verifiedName: record.verified_name,
    verifiedCountry: record.verified_country,
    status: depositStatus(record.status),
    remark: record.remark,
    reversed: moneyOf(record.reversed),
    createdAt: record.created_at,
    approvedBy: record.approved_by,
    approver: record.approver,
    decidedAt: record.decided_at,
    decider: record.decider,
  };
}

export function staffWithdrawalFrom(record: WithdrawalRecord): StaffWithdrawal {
  const { type, number, fee, real_number: receipt, code: currency, returned, ...rest } = record;
  return {
    ...camelKeys(rest),
    method: withdrawalMethod(type),
    amount: moneyOf(number),
    fee: moneyOf(fee),
    returned: moneyOf(returned),
    receipt,
    currency,
  };
}

export function historyFrom(record: StaffRecord<'staffWithdrawal'>['history']): AccountHistory {
  return {
    balance: record.balance,
    available: record.available,
    frozen: record.lock_balance,
    equity: record.net_value,
    sums: record.sums.map(({ type, sum, count }) => ({ type: ledgerType(type), sum: moneyOf(sum), count })),
    openedAt: record.opened_at,
    boundMethods: record.bound_methods,
    removedMethods: record.removed_methods,
    recentDeposits: record.recent_deposits.map(staffDepositFrom),
    recentWithdrawals: record.recent_withdrawals.map(staffWithdrawalFrom),
  };
}

function staffInstrumentFrom(record: InstrumentRecord): StaffInstrument {
  const { market_status: status, ...rest } = record;
  return { ...camelKeys(rest), isOpen: status === 1 };
}

function staffUserFrom({ account, ...record }: StaffRecord<'officeUser'>): StaffUser {
  const rest = camelKeys(record);
  if (account === null) return { ...rest, account };
  const { lock_balance: frozen, ...figures } = account;
  return { ...rest, account: { ...camelKeys(figures), frozen } };
}

function pageOf<R, T>(read: (record: R) => T) {
  return ({ list, total }: { readonly list: readonly R[]; readonly total: number }) => ({
    list: list.map(read),
    total,
  });
}

/** Readers of the answers whose wire names or numbers need more than camelCase keys. */
const MODELS = {
  staffDeposits: pageOf(staffDepositFrom),
  depositFinish: staffDepositFrom,
  depositReject: staffDepositFrom,
  depositInvalidate: staffDepositFrom,
  staffWithdrawals: pageOf(staffWithdrawalFrom),
  staffWithdrawal: ({ withdrawal, owner, history }: StaffRecord<'staffWithdrawal'>) => ({
    withdrawal: staffWithdrawalFrom(withdrawal),
    owner: camelKeys(owner),
    history: historyFrom(history),
  }),
  withdrawalApprove: staffWithdrawalFrom,
  withdrawalClaim: staffWithdrawalFrom,
  withdrawalUnclaim: staffWithdrawalFrom,
  withdrawalPay: staffWithdrawalFrom,
  withdrawalReject: staffWithdrawalFrom,
  officeInstruments: pageOf(staffInstrumentFrom),
  officeChangeInstrument: ({ proposals, ...record }: StaffRecord<'officeChangeInstrument'>) => ({
    ...staffInstrumentFrom(record),
    proposals,
  }),
  officeSetDealing: staffInstrumentFrom,
  officeAddInstrument: ({ instrument, proposal }: StaffRecord<'officeAddInstrument'>) => ({
    instrument: instrument === null ? null : staffInstrumentFrom(instrument),
    proposal,
  }),
  officeUser: staffUserFrom,
} satisfies { readonly [N in StaffCallName]?: (record: StaffRecord<N>) => unknown };

/** The model that a staff call returns. */
export type StaffOutput<N extends StaffCallName> = N extends keyof typeof MODELS
  ? ReturnType<(typeof MODELS)[N]>
  : CamelKeys<StaffRecord<N>>;

/** Converts the answer of a staff call to its model. */
export function staffOutputFrom<N extends StaffCallName>(name: N, record: unknown): StaffOutput<N> {
  const read = (MODELS as { readonly [M in StaffCallName]?: (given: never) => unknown })[name];
  return (read === undefined ? camelKeys(record) : read(record as never)) as StaffOutput<N>;
}
