import { creditorReference } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bank,
  ETHEREUM_ADDRESS,
  IBAN,
  approved,
  balances,
  done,
  newTransaction,
  openBank,
  uploaded,
} from './support/money.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';

const PARIS = 'FR1420041010050500013M02606';

let bank: Bank;
let user: RealUser;
let euro: number;
let account: number;
beforeAll(async () => {
  bank = await openBank();
  const { administrator } = bank.office;
  const coin = (await administrator.call('staffCoins')).envelope.data.find(({ name }) => name === 'EUR');
  euro = coin?.id ?? 0;
  account = await done(administrator, 'receivingAccountSave', { ...EURO_ACCOUNT, bank_coin: euro });
  await done(administrator, 'coinSave', { id: euro, version: coin?.version, usd_price: '0.92' });
  user = await registerUser(bank.server);
});
afterAll(() => bank.server.stop());

const EURO_ACCOUNT = {
  bank_name: 'Banque du Port',
  bank_address: '',
  bank_swift: '',
  payee_name: 'The House',
  payee_account: PARIS,
  bank_remark: '',
  enabled: true,
};
const as = (who: RealUser) => ({ token: who.token });
const accounts = async (more: Record<string, unknown> = {}, who = user) =>
  (await bank.server.call('receivingAccounts', { bank_coin: euro, ...more }, as(who))).envelope.data;
const wire = async (more: Record<string, unknown> = {}) =>
  (
    await bank.server.call(
      'wireSubmit',
      { number: '1000', proofImg: await uploaded(bank.server, user.id), wire_id: account, ...more },
      as(user),
    )
  ).envelope;
/** Changes a record of payment terms with a second person. */
const change = async (
  read: 'staffCoins' | 'staffReceivingAccounts' | 'staffNetworks',
  save: 'coinSave' | 'receivingAccountSave' | 'networkSave',
  id: number,
  values: Record<string, unknown>,
): Promise<void> => {
  const list: readonly { readonly id: number; readonly version: number }[] = (
    await bank.office.administrator.call(read)
  ).envelope.data;
  await approved(bank, save, { id, version: list.find((each) => each.id === id)?.version, ...values });
};
/** Disables a record, which works at once. */
const disable = async (
  read: 'staffReceivingAccounts' | 'staffNetworks',
  save: 'receivingAccountSave' | 'networkSave',
  id: number,
): Promise<void> => {
  const list: readonly { readonly id: number }[] = (await bank.office.administrator.call(read)).envelope.data;
  await done(bank.office.administrator, save, { ...list.find((each) => each.id === id), enabled: false });
};

