import { randomBytes } from 'node:crypto';
import { type StaffCallName, imageUrlOf } from '@fairlot/contract';
import { expect } from 'vitest';
import { type Colleague, type TestOffice, openTestOffice } from './office.ts';
import { type RealUser, query, registerUser } from './real-user.ts';
import { type RestartableServer, type TestServer, startTestServer } from './server.ts';

/** An example address from EIP-55. */
export const ETHEREUM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** The example from the IBAN registry. */
export const IBAN = 'DE89370400440532013000';

/** A server set up for deposits and withdrawals: an enabled network, a bank account, and two finance staff. */
export interface Bank {
  readonly server: RestartableServer;
  readonly clock: { time: number };
  readonly office: TestOffice;
  readonly one: Colleague;
  readonly other: Colleague;
  /** A second administrator, who approves changes of terms. */
  readonly second: Colleague;
  /** Ids of the network for deposits and of the receiving account. */
  readonly network: number;
  readonly wire: number;
  /** Ids of the withdrawal currencies: coins with a fixed fee of 10 dollars, bank with 0.2 per cent. */
  readonly coin: number;
  readonly usd: number;
}

/** `environment`: of the server; `values`: site settings besides those that tests of money need. */
export async function openBank(
  environment: Readonly<Record<string, string>> = {},
  values: Readonly<Record<string, unknown>> = {},
): Promise<Bank> {
  const clock = { time: Date.now() };
  const server = await startTestServer(environment, () => clock.time);
  const office = await openTestOffice(server, clock);
  const [one, other] = [await office.hire('fin-one', ['finance']), await office.hire('fin-two', ['finance'])];
  const networks = (await office.administrator.call('staffNetworks')).envelope.data;
  const erc20 = networks.find(
    ({ currency_code: code, protocol_code: protocol }) => code === 'USDT' && protocol === 'ERC20',
  );
  const network = await done(office.administrator, 'networkSave', {
    id: erc20?.id,
    version: erc20?.version,
    currency_code: 'USDT',
    protocol_code: 'ERC20',
    address: ETHEREUM_ADDRESS,
    enabled: true,
  });
  const coins = (await office.administrator.call('staffCoins')).envelope.data;
  const wire = await done(office.administrator, 'receivingAccountSave', {
    bank_coin: coins[0]?.id,
    bank_name: 'Test Bank',
    bank_address: 'Somewhere',
    bank_swift: 'DEUTDEFF',
    payee_name: 'The House',
    payee_account: IBAN,
    bank_remark: 'Name your account number',
    enabled: true,
  });
  const settings = (await office.administrator.call('siteSettings')).envelope.data;
  await done(office.administrator, 'changeSiteSettings', {
    version: settings.version,
    values: {
      withdrawal_needs_verification: false,
      withdraw_coin_max: '900000',
      deposit_coin_max: '900000',
      withdrawal_wait_hours: 0,
      ...values,
    },
  });
  const currencies = (await office.administrator.call('staffCurrencies')).envelope.data;
  return {
    server,
    clock,
    office,
    one,
    other,
    second: await office.hire('root-two', ['administrator']),
    network,
    wire,
    coin: currencies.find(({ code, protocol }) => code === 'USDT' && protocol === 'ERC20')?.id ?? 0,
    usd: currencies.find(({ type }) => type === 2)?.id ?? 0,
  };
}

/** Makes a staff call that must succeed; returns the id of its record. */
export async function done(
  who: Colleague,
  name: StaffCallName,
  input: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { envelope } = await who.call(name, input);
  expect(envelope.reason).toBe('ok');
  return (envelope.data as { readonly id?: number }).id ?? 0;
}

/** Makes a change that needs a second person, and has it approved. */
export async function approved(
  { office, second }: Pick<Bank, 'office' | 'second'>,
  name: 'networkSave' | 'coinSave' | 'receivingAccountSave' | 'currencySave' | 'changeSiteSettings',
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { envelope } = await office.administrator.call(name, input);
  expect(envelope).toMatchObject({ reason: 'ok', data: { proposal: expect.any(Number) as number } });
  await done(second, 'decideProposal', { id: envelope.data.proposal, approve: true });
}

/** Inserts an image of a user, by default a picture like no other, and returns its URL. */
export async function uploaded(server: TestServer, user: number, content = randomBytes(16)): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await query(
    server,
    `insert into images (id, owner_id, content, bytes, width, height, upload_key, upload_hash) values ($1, $2, $3, $4, 1, 1, $1, '')`,
    [id, user, content, content.length],
  );
  return imageUrlOf(id);
}

/** Registers a user and deposits an amount. */
export async function fundedUser(bank: Bank, amount: string): Promise<RealUser> {
  const user = await registerUser(bank.server);
  const id = await reported(bank, user, amount);
  const { envelope } = await bank.one.call('depositFinish', { id });
  expect(envelope.reason).toBe('ok');
  // Above the limit of one person, a second one agrees.
  if (envelope.data.status === 0) await done(bank.other, 'depositFinish', { id });
  return user;
}

/** Reports a coin deposit and returns its id. */
export async function reported({ server, network }: Bank, user: RealUser, amount: string): Promise<number> {
  const { envelope } = await server.call(
    'chargeSubmit',
    {
      number: amount,
      proofImg: await uploaded(server, user.id),
      address: ETHEREUM_ADDRESS,
      charge_id: network,
      transaction_id: newTransaction(),
    },
    { token: user.token },
  );
  expect(envelope.reason).toBe('ok');
  return envelope.data.id;
}

/** The id of a transaction like no other. */
export const newTransaction = (): string => randomBytes(32).toString('hex');

/** Binds an address and returns the method's id. */
export async function boundAddress({ server, coin }: Bank, user: RealUser): Promise<number> {
  const { envelope } = await server.call(
    'bindDrawMethod',
    { type: '1', draw_id: coin, dc_address: ETHEREUM_ADDRESS, password: user.password },
    { token: user.token },
  );
  expect(envelope.reason).toBe('ok');
  return envelope.data.id;
}

/** Claims an approved withdrawal and marks it as paid. Returns the answer of the first call that is refused. */
export async function payOut(who: Colleague, id: number, reference = 'tx'): ReturnType<typeof payCall> {
  const claimed = await who.call('withdrawalClaim', { id });
  return claimed.envelope.reason === 'ok' ? payCall(who, id, reference) : claimed;
}

function payCall(who: Colleague, id: number, reference: string) {
  return who.call('withdrawalPay', { id, reference });
}

/** A user’s available and frozen dollars. */
export async function balances(server: TestServer, user: RealUser): Promise<readonly [string, string]> {
  const { envelope } = await server.call('getBalance', {}, { token: user.token });
  return [envelope.data.balance, envelope.data.lock_balance];
}

const micro = (text: string): bigint => BigInt(text.replace('.', ''));
const dollars = (sum: bigint): string => (Number(sum) / 1e6).toFixed(6);

/** Adds up all pages of a user’s ledger; the sums must equal the available and frozen dollars. */
export async function ledgerSums(server: TestServer, user: RealUser): Promise<readonly [string, string]> {
  const sums: [bigint, bigint] = [0n, 0n];
  for (let page = 1; ; page += 1) {
    const { envelope } = await server.call('forexChange', { page }, { token: user.token });
    for (const entry of envelope.data.list) {
      sums[0] += micro(entry.AvailableValue);
      sums[1] += micro(entry.FrozenValue);
    }
    if (envelope.data.list.length === 0) return [dollars(sums[0]), dollars(sums[1])];
  }
}
