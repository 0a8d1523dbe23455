import {
  type InputOfStaff,
  type OutputOfStaff,
  type ProposalKind,
  type StaffCall,
  fundingStaffCalls,
} from '@fairlot/contract';
import { ONE_PER_DOLLAR, formatUnitsPerDollar, parseRate, parseUnitsPerDollar } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { readAccountNumber, readSwift } from '../checks/bank-account.ts';
import { isCoinAddress } from '../checks/coin-address.ts';
import { presentCurrency, shortPrice } from '../terms/presenter.ts';
import type { Coin, Currency, Network, ReceivingAccount } from '../terms/queries.ts';

export type TermsTable = 'charge_networks' | 'collect_coins' | 'receiving_accounts' | 'draw_currencies';

/** A record's values in the wire's words, without number and version. */
export type Values = Readonly<Record<string, unknown>> & { readonly enabled: boolean };
/** All values of a record, also those that a change leaves out. */
type ValuesOf<Call extends StaffCall> = {
  readonly [Name in Exclude<keyof InputOfStaff<Call>, 'id' | 'version'>]-?: Exclude<
    InputOfStaff<Call>[Name],
    undefined
  >;
} & Values;

/** One kind of payment terms: its table, its values on the wire and in the row, and the call that saves it. */
export interface TermsKind<Row extends object = object, Call extends StaffCall = StaffCall> {
  readonly kind: ProposalKind;
  readonly table: TermsTable;
  readonly save: Call;
  /** The values that a new record must have. */
  readonly fields: readonly Exclude<keyof InputOfStaff<Call>, 'id' | 'version'>[];
  /** The name by which colleagues know the record. */
  readonly nameOf: (values: ValuesOf<Call>) => string;
  /** The row of valid values. `before` is the record that they change, `by` has the names of those who change it. */
  readonly toRow: (values: ValuesOf<Call>, before: Row | undefined, by: string) => Answer<Omit<Row, 'id' | 'version'>>;
  readonly present: (row: Row) => ValuesOf<Call>;
}

export const NETWORKS: TermsKind<Network, typeof fundingStaffCalls.networkSave> = {
  kind: 'network',
  table: 'charge_networks',
  save: fundingStaffCalls.networkSave,
  fields: ['currency_code', 'protocol_code', 'address', 'enabled'],
  nameOf: ({ currency_code: code, protocol_code: protocol }) => `${code}-${protocol}`,
  toRow: ({ currency_code, protocol_code, address, enabled }) =>
    (address === '' ? enabled : !isCoinAddress(protocol_code, address))
      ? refuse('coin_address_invalid')
      : done({ currency_code, protocol_code, address, enabled }),
  present: (row) => {
    const { currency_code, protocol_code, address, enabled } = row;
    return { currency_code, protocol_code, address, enabled };
  },
};

/** The currency of accounts: an amount in it is worth itself. */
const DOLLARS = 'USD';

export const COINS: TermsKind<Coin, typeof fundingStaffCalls.coinSave> = {
  kind: 'collect_coin',
  table: 'collect_coins',
  save: fundingStaffCalls.coinSave,
  fields: ['name', 'enabled'],
  nameOf: ({ name }) => name,
  toRow: ({ name, enabled, usd_price: typed }, before, by) => {
    const text = typed ?? before?.usd_price ?? (name === DOLLARS ? '1' : '');
    const price = text === '' ? undefined : parseUnitsPerDollar(text);
    const isDollars = price === ONE_PER_DOLLAR;
    if (price === 0n || (name === DOLLARS && !isDollars)) return refuse('bad_request', { field: 'usd_price' });
    const usdPrice = price === undefined ? null : formatUnitsPerDollar(price);
    const isSame = before !== undefined && shortPrice(before.usd_price) === (usdPrice ?? '');
    const since = isSame ? before.usd_price_at : usdPrice === null ? null : new Date();
    const author = isSame ? before.usd_price_by : usdPrice === null ? null : by;
    return done({ name, usd_price: usdPrice, usd_price_at: since, usd_price_by: author, enabled });
  },
  present: ({ name, usd_price: price, enabled }) => ({ name, usd_price: shortPrice(price), enabled }),
};