describe('a deposit in another currency', () => {
  it('is worth the amount at the rate that was shown, and is credited at it', async () => {
    const [shown] = await accounts();
    expect(shown).toMatchObject({ id: account, version: 1, currency_code: 'EUR', usd_price: '0.92', open: 1 });
    expect(Date.parse(shown?.usd_price_at ?? '')).toBeGreaterThan(0);
    const { data } = await wire({ wire_version: shown?.version, usd_price: shown?.usd_price });
    expect(data).toMatchObject({ number: '1086.960000', sent: '1000.00', usd_price: '0.92', currency_code: 'EUR' });
    expect(data.usd_price_at).toBe(shown?.usd_price_at);
    const inOffice = async (id: number) => {
      const { list } = (await bank.one.call('staffDeposits', { user_id: user.id })).envelope.data;
      return list.find((each) => each.id === id);
    };
    const [author, second] = [bank.office.administrator.name, bank.second.name];
    expect(await inOffice(data.id)).toMatchObject({ usd_price_by: author });

    // A later rate changes what is reported from now on, not this deposit.
    await change('staffCoins', 'coinSave', euro, { usd_price: '0.8' });
    expect(await wire({ usd_price: '0.92' })).toMatchObject({ reason: 'rate_changed', detail: { rate: '0.8' } });
    const later = await wire({ usd_price: '0.80' });
    expect(later.data).toMatchObject({ number: '1250.000000', usd_price: '0.8' });
    expect(await inOffice(later.data.id)).toMatchObject({ usd_price_by: `${author}, ${second}` });

    const [before] = await balances(bank.server, user);
    const credit = { id: data.id, number: '990', reason: 'Your bank kept 10 euros', transaction_id: 'SEPA-1' };
    expect((await bank.one.call('depositFinish', credit)).envelope.data).toMatchObject({
      status: 1,
      received: '990.00',
      credited: '1076.090000',
      usd_price: '0.92',
    });
    expect(Number((await balances(bank.server, user))[0]) - Number(before)).toBeCloseTo(1076.09, 6);
  });

  it('keeps to the limits in dollars', async () => {
    expect((await wire({ number: '7.99' })).reason).toBe('amount_below_minimum');
    expect((await wire({ number: '0' })).reason).toBe('amount_invalid');
    expect((await wire({ number: '1.005' })).reason).toBe('amount_invalid');
  });

  it('is not offered without a rate, and a dollar is a dollar', async () => {
    const { administrator } = bank.office;
    await approved(bank, 'coinSave', { name: 'GBP', enabled: false });
    const pounds = (await administrator.call('staffCoins')).envelope.data.find(({ name }) => name === 'GBP');
    const id = pounds?.id;
    expect(pounds).toMatchObject({ usd_price: '', usd_price_at: null });
    await approved(bank, 'receivingAccountSave', { ...EURO_ACCOUNT, bank_coin: id, payee_account: IBAN });
    await approved(bank, 'coinSave', { id, version: pounds?.version, enabled: true });
    expect((await bank.server.call('receivingAccounts', { bank_coin: id }, as(user))).envelope.data).toEqual([]);
    const dollars = (await administrator.call('staffCoins')).envelope.data.find(({ name }) => name === 'USD');
    expect(dollars?.usd_price).toBe('1');
    for (const usd_price of ['2', ''])
      expect(
        (await administrator.call('coinSave', { id: dollars?.id, version: dollars?.version, usd_price })).envelope,
      ).toMatchObject({
        reason: 'bad_request',
        detail: { field: 'usd_price' },
      });
  });
});

describe('the reference on a transfer', () => {
  it('is the user’s own, is found in the office, and its typing errors are told', async () => {
    const [shown] = await accounts();
    const reference = creditorReference(10_000_000 + user.id);
    expect(shown?.reference).toBe(reference);
    const other = await registerUser(bank.server);
    expect((await accounts({}, other))[0]?.reference).not.toBe(reference);

    const spaced = ` ${reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ')}`;
    const { list } = (await bank.one.call('staffDeposits', { search: spaced })).envelope.data;
    expect(list.length).toBeGreaterThan(0);
    expect(list.every((row) => row.user_id === user.id && row.reference === reference)).toBe(true);
    const wrong = `RF${String((Number(reference.slice(2, 4)) + 1) % 100).padStart(2, '0')}${reference.slice(4)}`;
    expect((await bank.one.call('staffDeposits', { search: wrong })).envelope.reason).toBe('reference_invalid');
    const users = (await bank.office.administrator.call('officeUsers', { q: reference })).envelope.data;
    expect(users.list.map(({ id }) => id)).toEqual([user.id]);
  });
});

describe('an account as it was shown', () => {
  it('stands on the deposit, also after it was changed and closed, for seven days', async () => {
    const [shown] = await accounts();
    await change('staffReceivingAccounts', 'receivingAccountSave', account, { payee_account: IBAN });
    const [now] = await accounts();
    expect(now).toMatchObject({ payee_account: IBAN, version: (shown?.version ?? 0) + 1 });
    const asShown = { wire_version: shown?.version, usd_price: shown?.usd_price };
    const paidTo = async (id: number) =>
      (await bank.one.call('staffDeposits', { type: '1' })).envelope.data.list.find((row) => row.id === id)?.paid_to;
    expect(await paidTo((await wire(asShown)).data.id)).toContain(PARIS);
    expect(await paidTo((await wire()).data.id)).toContain(IBAN);

    await disable('staffReceivingAccounts', 'receivingAccountSave', account);
    expect(await accounts()).toEqual([]);
    const closed = await accounts({ with_closed: '1' });
    expect(closed.map(({ open, payee_account }) => [open, payee_account])).toEqual([
      [0, IBAN],
      [0, PARIS],
    ]);
    expect((await wire()).reason).toBe('no_payment_channel');
    expect((await wire(asShown)).reason).toBe('ok');
    expect((await wire({ wire_version: 77 })).reason).toBe('no_payment_channel');
    await query(
      bank.server,
      `update shown_accounts set until = now() - interval '169 hours' where until is not null`,
      [],
    );
    expect((await wire(asShown)).reason).toBe('no_payment_channel');
    expect(await accounts({ with_closed: '1' })).toEqual([]);
  });
});

