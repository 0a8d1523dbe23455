import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bank,
  ETHEREUM_ADDRESS,
  IBAN,
  approved,
  balances,
  boundAddress,
  done,
  fundedUser,
  ledgerSums,
  openBank,
  payOut,
} from './support/money.ts';
import { permutations } from './support/permutations.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';

let bank: Bank;
let user: RealUser;
let method: number;
beforeAll(async () => {
  bank = await openBank();
  user = await fundedUser(bank, '20000');
  method = await boundAddress(bank, user);
});
afterAll(() => bank.server.stop());

const as = (who: RealUser, key?: string) => ({ token: who.token, ...(key === undefined ? {} : { key }) });
const draw = (number: string, more: Record<string, unknown> = {}, who = user, key: string = randomUUID()) =>
  bank.server.call(
    'draw',
    { draw_currency_id: bank.coin, number, memo: 'rent', draw_method_id: method, password: who.password, ...more },
    as(who, key),
  );
const asked = async (number: string, who = user, how = method) => {
  const { envelope } = await draw(number, { draw_method_id: how }, who);
  expect(envelope.reason).toBe('ok');
  return envelope.data.id;
};
const records = async (type: 1 | 2 = 1, who = user, lang = 'en') =>
  (await bank.server.call('drawRecords', { type }, { ...as(who), lang })).envelope.data;
const total = async (who = user) => (await balances(bank.server, who)).reduce((sum, part) => sum + Number(part), 0);

describe('a withdrawal', () => {
  it('is frozen, approved and paid, with every step in the ledger', async () => {
    const before = await total();
    const { envelope } = await draw('100');
    expect(envelope).toMatchObject({
      msg: 'Your withdrawal has been submitted for review',
      data: {
        number: '100.000000',
        fee: '10.000000',
        real_number: '90.00',
        draw_currency: { code: 'USDT', protocol: 'ERC20' },
        status: 'review',
        status_name: 'Under review',
        type: 1,
        address: ETHEREUM_ADDRESS,
        payee_account: '',
        memo: 'rent',
        notes: '',
      },
    });
    const { id } = envelope.data;
    expect(Number((await balances(bank.server, user))[1])).toBe(100);
    expect((await bank.one.call('withdrawalPay', { id, reference: 'too early' })).envelope.reason).toBe(
      'record_changed',
    );
    expect((await bank.one.call('withdrawalApprove', { id })).envelope.data).toMatchObject({
      status: 'approved',
      approved_by: [bank.one.id],
      approvals_needed: 1,
    });
    expect((await payOut(bank.one, id, 'tx 0xabc')).envelope.data).toMatchObject({
      status: 'paid',
      reference: 'tx 0xabc',
    });
    expect(await total()).toBe(before - 100);
    expect((await records()).data[0]).toMatchObject({ id, status: 'paid', status_name: 'Paid', notes: 'tx 0xabc' });
    expect((await records(1, user, 'de')).data[0]).toMatchObject({ status_name: 'Ausgezahlt' });

    const { list } = (await bank.server.call('forexDetail', { page: 1 }, as(user))).envelope.data;
    expect(list.slice(0, 3).map(({ Type, Value, MemoTran, Reference }) => [Type, Value, MemoTran, Reference])).toEqual([
      [3, '-10.000000', 'Withdrawal fee', id],
      [2, '-90.000000', 'Withdrawal', id],
      [6, '-100.000000', 'Frozen for a withdrawal', id],
    ]);
    expect(await ledgerSums(bank.server, user)).toEqual(await balances(bank.server, user));
  });

  it('to a bank account has a proportional fee', async () => {
    const bound = await bank.server.call(
      'bindDrawMethod',
      {
        type: 2,
        draw_id: bank.usd,
        bank_name: 'My Bank',
        bank_address: '',
        bank_swift: 'deutdeff',
        payee_name: 'A. Person',
        payee_account: 'DE89 3704 0044 0532 0130 00',
        password: user.password,
      },
      as(user),
    );
    expect(bound.envelope.data).toMatchObject({
      type: 2,
      payee_account: IBAN,
      bank_swift: 'DEUTDEFF',
      dc_address: '',
      draw_currency: { code: 'USD', protocol: '' },
    });
    const { envelope } = await draw('250', { draw_currency_id: bank.usd, draw_method_id: bound.envelope.data.id });
    expect(envelope.data).toMatchObject({
      type: 2,
      fee: '0.500000',
      real_number: '249.50',
      payee_account: IBAN,
      address: '',
    });
    expect((await records(2)).data.map(({ id }) => id)).toEqual([envelope.data.id]);
    expect((await records(1)).data.some(({ id }) => id === envelope.data.id)).toBe(false);
    await bank.server.call('delDrawMethod', { id: bound.envelope.data.id }, as(user));
    expect((await bank.server.call('drawMethods', { draw_type: 2 }, as(user))).envelope.data).toEqual([]);
    expect((await records(2)).data[0]).toMatchObject({ payee_account: IBAN });
    expect(
      (await draw('250', { draw_currency_id: bank.usd, draw_method_id: bound.envelope.data.id })).envelope.reason,
    ).toBe('collection_account_missing');
    await done(bank.one, 'withdrawalReject', { id: envelope.data.id, reason: 'The account is closed' });
    expect((await records(2)).data[0]).toMatchObject({ status: 'rejected', notes: 'The account is closed' });
  });

  it('can be cancelled under review by its owner only', async () => {
    const before = await balances(bank.server, user);
    const id = await asked('55');
    const other = await registerUser(bank.server);
    expect((await bank.server.call('drawCancel', { id }, as(other))).envelope.reason).toBe('unknown_withdrawal');
    const cancelled = await bank.server.call('drawCancel', { id }, as(user));
    expect(cancelled.envelope).toMatchObject({
      msg: 'The withdrawal has been cancelled',
      data: { status: 'cancelled' },
    });
    expect(await balances(bank.server, user)).toEqual(before);
    const reviewed = await asked('55');
    await done(bank.one, 'withdrawalApprove', { id: reviewed });
    expect((await bank.server.call('drawCancel', { id: reviewed }, as(user))).envelope.reason).toBe(
      'withdrawal_not_held',
    );
    await done(bank.one, 'withdrawalReject', { id: reviewed, reason: 'Not today' });
    expect(await balances(bank.server, user)).toEqual(before);
  });

  it('above the configured amount needs two different people', async () => {
    const id = await asked('5000.01');
    expect((await bank.one.call('withdrawalApprove', { id })).envelope.data).toMatchObject({
      status: 'review',
      approved_by: [bank.one.id],
      approvals_needed: 2,
    });
    expect((await bank.one.call('withdrawalApprove', { id })).envelope.reason).toBe('second_person_required');
    expect((await bank.one.call('withdrawalPay', { id, reference: 'alone' })).envelope.reason).toBe('record_changed');
    expect((await bank.other.call('withdrawalApprove', { id })).envelope.data).toMatchObject({
      status: 'approved',
      approved_by: [bank.one.id, bank.other.id],
      approvers: [bank.one.name, bank.other.name],
    });
    expect((await payOut(bank.one, id)).envelope.reason).toBe('ok');
    const read = (await bank.one.call('staffWithdrawal', { id })).envelope.data;
    expect(read).toMatchObject({
      withdrawal: { status: 'paid', email: user.email },
      history: { bound_methods: 1, removed_methods: 1 },
    });
    expect(read.history.sums.find(({ type }) => type === 1)).toEqual({ type: 1, sum: '20000.000000', count: 1 });
  });
});

