import type { drawCurrency, drawMethod, drawRecord } from '@fairlot/contract';
import { formatMoney } from '@fairlot/domain';
import type { Money, WithdrawalTerms } from '@fairlot/domain';
import type { z } from 'zod/mini';
import type { CallOutput } from '../http/types.ts';
import type { FundingMethod } from './deposit.ts';
import type { ReadOptions, Reader, RecordPage } from './read.ts';
import { moneyOf, rateOf, unitsPerDollarOf } from './units.ts';

/** A currency, with its network if it is a coin. */
export interface Currency {
  readonly code: string;
  readonly protocol: string;
}

/** A currency for withdrawals, with its fee. */
export interface WithdrawalCurrency extends Currency, WithdrawalTerms {
  readonly id: number;
}

/** A bound address or bank account. Missing fields are empty. */
export interface WithdrawalMethod {
  readonly id: number;
  readonly kind: FundingMethod;
  readonly address: string;
  readonly account: string;
  readonly payee: string;
  readonly bank: string;
  readonly branch: string;
  readonly remark: string;
  readonly currency: Currency & { readonly id: number };
  /** Time from which withdrawals to a new method can be requested; null when they can. */
  readonly usableFrom: string | null;
}

export interface Withdrawal {
  readonly id: number;
  /** The fee included. */
  readonly amount: Money;
  readonly fee: Money;
  /** Amount to receive, as a decimal text in the withdrawal's currency. */
  readonly receipt: string;
  readonly currency: Currency;
  readonly status: z.output<typeof drawRecord>['status'];
  /** The status in the visitor's language. */
  readonly statusText: string;
  readonly createdAt: string;
  /** The destination: an address or an account number. */
  readonly paidTo: string;
  /** The reason of a rejection, or the reference of the payment. */
  readonly notes: string;
}

export interface Bounds {
  readonly least: Money;
  readonly most: Money;
}

/** Bounds of amounts in dollars, by method. */
export interface AmountBounds {
  readonly deposit: Readonly<Record<FundingMethod, Bounds>>;
  readonly withdrawal: Readonly<Record<FundingMethod, Bounds>>;
  /** Maximum that can be withdrawn now. */
  readonly withdrawable: Money;
  /** True if withdrawals require a verified identity and the user's is not verified. */
  readonly verificationMissing: boolean;
  /** Time from which this session can request withdrawals; null when it can. */
  readonly withdrawableFrom: string | null;
}

/** Proves that the owner makes a call: a code where the user has an authenticator, otherwise the password. */
export type OwnerProof = { readonly password: string } | { readonly totp: string };

/** A withdrawal to a bound method; the amount is dollars as typed. */
export interface WithdrawalRequest {
  readonly currency: number;
  readonly method: number;
  readonly amount: string;
  readonly memo: string;
}

/** The fee and the receipt of a withdrawal as the user saw them. */
export interface SeenWithdrawal {
  readonly fee: Money;
  /** A decimal text in the withdrawal's currency. */
  readonly receipt: string;
}

/** An address or bank account to bind. */
export interface NewMethod {
  readonly kind: FundingMethod;
  readonly currency: number | undefined;
  readonly address?: string;
  readonly bank?: string;
  readonly branch?: string;
  readonly swift?: string;
  readonly payee?: string;
  readonly account?: string;
  readonly remark?: string;
}

const TYPE = { coin: '1', bank: '2' } as const;

export const withdrawalMethod = (type: number): FundingMethod => (type === 1 ? 'coin' : 'bank');

export function withdrawalCurrencyFrom(record: z.output<typeof drawCurrency>): WithdrawalCurrency {
  return {
    id: record.id,
    code: record.code,
    protocol: record.protocol,
    feeMode: record.fee_type === 1 ? 'fixed' : 'rate',
    drawRate: rateOf(record.draw_rate),
    usdPrice: unitsPerDollarOf(record.usd_price),
    decimals: record.decimals,
  };
}

