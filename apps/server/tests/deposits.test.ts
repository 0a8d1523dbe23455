import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bank,
  ETHEREUM_ADDRESS,
  IBAN,
  balances,
  approved,
  done,
  fundedUser,
  newTransaction,
  openBank,
  reported,
  uploaded,
} from './support/money.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';

let bank: Bank;
let user: RealUser;
beforeAll(async () => {
  bank = await openBank();
  user = await registerUser(bank.server);
});
afterAll(() => bank.server.stop());

const as = (who: RealUser, key?: string) => ({ token: who.token, ...(key === undefined ? {} : { key }) });
const coins = async (more: Record<string, unknown> = {}, who = user) => ({
  number: '100',
  proofImg: await uploaded(bank.server, who.id),
  address: ETHEREUM_ADDRESS,
  charge_id: bank.network,
  transaction_id: newTransaction(),
  ...more,
});

describe('before the operator has entered terms', () => {
  it('no address or account is shown', async () => {
    const server = await startTestServer();
    try {
      const someone = await registerUser(server);
      expect((await server.call('chargeNetworks', {}, { token: someone.token })).envelope.data).toEqual([]);
      expect((await server.call('receivingAccounts', {}, { token: someone.token })).envelope.data).toEqual([]);
      const refused = await server.call(
        'wireSubmit',
        { number: '100', proofImg: 'x', wire_id: 1 },
        { token: someone.token },
      );
      expect(refused.envelope).toMatchObject({
        reason: 'no_payment_channel',
        msg: 'There is no payment channel for this fiat account.',
      });
    } finally {
      await server.stop();
    }
  });
});

