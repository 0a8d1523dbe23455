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
  /** False for one that was closed lately: only coins that were already sent may be reported. */
  readonly isOpen: boolean;
}

/** A bank account of the operator, as it is shown to the user. Missing fields are empty. */
export interface ReceivingAccount {
  readonly id: number;
  readonly version: number;
  readonly currency: string;
  /** Units of the currency per dollar, as decimal text, and since when. */
  readonly usdPrice: string;
  readonly usdPriceAt: string;
  /** The reference that the user writes on the transfer. */
  readonly reference: string;
  /** False for one that was closed or changed lately: only money that was already sent may be reported. */
  readonly isOpen: boolean;
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
  /** Dollars: credited, or as reported until then. */
  readonly amount: Money;
  /** The reported dollars, if others were credited. */
  readonly reported: Money | undefined;
  /** As reported, in the currency of the bank account; empty for coins. */
  readonly sent: string;
  /** Units of the currency per dollar at which it was reported, as decimal text; empty for coins and dollars. */
  readonly usdPrice: string;
  readonly usdPriceAt: string | null;
  /** Id of the transaction, or the bank's reference; empty where it is unknown. */
  readonly transaction: string;
  readonly currency: string;
  readonly status: DepositStatus;
  readonly createdAt: string;
  /** The reason why it was rejected, is invalid, or was credited with another amount. */
  readonly remark: string;
}

/** A report of a transfer. */
export interface DepositReport {
  /** As typed: dollars, or units of the bank account's currency. */
  readonly amount: string;
  /** Address of the uploaded proof. */
  readonly proof: string;
  /** Id of the transaction, or the bank's reference; may be empty. */
  readonly transaction: string;
}

const TYPE = { coin: 0, bank: 1 } as const;

export function depositStatus(number: number): DepositStatus {
  return STATUSES[number] ?? 'unchecked';
}

export function depositFrom(record: z.output<typeof chargeRecord>): Deposit {
  const reported = moneyOf(record.number);
  const amount = record.credited === '' ? reported : moneyOf(record.credited);
  return {
    id: record.id,
    amount,
    reported: amount === reported ? undefined : reported,
    sent: record.sent,
    usdPrice: record.usd_price === '1' ? '' : record.usd_price,
    usdPriceAt: record.usd_price_at,
    transaction: record.transaction_id,
    currency: record.currency_code,
    status: depositStatus(record.status),
    createdAt: record.created_at,
    remark: record.remark === '' ? record.credit_reason : record.remark,
  };
}

/** Reads the networks for deposits in coins, with those that were closed lately. */
export async function readDepositNetworks(api: Reader, options: ReadOptions): Promise<DepositNetwork[]> {
  return (await api.call('chargeNetworks', { with_closed: '1' }, options)).map((record) => ({
    id: record.id,
    address: record.address,
    currency: record.currency_code,
    protocol: record.protocol_code,
    isOpen: record.open === 1,
  }));
}

/** Reads the currencies of bank deposits. */
export async function readBankCurrencies(
  api: Reader,
  options: ReadOptions,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return api.call('collectCoins', {}, options);
}

/** Reads the operator's bank accounts for a currency, with those that were closed lately. */
export async function readReceivingAccounts(
  api: Reader,
  currency: number,
  options: ReadOptions,
): Promise<ReceivingAccount[]> {
  return (await api.call('receivingAccounts', { bank_coin: currency, with_closed: '1' }, options)).map((record) => ({
    id: record.id,
    version: record.version,
    currency: record.currency_code,
    usdPrice: record.usd_price,
    usdPriceAt: record.usd_price_at,
    reference: record.reference,
    isOpen: record.open === 1,
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
  { amount, proof, transaction }: DepositReport,
  { id, address }: Pick<DepositNetwork, 'id' | 'address'>,
  options: ReadOptions,
): Promise<Deposit> {
  const input = { number: amount, proofImg: proof, address, charge_id: id, transaction_id: transaction };
  return depositFrom(await api.call('chargeSubmit', input, options));
}

/** Reports a bank transfer to one of the operator's accounts, as it was shown. */
export async function reportTransfer(
  api: Reader,
  { amount, proof, transaction }: DepositReport,
  account: Pick<ReceivingAccount, 'id' | 'version' | 'usdPrice'> | undefined,
  options: ReadOptions,
): Promise<Deposit> {
  const shown = account && { wire_id: account.id, wire_version: account.version, usd_price: account.usdPrice };
  const input = { number: amount, proofImg: proof, transaction_id: transaction, ...shown };
  return depositFrom(await api.call('wireSubmit', input, options));
}