describe('a withdrawal is refused', () => {
  it.each([
    ['above the balance', '900000', {}, 'insufficient_balance'],
    ['below the minimum', '9', {}, 'amount_below_minimum'],
    ['above the maximum', '900001', {}, 'amount_above_maximum'],
    ['with an amount in words', 'all', {}, 'amount_invalid'],
    ['below its fee', '10', {}, 'fee_exceeds_amount'],
    ['without a method', '50', { draw_method_id: '' }, 'collection_account_missing'],
    ['with an unknown method', '50', { draw_method_id: 999_999 }, 'collection_account_missing'],
    ['in another currency than the method’s', '50', { draw_currency_id: 1 }, 'collection_account_missing'],
  ])('%s', async (_name, number, more, reason) => {
    const before = await balances(bank.server, user);
    expect((await draw(number, more)).envelope).toMatchObject({ reason, data: null });
    expect(await balances(bank.server, user)).toEqual(before);
  });

  it('to the method of another user', async () => {
    const other = await fundedUser(bank, '100');
    expect((await draw('50', {}, other)).envelope).toMatchObject({
      reason: 'collection_account_missing',
      msg: 'Please set up a collection account first.',
    });
    expect((await bank.server.call('delDrawMethod', { id: method }, as(other))).envelope.reason).toBe('unknown_method');
    expect((await bank.server.call('drawMethods', { draw_type: 1 }, as(other))).envelope.data).toEqual([]);
  });

  it('without a verified identity when the setting requires one', async () => {
    const { version } = (await bank.office.administrator.call('siteSettings')).envelope.data;
    const require = (at: number, needed: boolean) =>
      approved(bank, 'changeSiteSettings', { version: at, values: { withdrawal_needs_verification: needed } });
    await require(version, true);
    expect((await draw('50')).envelope).toMatchObject({
      reason: 'verification_required',
      msg: 'Please complete the identity verification first.',
    });
    expect((await bank.server.call('amountBounds', {}, as(user))).envelope.data.verification_missing).toBe(1);
    await require(version + 1, false);
  });

  it('at another fee or rate than the user saw, before the proof is looked at', async () => {
    const before = await balances(bank.server, user);
    const key = randomUUID();
    for (const seen of [{ fee: '2' }, { fee: '10.00', real_number: '40.01' }, { real_number: 'fifty' }])
      expect((await draw('50', { ...seen, password: 'wrong' }, user, key)).envelope).toMatchObject({
        reason: 'rate_changed',
        detail: { fee: '10.00', receipt: '40.00' },
      });
    expect(await balances(bank.server, user)).toEqual(before);
    const { data } = (await draw('50', { fee: '10.000000', real_number: '40' }, user, key)).envelope;
    expect(data).toMatchObject({ fee: '10.000000', real_number: '40.00' });
    // A repeat finds its withdrawal, whatever the figures are now.
    expect((await draw('50', { fee: '2' }, user, key)).envelope.data.id).toBe(data.id);
    await done(bank.one, 'withdrawalReject', { id: data.id, reason: 'tidied up' });
  });

  it('again under the same key', async () => {
    const key = randomUUID();
    expect((await draw('800000', {}, user, key)).envelope.reason).toBe('insufficient_balance');
    expect((await draw('800000', {}, user, key)).envelope).toMatchObject({
      reason: 'insufficient_balance',
      detail: { available: expect.any(String) as string },
    });
    expect((await draw('800001', {}, user, key)).envelope.reason).toBe('key_reused');
  });
});