describe('a deposit', () => {
  it('in coins is reported by the user, finished by staff, and credited', async () => {
    const [network] = (await bank.server.call('chargeNetworks', {}, as(user))).envelope.data;
    expect(network).toEqual({
      id: bank.network,
      address: ETHEREUM_ADDRESS,
      currency_code: 'USDT',
      protocol_code: 'ERC20',
      open: 1,
    });
    const { envelope } = await bank.server.call('chargeSubmit', await coins({ number: '250.50' }), as(user));
    expect(envelope).toMatchObject({
      msg: 'Your deposit has been submitted for review',
      data: { number: '250.500000', type: 0, currency_code: 'USDT', status: 0, remark: '' },
    });
    expect(await balances(bank.server, user)).toEqual(['0.000000', '0.000000']);

    const queue = (await bank.one.call('staffDeposits', { status: '0' })).envelope.data;
    expect(queue.list.find(({ id }) => id === envelope.data.id)).toMatchObject({
      user_id: user.id,
      email: user.email,
      paid_to: ETHEREUM_ADDRESS,
      number: '250.500000',
    });
    expect((await bank.one.call('depositFinish', { id: envelope.data.id })).envelope.data).toMatchObject({
      status: 1,
      decided_by: bank.one.id,
      decider: bank.one.name,
    });
    expect(await balances(bank.server, user)).toEqual(['250.500000', '0.000000']);
    expect((await bank.server.call('chargeRecords', { type: 0 }, as(user))).envelope.data.data[0]).toMatchObject({
      id: envelope.data.id,
      status: 1,
    });
    expect((await bank.server.call('chargeRecords', { type: 1 }, as(user))).envelope.data).toEqual({
      data: [],
      total: 0,
    });
  });

  it('by bank goes to an account of the chosen currency, also with form encoding', async () => {
    const [usd] = (await bank.server.call('collectCoins', {}, as(user))).envelope.data;
    const [account] = (await bank.server.call('receivingAccounts', { bank_coin: usd?.id }, as(user))).envelope.data;
    expect(account).toMatchObject({
      id: bank.wire,
      bank_name: 'Test Bank',
      bank_swift: 'DEUTDEFF',
      payee_account: IBAN,
    });
    const form = new URLSearchParams({
      number: '75',
      proofImg: await uploaded(bank.server, user.id),
      wire_id: String(account?.id),
    });
    const { envelope } = await bank.server.request('/api/quickCharge/wire_submit', {
      method: 'POST',
      headers: { authorization: user.token, 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    expect(envelope).toMatchObject({ reason: 'ok', data: { type: 1, number: '75.000000', currency_code: 'USD' } });
  });

  it('is reported by GET too, and a repeat by POST under the same key is the same deposit', async () => {
    const wire = { number: '60', proofImg: await uploaded(bank.server, user.id), wire_id: bank.wire };
    for (const [name, input, type] of [
      ['chargeSubmit', await coins({ number: '50' }), 0],
      ['wireSubmit', wire, 1],
    ] as const) {
      const key = randomUUID();
      const byGet = (await bank.server.call(name, input, { ...as(user, key), method: 'GET' })).envelope;
      expect(byGet).toMatchObject({ reason: 'ok', data: { type, number: `${input.number}.000000`, status: 0 } });
      const byPost = (await bank.server.call(name, input, { ...as(user, key), method: 'POST' })).envelope;
      expect(byPost.data).toEqual(byGet.data);
    }
  });

  it.each([
    ['depositReject', 2],
    ['depositInvalidate', 3],
  ] as const)('%s: the user reads why, and nothing is credited', async (call, status) => {
    const id = await reported(bank, user, '40');
    const before = await balances(bank.server, user);
    await done(bank.one, call, { id, reason: 'No such payment has arrived' });
    expect((await bank.server.call('chargeRecords', { type: 0 }, as(user))).envelope.data.data[0]).toMatchObject({
      id,
      status,
      remark: 'No such payment has arrived',
    });
    // A repeated request after a lost answer gets the outcome; any other decision is refused.
    expect((await bank.one.call(call, { id, reason: 'No such payment has arrived' })).envelope).toMatchObject({
      reason: 'ok',
      data: { status },
    });
    expect((await bank.other.call(call, { id, reason: 'No such payment has arrived' })).envelope.reason).toBe(
      'decided_by_colleague',
    );
    for (const late of ['depositFinish', 'depositReject', 'depositInvalidate'] as const) {
      expect((await bank.one.call(late, { id, reason: 'changed my mind' })).envelope.reason).toBe('deposit_decided');
    }
    expect(await balances(bank.server, user)).toEqual(before);
  });

  it('is credited once for fifty concurrent approvals', async () => {
    const id = await reported(bank, user, '33');
    const [before] = await balances(bank.server, user);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, each) => (each % 2 === 0 ? bank.one : bank.other).call('depositFinish', { id })),
    );
    // The person who was first may repeat it; the other one reads who was first.
    for (const [first, reasons] of [0, 1].map((each) => answers.filter((_, at) => at % 2 === each)).entries())
      expect(new Set(reasons.map(({ envelope }) => envelope.reason)).size, `person ${first}`).toBe(1);
    expect(answers.filter(({ envelope }) => envelope.reason === 'ok' && envelope.data.status === 1)).toHaveLength(25);
    expect(answers.filter(({ envelope }) => envelope.reason === 'decided_by_colleague')).toHaveLength(25);
    expect(Number((await balances(bank.server, user))[0]) - Number(before)).toBeCloseTo(33, 6);
    const transfers = await query(
      bank.server,
      'select * from transfers where account = $1 and kind = 1 and reference = $2',
      [user.id, id],
    );
    expect(transfers).toHaveLength(1);
  });

  it('gets one outcome when it is finished, rejected and invalidated concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await reported(bank, user, '21');
      const [before] = await balances(bank.server, user);
      const decisions = ['depositReject', 'depositFinish', 'depositInvalidate', 'depositFinish'] as const;
      await Promise.all(decisions.map((call) => bank.one.call(call, { id, reason: 'at the same time' })));
      const [row] = await query<{ state: string }>(bank.server, 'select state from deposits where id = $1', [id]);
      expect(Number((await balances(bank.server, user))[0]) - Number(before)).toBeCloseTo(
        row?.state === 'finished' ? 21 : 0,
        6,
      );
    }
  });
});