export const ACCOUNTS: TermsKind<ReceivingAccount, typeof fundingStaffCalls.receivingAccountSave> = {
  kind: 'receiving_account',
  table: 'receiving_accounts',
  save: fundingStaffCalls.receivingAccountSave,
  fields: [
    'bank_coin',
    'bank_name',
    'bank_address',
    'bank_swift',
    'payee_name',
    'payee_account',
    'bank_remark',
    'enabled',
  ],
  nameOf: ({ bank_name: bank, payee_account: account }) => `${bank} ${account}`,
  toRow: ({ bank_coin: coin, ...values }) => {
    // A typing error here would send every client's deposit to the wrong account.
    if (readAccountNumber(values.payee_account) === undefined) return refuse('bank_account_invalid');
    if (readSwift(values.bank_swift) === undefined) return refuse('swift_invalid');
    const { bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark, enabled } = values;
    return done({
      coin_id: BigInt(coin),
      bank_name,
      bank_address,
      bank_swift,
      payee_name,
      payee_account,
      bank_remark,
      enabled,
    });
  },
  present: (row) => {
    const { id: _id, version: _version, ...values } = presentStaffAccount(row);
    return values;
  },
};

/** The fields that identify a withdrawal currency. They never change after it was created. */
const NAMING = ['type', 'code', 'protocol'] as const;

export const CURRENCIES: TermsKind<Currency, typeof fundingStaffCalls.currencySave> = {
  kind: 'draw_currency',
  table: 'draw_currencies',
  save: fundingStaffCalls.currencySave,
  fields: ['type', 'code', 'protocol', 'draw_rate', 'fee_type', 'usd_price', 'decimals', 'enabled'],
  nameOf: ({ code, protocol }) => [code, protocol].filter((part) => part !== '').join('-'),
  toRow: ({ type, code, protocol, fee_type, decimals, enabled, draw_rate: rate, usd_price: price }, before) => {
    const [drawRate, usdPrice] = [parseRate(rate), parseUnitsPerDollar(price)];
    if (drawRate === undefined) return refuse('bad_request', { field: 'draw_rate' });
    if (usdPrice === undefined || usdPrice === 0n) return refuse('bad_request', { field: 'usd_price' });
    const row = {
      type: Number(type),
      code,
      protocol,
      fee_type,
      decimals,
      enabled,
      draw_rate: drawRate,
      usd_price: formatUnitsPerDollar(usdPrice),
    };
    // Bound methods and withdrawals refer to the currency: after a rename their money would go to a different currency
    // or network.
    const renamed = before === undefined ? undefined : NAMING.find((field) => before[field] !== row[field]);
    return renamed === undefined ? done(row) : refuse('bad_request', { field: renamed });
  },
  present: (row) => {
    const { id: _id, version: _version, type, ...values } = presentStaffCurrency(row);
    return { ...values, type: type === 1 ? '1' : '2' };
  },
};

/** A record with number and version, as the office reads it. */
export function presentStaffNetwork(row: Network): OutputOfStaff<typeof fundingStaffCalls.staffNetworks>[number] {
  const { id, currency_code, protocol_code, address, enabled, version } = row;
  return { id: Number(id), currency_code, protocol_code, address, enabled, version };
}

export function presentStaffCoin(row: Coin): OutputOfStaff<typeof fundingStaffCalls.staffCoins>[number] {
  const { id, name, usd_price: price, usd_price_at: since, enabled, version } = row;
  return {
    id: Number(id),
    name,
    usd_price: shortPrice(price),
    usd_price_at: since?.toISOString() ?? null,
    enabled,
    version,
  };
}

export function presentStaffAccount(
  row: ReceivingAccount,
): OutputOfStaff<typeof fundingStaffCalls.staffReceivingAccounts>[number] {
  const { id, coin_id: coin, bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark } = row;
  return {
    id: Number(id),
    bank_coin: Number(coin),
    bank_name,
    bank_address,
    bank_swift,
    payee_name,
    payee_account,
    bank_remark,
    enabled: row.enabled,
    version: row.version,
  };
}

export function presentStaffCurrency(row: Currency): OutputOfStaff<typeof fundingStaffCalls.staffCurrencies>[number] {
  return { ...presentCurrency(row), type: row.type, enabled: row.enabled, version: row.version };
}
