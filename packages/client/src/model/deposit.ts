import type { chargeRecord } from '@fairlot/contract';
import type { Money } from '@fairlot/domain';
import type { z } from 'zod/mini';
import type { ReadOptions, Reader, RecordPage } from './read.ts';
import { moneyOf } from './units.ts';

/** The ways to deposit and withdraw. */
export type FundingMethod = 'coin' | 'bank';

/** A network for coin deposits, with the operator's address on it. */
export interface DepositNetwork {
  readonly id: number;
  readonly address: string;
  readonly currency: string;
  readonly protocol: string;
}

/** A bank account of the operator. Missing fields are empty. */
export interface ReceivingAccount {
  readonly id: number;
  readonly bank: string;
  readonly branch: string;
  readonly swift: string;
  readonly payee: string;
  readonly account: string;
  readonly remark: string;
}

const STATUSES = ['unchecked', 'finished', 'rejected', 'invalid'] as const;
export type DepositStatus = (typeof STATUSES)[number];

/** A deposit that the user reported. */
export interface Deposit {
  readonly id: number;
  readonly amount: Money;
  readonly currency: string;
  readonly status: DepositStatus;
  readonly createdAt: string;
  /** The reason why it was rejected or is invalid. */
  readonly remark: string;
}

/** A report of a transfer: dollars as typed, and the address of the uploaded proof. */
export interface DepositReport {
  readonly amount: string;
  readonly proof: string;
}

const TYPE = { coin: 0, bank: 1 } as const;

export function depositStatus(number: number): DepositStatus {
  return STATUSES[number] ?? 'unchecked';
}

export function depositFrom(record: z.output<typeof chargeRecord>): Deposit {
  return {
    id: record.id,
    amount: moneyOf(record.number),
    currency: record.currency_code,
    status: depositStatus(record.status),
    createdAt: record.created_at,
    remark: record.remark,
  };
}

export async function readDepositNetworks(api: Reader, options: ReadOptions): Promise<DepositNetwork[]> {
  return (await api.call('chargeNetworks', {}, options)).map((record) => ({
    id: record.id,
    address: record.address,
    currency: record.currency_code,
    protocol: record.protocol_code,
  }));
}

/** Reads the currencies of bank deposits. */
export async function readBankCurrencies(
  api: Reader,
  options: ReadOptions,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return api.call('collectCoins', {}, options);
}

/** Reads the operator's bank accounts for a currency. */
export async function readReceivingAccounts(
  api: Reader,
  currency: number,
  options: ReadOptions,
): Promise<ReceivingAccount[]> {
  return (await api.call('receivingAccounts', { bank_coin: currency }, options)).map((record) => ({
    id: record.id,
    bank: record.bank_name,
    branch: record.bank_address,
    swift: record.bank_swift,
    payee: record.payee_name,
    account: record.payee_account,
    remark: record.bank_remark,
  }));
}

/** Reads one page of the user's deposits, newest first. */
export async function readDeposits(
  api: Reader,
  { method, page }: { readonly method: FundingMethod; readonly page: number },
  options: ReadOptions,
): Promise<RecordPage<Deposit>> {
  const { data, total } = await api.call('chargeRecords', { type: TYPE[method], page }, options);
  return { items: data.map(depositFrom), total };
}

/** Reports a coin transfer to the operator's address. */
export async function reportCoins(
  api: Reader,
  { amount, proof }: DepositReport,
  { id, address }: Pick<DepositNetwork, 'id' | 'address'>,
  options: ReadOptions,
): Promise<Deposit> {
  return depositFrom(
    await api.call('chargeSubmit', { number: amount, proofImg: proof, address, charge_id: id }, options),
  );
}

/** Reports a bank transfer to one of the operator's accounts. */
export async function reportTransfer(
  api: Reader,
  { amount, proof }: DepositReport,
  account: number | undefined,
  options: ReadOptions,
): Promise<Deposit> {
  return depositFrom(await api.call('wireSubmit', { number: amount, proofImg: proof, wire_id: account }, options));
}