describe('a deposit is refused', () => {
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['without a number', { number: '' }, 'amount_invalid'],
    ['with an amount in words', { number: 'ten' }, 'amount_invalid'],
    ['with three decimals', { number: '10.001' }, 'amount_invalid'],
    ['of zero', { number: '0' }, 'amount_invalid'],
    ['below zero', { number: '-20' }, 'amount_invalid'],
    ['in scientific notation', { number: '1e3' }, 'amount_invalid'],
    ['below the minimum', { number: '9.99' }, 'amount_below_minimum'],
    ['above the maximum', { number: '900000.01' }, 'amount_above_maximum'],
    ['without a proof', { proofImg: '' }, 'proof_missing'],
    ['with a proof from elsewhere', { proofImg: 'https://example.com/x.png' }, 'proof_invalid'],
    [
      'to an address that is not ours',
      { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
      'charge_address_unknown',
    ],
    ['without a network', { charge_id: '' }, 'network_unavailable'],
    ['on a disabled network', { charge_id: 1 }, 'network_unavailable'],
  ];
  it.each(cases)('%s', async (_name, more, reason) => {
    expect((await bank.server.call('chargeSubmit', await coins(more), as(user))).envelope).toMatchObject({
      reason,
      data: null,
    });
  });

  it('with the proof of another user', async () => {
    const other = await registerUser(bank.server);
    const proofImg = await uploaded(bank.server, other.id);
    expect((await bank.server.call('chargeSubmit', await coins({ proofImg }), as(user))).envelope.reason).toBe(
      'proof_invalid',
    );
  });

  it('without a receiving account, and to demo users', async () => {
    const refused = await bank.server.call('wireSubmit', { number: '100', proofImg: '', wire_id: '' }, as(user));
    expect(refused.envelope).toMatchObject({
      reason: 'no_pay_way',
      msg: 'No payment method. Please choose a receiving account.',
    });
    const demo = await bank.server.demo();
    const blocked = await bank.server.call('chargeSubmit', { number: '100' }, { token: demo.token });
    expect(blocked.envelope).toMatchObject({
      reason: 'real_account_required',
      msg: 'Please register or log in to a real account.',
    });
  });
});

describe('a repeated request', () => {
  it('makes one deposit per key, and is refused with another payload', async () => {
    const [key, input] = [randomUUID(), await coins({ number: '61' })];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bank.server.call('chargeSubmit', input, as(user, key))),
    );
    expect(new Set(answers.map(({ envelope }) => envelope.data.id)).size).toBe(1);
    expect((await bank.server.call('chargeSubmit', { ...input, number: '62' }, as(user, key))).envelope.reason).toBe(
      'key_reused',
    );
  });
});

describe('deposits of other users', () => {
  it('are not listed, and deposits to a former address can still be reported', async () => {
    const other = await fundedUser(bank, '50');
    expect((await bank.server.call('chargeRecords', { type: 0 }, as(other))).envelope.data.total).toBe(1);
    const moved = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const move = async (address: string): Promise<void> => {
      const networks = (await bank.office.administrator.call('staffNetworks')).envelope.data;
      await approved(bank, 'networkSave', { ...networks.find(({ id }) => id === bank.network), address });
    };
    await move(moved);
    for (const address of [ETHEREUM_ADDRESS, moved]) {
      expect((await bank.server.call('chargeSubmit', await coins({ address }, other), as(other))).envelope.reason).toBe(
        'ok',
      );
    }
    await move(ETHEREUM_ADDRESS);
  });
});

describe('a withdrawal currency', () => {
  it('can change its fee, price and availability, but not its identity', async () => {
    const { administrator } = bank.office;
    const read = async () =>
      (await administrator.call('staffCurrencies')).envelope.data.find(({ id }) => id === bank.usd);
    const before = await read();
    const usd = { ...before, type: String(before?.type) };
    for (const [field, value] of [
      ['type', '1'],
      ['code', 'EUR'],
      ['protocol', 'ERC20'],
    ] as const) {
      expect((await administrator.call('currencySave', { ...usd, [field]: value })).envelope).toMatchObject({
        reason: 'bad_request',
        detail: { field },
      });
    }
    expect(await read()).toEqual(before);
    const terms = { fee_type: 1, draw_rate: '3', usd_price: '1.5', decimals: 3, enabled: false };
    await approved(bank, 'currencySave', { ...usd, ...terms });
    expect(await read()).toEqual({ ...before, ...terms, version: 2 });
    await approved(bank, 'currencySave', { ...usd, version: 2 });
    expect(await read()).toEqual({ ...before, version: 3 });
    expect((await administrator.call('currencySave', { ...usd, id: 999_999 })).envelope.reason).toBe('unknown_record');
  });
});