describe('a network that was closed', () => {
  it('takes reports of coins that were sent before, for seven days', async () => {
    const report = async (address = ETHEREUM_ADDRESS) => {
      const proofImg = await uploaded(bank.server, user.id);
      const input = { number: '30', proofImg, address, charge_id: bank.network, transaction_id: newTransaction() };
      return (await bank.server.call('chargeSubmit', input, as(user))).envelope.reason;
    };
    const networks = async (more: Record<string, unknown>) =>
      (await bank.server.call('chargeNetworks', more, as(user))).envelope.data;
    await disable('staffNetworks', 'networkSave', bank.network);
    expect(await networks({})).toEqual([]);
    expect(await networks({ with_closed: '1' })).toMatchObject([{ address: ETHEREUM_ADDRESS, open: 0 }]);
    expect(await report()).toBe('ok');
    expect(await report('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')).toBe('network_unavailable');
    await query(
      bank.server,
      `update charge_addresses set until = now() - interval '169 hours' where until is not null`,
      [],
    );
    expect(await report()).toBe('network_unavailable');
    expect(await networks({ with_closed: '1' })).toEqual([]);
  });
});

describe('where prices are simulated', () => {
  it('nobody registers or deposits until the operator says that the money is play money', async () => {
    const server = await startTestServer();
    try {
      const early = await registerUser(server);
      const token = early.token;
      await server.restart({ FAIRLOT_SIMULATED_MONEY: 'refuse' });
      const code = { to: 'ada@example.com', type: '1' };
      expect((await server.call('sendEmail', code)).envelope.reason).toBe('money_refused');
      const form = { type: 'email', account: 'ada@example.com', password: 'a quiet harbour' };
      expect((await server.call('register', form)).envelope.reason).toBe('money_refused');
      const report = { number: '100', proofImg: await uploaded(server, early.id) };
      expect((await server.call('chargeSubmit', { ...report, charge_id: 1 }, { token })).envelope).toMatchObject({
        reason: 'money_refused',
        msg: 'Prices here are simulated, so real accounts and deposits are not accepted.',
      });
      expect((await server.call('wireSubmit', { ...report, wire_id: 1 }, { token })).envelope.reason).toBe(
        'money_refused',
      );
      await server.demo();
    } finally {
      await server.stop();
    }
  });

  it('a trial whose operator has said nothing takes those of its own network alone', async () => {
    const clock = { time: Date.now() };
    const server = await startTestServer({}, () => clock.time);
    try {
      const { token, id } = await registerUser(server);
      const proofImg = await uploaded(server, id);
      // The default with the embedded database.
      await server.restart({ FAIRLOT_SIMULATED_MONEY: 'local' });
      const send = async (name: 'sendEmail' | 'register' | 'chargeSubmit' | 'wireSubmit', from?: string) => {
        const inputs = {
          sendEmail: { to: 'ada@example.com', type: '1' },
          register: { type: 'email', account: 'ada@example.com', password: 'a quiet harbour' },
          chargeSubmit: { number: '100', proofImg, charge_id: 1 },
          wireSubmit: { number: '100', proofImg, wire_id: 1 },
        };
        const options = { token, ...(from === undefined ? {} : { from }) };
        return (await server.call(name, inputs[name], options)).envelope.reason;
      };
      for (const name of ['sendEmail', 'register', 'chargeSubmit', 'wireSubmit'] as const) {
        expect(await send(name)).not.toBe('money_refused');
        // A proxy on this machine, named or not, leads here from the internet; a private address behind it proves nothing.
        for (const from of ['203.0.113.9', '127.0.0.1']) expect(await send(name, from)).toBe('money_refused');
      }
      await server.restart({ FAIRLOT_SIMULATED_MONEY: 'local', FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' });
      expect(await send('register', '192.168.1.7')).toBe('money_refused');
      expect(await send('register')).not.toBe('money_refused');
    } finally {
      await server.stop();
    }
  });
});
