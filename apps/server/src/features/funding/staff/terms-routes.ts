import { fundingStaffCalls } from '@fairlot/contract';
import { formatUnitsPerDollar, parseRate, parseUnitsPerDollar } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { readAccountNumber, readSwift } from '../checks/bank-account.ts';
import { isCoinAddress } from '../checks/coin-address.ts';
import { presentAccount, presentNetwork } from '../terms/presenter.ts';
import type { Coin, Network, ReceivingAccount, TermsQueries } from '../terms/queries.ts';
import { presentStaffCurrency } from './presenter.ts';
import type { TermsActions } from './terms-actions.ts';

export interface TermsStaffDeps {
  readonly terms: TermsQueries;
  readonly actions: TermsActions;
}

/** Staff calls about the operator's terms: networks, receiving accounts and withdrawal currencies. */
export function registerTermsStaff(calls: StaffCalls, deps: TermsStaffDeps): void {
  registerNetworks(calls, deps);
  registerAccounts(calls, deps);
  registerCurrencies(calls, deps);
}

const networkOf = (row: Network) => ({ ...presentNetwork(row), enabled: row.enabled });
const coinOf = ({ id, name, enabled }: Coin) => ({ id: Number(id), name, enabled });
const accountOf = (row: ReceivingAccount) => ({
  ...presentAccount(row),
  bank_coin: Number(row.coin_id),
  enabled: row.enabled,
});

function registerNetworks(calls: StaffCalls, { terms, actions }: TermsStaffDeps): void {
  calls.forStaff(fundingStaffCalls.staffNetworks, async () => done((await terms.networks()).map(networkOf)));
  calls.forStaff(fundingStaffCalls.networkSave, async ({ id, ...values }) => {
    const { address, protocol_code: protocol, enabled } = values;
    if (address === '' ? enabled : !isCoinAddress(protocol, address)) return refuse('coin_address_invalid');
    return saved(() => actions.saveNetwork(id, values), networkOf);
  });
}

function registerAccounts(calls: StaffCalls, { terms, actions }: TermsStaffDeps): void {
  calls.forStaff(fundingStaffCalls.staffCoins, async () => done((await terms.coins()).map(coinOf)));
  calls.forStaff(fundingStaffCalls.coinSave, ({ id, ...values }) => saved(() => actions.saveCoin(id, values), coinOf));
  calls.forStaff(fundingStaffCalls.staffReceivingAccounts, async () =>
    done((await terms.receivingAccounts()).map(accountOf)),
  );
  calls.forStaff(fundingStaffCalls.receivingAccountSave, ({ id, bank_coin: coin, ...values }) => {
    // A typing error here would send every client's deposit to the wrong account.
    if (readAccountNumber(values.payee_account) === undefined) return refuse('bank_account_invalid');
    if (readSwift(values.bank_swift) === undefined) return refuse('swift_invalid');
    return saved(() => actions.saveReceivingAccount(id, { ...values, coin_id: BigInt(coin) }), accountOf);
  });
}

/** The fields that identify a withdrawal currency. They never change after it was created. */
const NAMING = ['type', 'code', 'protocol'] as const;

function registerCurrencies(calls: StaffCalls, { terms, actions }: TermsStaffDeps): void {
  calls.forStaff(fundingStaffCalls.staffCurrencies, async () =>
    done((await terms.currencies()).map(presentStaffCurrency)),
  );
  calls.forStaff(fundingStaffCalls.currencySave, async ({ id, type, draw_rate: rate, usd_price: price, ...rest }) => {
    const [drawRate, usdPrice] = [parseRate(rate), parseUnitsPerDollar(price)];
    if (drawRate === undefined) return refuse('bad_request', { field: 'draw_rate' });
    if (usdPrice === undefined || usdPrice === 0n) return refuse('bad_request', { field: 'usd_price' });
    const values = { ...rest, type: Number(type), draw_rate: drawRate, usd_price: formatUnitsPerDollar(usdPrice) };
    const before = id === undefined ? undefined : await terms.currency(id);
    // Bound methods and withdrawals refer to the currency: after a rename their money would go to a different currency
    // or network.
    const renamed = before === undefined ? undefined : NAMING.find((field) => before[field] !== values[field]);
    if (renamed !== undefined) return refuse('bad_request', { field: renamed });
    return saved(() => actions.saveCurrency(id, values), presentStaffCurrency);
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
