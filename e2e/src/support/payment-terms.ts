import { CUSTOMER_PASSWORD } from './customer-client.ts';
import type { CustomerClient } from './customer-client.ts';
import type { StaffClient } from './staff-client.ts';

/** Two example coin addresses of EIP-55, and the example account of the IBAN registry. */
export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const MOVED_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const IBAN = 'DE89370400440532013000';

/** An account that receives bank deposits; `bank_coin` names its currency. */
export const RECEIVING_ACCOUNT = {
  bank_name: 'Bank of the Harbour',
  bank_address: '1 Quay',
  bank_swift: 'DEUTDEFF',
  payee_name: 'The House',
  payee_account: IBAN,
  bank_remark: 'Name your account number',
  enabled: true,
};

/** The bank that receives euros. */
export const EURO_BANK = 'Bank of the Lighthouse';

/** The owner's proof of a customer without an authenticator. */
export const PROOF = { password: CUSTOMER_PASSWORD };

/**
 * Opens deposits by USDT and by bank, in dollars and in euros at 0.80 for a dollar, before there is a customer with a live account. Withdrawals don't
 * wait after something new. Returns the number of the network.
 */
export async function openDeposits(root: StaffClient): Promise<number> {
  const { version } = await root.call('siteSettings');
  await root.call('changeSiteSettings', { version, values: { withdrawal_wait_hours: 0 } });
  const erc20 = (await root.call('staffNetworks')).find(({ protocol_code: protocol }) => protocol === 'ERC20');
  await root.call('networkSave', {
    id: erc20?.id,
    version: erc20?.version,
    currency_code: 'USDT',
    protocol_code: 'ERC20',
    address: ADDRESS,
    enabled: true,
  });
  const coins = await root.call('staffCoins');
  const [dollar, euro] = ['USD', 'EUR'].map((name) => coins.find((coin) => coin.name === name));
  await root.call('receivingAccountSave', { bank_coin: dollar?.id, ...RECEIVING_ACCOUNT });
  await root.call('coinSave', { id: euro?.id, version: euro?.version, name: 'EUR', usd_price: '0.8', enabled: true });
  await root.call('receivingAccountSave', { bank_coin: euro?.id, ...RECEIVING_ACCOUNT, bank_name: EURO_BANK });
  return erc20?.id ?? 0;
}

/** Binds the address and a bank account of withdrawals. */
export async function bindBoth(customer: CustomerClient): Promise<void> {
  const coin = (await customer.call('drawCurrencies', { type: '1' })).find(({ protocol }) => protocol === 'ERC20');
  const [bank] = await customer.call('drawCurrencies', { type: '2' });
  await customer.call('bindDrawMethod', { type: '1', draw_id: coin?.id ?? 0, dc_address: ADDRESS, ...PROOF });
  await customer.call('bindDrawMethod', {
    type: '2',
    draw_id: bank?.id ?? 0,
    bank_name: 'Bank of the Harbour',
    payee_name: 'A Traveller',
    payee_account: IBAN,
    ...PROOF,
  });
}