export function withdrawalMethodFrom(record: z.output<typeof drawMethod>): WithdrawalMethod {
  return {
    id: record.id,
    kind: withdrawalMethod(record.type),
    address: record.dc_address,
    account: record.payee_account,
    payee: record.payee_name,
    bank: record.bank_name,
    branch: record.bank_address,
    remark: record.bank_remark,
    currency: record.draw_currency,
    usableFrom: record.usable_from,
  };
}

export function withdrawalFrom(record: z.output<typeof drawRecord>): Withdrawal {
  return {
    id: record.id,
    amount: moneyOf(record.number),
    fee: moneyOf(record.fee),
    receipt: record.real_number,
    currency: record.draw_currency,
    status: record.status,
    statusText: record.status_name,
    createdAt: record.created_at,
    paidTo: withdrawalMethod(record.type) === 'coin' ? record.address : record.payee_account,
    notes: record.notes,
  };
}

export function boundsFrom(record: CallOutput<'amountBounds'>): AmountBounds {
  const of = (way: 'deposit' | 'withdraw', method: FundingMethod): Bounds => ({
    least: moneyOf(record[`${way}_${method}_min`]),
    most: moneyOf(record[`${way}_${method}_max`]),
  });
  return {
    deposit: { coin: of('deposit', 'coin'), bank: of('deposit', 'bank') },
    withdrawal: { coin: of('withdraw', 'coin'), bank: of('withdraw', 'bank') },
    withdrawable: moneyOf(record.withdrawable),
    verificationMissing: record.verification_missing === 1,
    withdrawableFrom: record.withdrawable_from,
  };
}

export async function readAmountBounds(api: Reader, options: ReadOptions): Promise<AmountBounds> {
  return boundsFrom(await api.call('amountBounds', {}, options));
}

export async function readWithdrawalCurrencies(
  api: Reader,
  method: FundingMethod,
  options: ReadOptions,
): Promise<WithdrawalCurrency[]> {
  return (await api.call('drawCurrencies', { type: TYPE[method] }, options)).map(withdrawalCurrencyFrom);
}

/** Reads the user's bound addresses or bank accounts. */
export async function readWithdrawalMethods(
  api: Reader,
  method: FundingMethod,
  options: ReadOptions,
): Promise<WithdrawalMethod[]> {
  return (await api.call('drawMethods', { draw_type: TYPE[method] }, options)).map(withdrawalMethodFrom);
}

/** Reads one page of the user's withdrawals, newest first. */
export async function readWithdrawals(
  api: Reader,
  { method, page }: { readonly method: FundingMethod; readonly page: number },
  options: ReadOptions,
): Promise<RecordPage<Withdrawal>> {
  const { data, total } = await api.call('drawRecords', { type: TYPE[method], page }, options);
  return { items: data.map(withdrawalFrom), total };
}

/** Requests a withdrawal at the figures that the user saw; refused with rate_changed when they hold no more. */
export async function requestWithdrawal(
  api: Reader,
  { currency, method, amount, memo }: WithdrawalRequest,
  { fee, receipt }: SeenWithdrawal,
  proof: OwnerProof,
  options: ReadOptions,
): Promise<Withdrawal> {
  const seen = { fee: formatMoney(fee), real_number: receipt };
  const input = { draw_currency_id: currency, number: amount, memo, draw_method_id: method, ...seen, ...proof };
  return withdrawalFrom(await api.call('draw', input, options));
}

/** Cancels a withdrawal under review and returns it as it is now. */
export async function cancelWithdrawal(api: Reader, id: number, options: ReadOptions): Promise<Withdrawal> {
  return withdrawalFrom(await api.call('drawCancel', { id }, options));
}

/** Binds an address or a bank account. */
export async function bindMethod(
  api: Reader,
  method: NewMethod,
  proof: OwnerProof,
  options: ReadOptions,
): Promise<WithdrawalMethod> {
  const given = {
    dc_address: method.address,
    bank_name: method.bank,
    bank_address: method.branch,
    bank_swift: method.swift,
    payee_name: method.payee,
    payee_account: method.account,
    bank_remark: method.remark,
  };
  const input = { type: TYPE[method.kind], draw_id: method.currency, ...withoutAbsent(given), ...proof };
  return withdrawalMethodFrom(await api.call('bindDrawMethod', input, options));
}

function withoutAbsent<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
