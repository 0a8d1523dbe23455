import { fundingStaffCalls } from '@fairlot/contract';
import { parseRate } from '@fairlot/domain';
import type { Answer } from '../../../platform/answer.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { StaffCalls } from '../../../platform/staff-calls.ts';
import { readAccountNumber, readSwift } from '../checks/bank-account.ts';
import { isCoinAddress } from '../checks/coin-address.ts';
import { presentAccount, presentNetwork, presentStaffCurrency } from './presenter.ts';
import type { Coin, Network, ReceivingAccount, TermsQueries } from './queries.ts';

/** The staff’s side of what the operator offers. */
export function registerTermsDesk(calls: StaffCalls, terms: TermsQueries): void {
  registerNetworks(calls, terms);
  registerAccounts(calls, terms);
  registerCurrencies(calls, terms);
}

const networkOf = (row: Network) => ({ ...presentNetwork(row), enabled: row.enabled });
const coinOf = ({ id, name, enabled }: Coin) => ({ id: Number(id), name, enabled });
const accountOf = (row: ReceivingAccount) => ({
  ...presentAccount(row),
  bank_coin: Number(row.coin_id),
  enabled: row.enabled,
});

function registerNetworks(calls: StaffCalls, terms: TermsQueries): void {
  calls.forStaff(fundingStaffCalls.staffNetworks, async () => done((await terms.networks()).map(networkOf)));
  calls.forStaff(fundingStaffCalls.networkSave, async ({ id, ...values }) => {
    const { address, protocol_code: protocol, enabled } = values;
    if (address === '' ? enabled : !isCoinAddress(protocol, address)) return refuse('coin_address_invalid');
    return saved(() => terms.saveNetwork(id, values), networkOf);
  });
}

function registerAccounts(calls: StaffCalls, terms: TermsQueries): void {
  calls.forStaff(fundingStaffCalls.staffCoins, async () => done((await terms.coins()).map(coinOf)));
  calls.forStaff(fundingStaffCalls.coinSave, ({ id, ...values }) => saved(() => terms.saveCoin(id, values), coinOf));
  calls.forStaff(fundingStaffCalls.staffReceivingAccounts, async () =>
    done((await terms.receivingAccounts()).map(accountOf)),
  );
  calls.forStaff(fundingStaffCalls.receivingAccountSave, ({ id, bank_coin: coin, ...values }) => {
    // A typing error here would send everybody's money elsewhere.
    if (readAccountNumber(values.payee_account) === undefined) return refuse('bank_account_invalid');
    if (readSwift(values.bank_swift) === undefined) return refuse('swift_invalid');
    return saved(() => terms.saveReceivingAccount(id, { ...values, coin_id: BigInt(coin) }), accountOf);
  });
}

/** What a currency of withdrawals is; it stays for as long as the currency is there. */
const NAMING = ['type', 'code', 'protocol'] as const;

function registerCurrencies(calls: StaffCalls, terms: TermsQueries): void {
  calls.forStaff(fundingStaffCalls.staffCurrencies, async () =>
    done((await terms.currencies()).map(presentStaffCurrency)),
  );
  calls.forStaff(fundingStaffCalls.currencySave, async ({ id, type, draw_rate: rate, usd_price: price, ...rest }) => {
    const [drawRate, usdPrice] = [parseRate(rate), parseRate(price)];
    if (drawRate === undefined) return refuse('bad_request', { field: 'draw_rate' });
    if (usdPrice === undefined || usdPrice === 0n) return refuse('bad_request', { field: 'usd_price' });
    const values = { ...rest, type: Number(type), draw_rate: drawRate, usd_price: usdPrice };
    const before = id === undefined ? undefined : await terms.currency(id);
    // Methods are bound to it and withdrawals point to it: under another name their money would go elsewhere.
    const renamed = before === undefined ? undefined : NAMING.find((field) => before[field] !== values[field]);
    if (renamed !== undefined) return refuse('bad_request', { field: renamed });
    return saved(() => terms.saveCurrency(id, values), presentStaffCurrency);
  });
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

async function saved<Row, Wire>(
  save: () => Promise<Row | undefined>,
  present: (row: Row) => Wire,
): Promise<Answer<Wire>> {
  try {
    const row = await save();
    return row === undefined ? refuse('unknown_record') : done(present(row));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === UNIQUE_VIOLATION) return refuse('record_exists');
    if (code === FOREIGN_KEY_VIOLATION) return refuse('unknown_record');
    throw error;
  }
}