describe('concurrent actions', () => {
  it('freeze the whole balance once for fifty withdrawals of it, and pay it once', async () => {
    const rich = await fundedUser(bank, '1000');
    const how = await boundAddress(bank, rich);
    const answers = await Promise.all(Array.from({ length: 50 }, () => draw('1000', { draw_method_id: how }, rich)));
    const taken = answers.filter(({ envelope }) => envelope.reason === 'ok');
    expect(taken).toHaveLength(1);
    // Requests beyond twenty open ones are refused before the balance is checked.
    const refused = answers.filter((answer) => !taken.includes(answer)).map(({ envelope }) => envelope.reason);
    expect(refused.filter((reason) => !['insufficient_balance', 'too_many_open_requests'].includes(reason))).toEqual(
      [],
    );
    expect(await balances(bank.server, rich)).toEqual(['0.000000', '1000.000000']);
    const id = taken[0]?.envelope.data.id;
    await done(bank.one, 'withdrawalApprove', { id });
    await done(bank.one, 'withdrawalClaim', { id });
    const paid = await Promise.all(
      Array.from({ length: 50 }, () => bank.one.call('withdrawalPay', { id, reference: 'tx 50' })),
    );
    expect(paid.every(({ envelope }) => envelope.reason === 'ok' && envelope.data.status === 'paid')).toBe(true);
    expect(await balances(bank.server, rich)).toEqual(['0.000000', '0.000000']);
    const transfers = await query<{ kind: number; amount: string }>(
      bank.server,
      'select kind, amount from transfers where account = $1 and kind in (2, 3) order by kind',
      [rich.id],
    );
    expect(transfers.map(({ kind, amount }) => [kind, Number(amount)])).toEqual([
      [2, 990_000_000],
      [3, 10_000_000],
    ]);
    expect((await records(1, rich)).total).toBe(1);
  });

  it('make one withdrawal per key', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => draw('60', {}, user, key)));
    expect(new Set(answers.map(({ envelope }) => envelope.data.id)).size).toBe(1);
    await done(bank.one, 'withdrawalReject', { id: answers[0]?.envelope.data.id, reason: 'no longer needed' });
  });

  it('of approving, paying, rejecting and cancelling in any order end in one of three states, with the money to match', async () => {
    const clicks = {
      approve: (id: number) => bank.one.call('withdrawalApprove', { id }),
      pay: (id: number) => payOut(bank.other, id),
      reject: (id: number) => bank.one.call('withdrawalReject', { id, reason: 'because' }),
      cancel: (id: number) => bank.server.call('drawCancel', { id }, as(user)),
    } as const;
    const orders = permutations(Object.keys(clicks) as (keyof typeof clicks)[]);
    expect(orders).toHaveLength(24);
    for (const [index, order] of orders.entries()) {
      const before = await total();
      const id = await asked('30');
      // Half of the permutations run one action after the other, the other half all at once.
      if (index % 2 === 0) for (const name of order) await clicks[name](id);
      else await Promise.all(order.map((name) => clicks[name](id)));
      const status = (await records()).data.find((record) => record.id === id)?.status ?? 'review';
      const [, frozen] = await balances(bank.server, user);
      expect(Number(frozen)).toBe(status === 'approved' || status === 'review' ? 30 : 0);
      expect(await total()).toBeCloseTo(status === 'paid' ? before - 30 : before, 6);
      if (status === 'approved') await done(bank.other, 'withdrawalReject', { id, reason: 'tidied up' });
    }
    expect(await ledgerSums(bank.server, user)).toEqual(await balances(bank.server, user));
  });
});
