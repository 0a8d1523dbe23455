import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Colleague } from './support/office.ts';
import {
  type Bank,
  balances,
  boundAddress,
  done,
  fundedUser,
  ledgerSums,
  openBank,
  payOut,
  reported,
} from './support/money.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank.server.stop());

const send = async (
  who: Colleague,
  name: 'withdrawalReturn' | 'depositReverse',
  input: { readonly id: number; readonly amount: string; readonly reason?: string },
  key: string = randomUUID(),
) => (await who.call(name, { reason: 'the account is closed', ...input }, { key })).envelope;
const entries = async (user: RealUser) =>
  (await bank.server.call('forexDetail', { page: 1 }, { token: user.token })).envelope.data.list;
/** The newest entries as the statement has them. */
const movements = async (user: RealUser) =>
  (await bank.server.call('statementMovements', { period: 'all', page: 1 }, { token: user.token })).envelope.data.list;
const told = async (user: RealUser): Promise<readonly string[]> =>
  (
    await query<{ body: string }>(
      bank.server,
      'select body from outbox where recipient = (select email from users where id = $1) order by id',
      [user.id],
    )
  ).map(({ body }) => body);
/** A withdrawal of so many dollars that was paid; ten of them are its fee. */
const paid = async (user: RealUser, amount: string): Promise<number> => {
  const method = await boundAddress(bank, user);
  const { envelope } = await bank.server.call(
    'draw',
    { draw_currency_id: bank.coin, number: amount, memo: '', draw_method_id: method, password: user.password },
    { token: user.token },
  );
  const { id } = envelope.data;
  await done(bank.one, 'withdrawalApprove', { id });
  if ((await bank.one.call('staffWithdrawal', { id })).envelope.data.withdrawal.status === 'review')
    await done(bank.other, 'withdrawalApprove', { id });
  expect((await payOut(bank.one, id)).envelope.data.status).toBe('paid');
  return id;
};
/** The number of the user's deposit. */
const depositOf = async (user: RealUser): Promise<number> =>
  (await bank.one.call('staffDeposits', { user_id: user.id })).envelope.data.list[0]?.id ?? 0;
const agreed = async (id: number): Promise<void> =>
  void (await done(bank.other, 'officeDecideAdjustment', { id, approve: true }));

describe('a paid withdrawal whose money came back', () => {
  it('is credited less its cost, once, by an entry that names it, and the user is told', async () => {
    const user = await fundedUser(bank, '200');
    const id = await paid(user, '100');
    const key = randomUUID();
    const back = { id, amount: '85.50', reason: 'the account is closed (ac04)' };
    const first = await send(bank.one, 'withdrawalReturn', back, key);
    expect(first.data).toMatchObject({ state: 'done', amount: '85.500000', about: 'withdrawal', about_id: id });
    expect((await send(bank.one, 'withdrawalReturn', back, key)).data.id).toBe(first.data.id);
    expect(await balances(bank.server, user)).toEqual(['185.500000', '0.000000']);
    const entry = {
      Type: 10,
      Value: '85.500000',
      Reference: id,
      MemoTran: `Returned: withdrawal ${id}`,
      Memo: 'the account is closed (ac04)',
    };
    expect((await entries(user))[0]).toMatchObject(entry);
    expect((await movements(user))[0]).toMatchObject(entry);
    expect((await bank.one.call('staffWithdrawal', { id })).envelope.data.withdrawal).toMatchObject({
      status: 'paid',
      returned: '85.500000',
    });
    expect((await told(user)).at(-1)).toMatch(/came back .*85\.50 USD.*the account is closed/);
    const [today] = (await bank.office.administrator.call('officeHouseResult', { kind: 'real' })).envelope.data.list;
    expect(today).toMatchObject({ adjustments: '0.00', withdrawals: '4.50' });
    expect(await ledgerSums(bank.server, user)).toEqual(await balances(bank.server, user));
  });

  it('never brings back more than was paid, also in parts at the same moment', async () => {
    const user = await fundedUser(bank, '200');
    const id = await paid(user, '100');
    expect((await send(bank.one, 'withdrawalReturn', { id, amount: '90.01' })).reason).toBe('return_exceeds');
    const parts = await Promise.all(
      Array.from({ length: 6 }, () => send(bank.one, 'withdrawalReturn', { id, amount: '30' })),
    );
    expect(parts.map(({ reason }) => reason).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'ok'),
      ...Array.from({ length: 3 }, () => 'return_exceeds'),
    ]);
    expect(await balances(bank.server, user)).toEqual(['190.000000', '0.000000']);
  });

  it('is refused before it was paid, and for roles other than finance', async () => {
    const user = await fundedUser(bank, '200');
    const id = await paid(user, '100');
    await query(bank.server, `update withdrawals set state = 'approved' where id = $1`, [id]);
    expect((await send(bank.one, 'withdrawalReturn', { id, amount: '1' })).reason).toBe('record_changed');
    await query(bank.server, `update withdrawals set state = 'paid' where id = $1`, [id]);
    expect((await send(bank.office.administrator, 'withdrawalReturn', { id, amount: '1' })).reason).toBe(
      'staff_role_required',
    );
    expect((await send(bank.one, 'withdrawalReturn', { id: 999_999, amount: '1' })).reason).toBe('unknown_record');
  });
});

describe('a credited deposit that was charged back', () => {
  it('is debited by an entry that names it; what the account does not have, the house covers', async () => {
    const user = await fundedUser(bank, '1000');
    const id = await depositOf(user);
    await paid(user, '600');
    const reversed = await send(bank.one, 'depositReverse', { id, amount: '1000', reason: 'stolen card' });
    expect(reversed.data).toMatchObject({ state: 'done', amount: '-1000.000000', about: 'deposit', about_id: id });
    expect(await balances(bank.server, user)).toEqual(['0.000000', '0.000000']);
    expect((await entries(user)).slice(0, 2)).toMatchObject([
      { Type: 11, Value: '600.000000' },
      { Type: 10, Value: '-1000.000000', Reference: id, MemoTran: `Reversed: deposit ${id}`, Memo: 'stolen card' },
    ]);
    expect((await send(bank.one, 'depositReverse', { id, amount: '0.01' })).reason).toBe('return_exceeds');
    expect((await told(user)).at(-1)).toMatch(/1,000\.00 USD.*stolen card/);
    expect((await bank.one.call('staffDeposits', { user_id: user.id })).envelope.data.list[0]).toMatchObject({
      status: 1,
      reversed: '1000.000000',
    });
  });

  it('waits for a second person above the sums of one, and counts in them below', async () => {
    const user = await fundedUser(bank, '9000');
    const id = await depositOf(user);
    const before = (await bank.other.call('officeLimits', { user_id: user.id })).envelope.data.own_day;
    const small = await send(bank.other, 'depositReverse', { id, amount: '200' });
    expect(small.data.state).toBe('done');
    const { own_day: after } = (await bank.other.call('officeLimits', { user_id: user.id })).envelope.data;
    expect(Number(after) - Number(before)).toBe(200);
    const large = await send(bank.one, 'depositReverse', { id, amount: '8000' });
    expect(large.data.state).toBe('waiting');
    expect(await balances(bank.server, user)).toEqual(['8800.000000', '0.000000']);
    expect((await bank.one.call('officeDecideAdjustment', { id: large.data.id, approve: true })).envelope.reason).toBe(
      'second_person_required',
    );
    await agreed(large.data.id);
    expect(await balances(bank.server, user)).toEqual(['800.000000', '0.000000']);
  });

  it('is refused while the deposit is not credited', async () => {
    const user = await registerUser(bank.server);
    const id = await reported(bank, user, '50');
    expect((await send(bank.one, 'depositReverse', { id, amount: '1' })).reason).toBe('record_changed');
  });
});

const close = (user: RealUser) =>
  query(bank.server, 'update users set closing_at = now(), closed_at = now() where id = $1', [user.id]);
const adjust = async (user: RealUser, amount: string) =>
  (await bank.one.call('officeAdjust', { user_id: user.id, amount, memo: 'a correction' }, { key: randomUUID() }))
    .envelope;

describe('an account that is finally closed', () => {
  it('is credited nothing, because nobody could withdraw it', async () => {
    const user = await fundedUser(bank, '100');
    const id = await paid(user, '100');
    const key = randomUUID();
    const first = await send(bank.one, 'withdrawalReturn', { id, amount: '40' }, key);
    expect(first.data.state).toBe('done');
    await close(user);
    expect((await send(bank.one, 'withdrawalReturn', { id, amount: '50' })).reason).toBe('account_closed');
    expect((await adjust(user, '5')).reason).toBe('account_closed');
    // A repeat reads what it did before the account was closed.
    expect((await send(bank.one, 'withdrawalReturn', { id, amount: '40' }, key)).data.id).toBe(first.data.id);
    expect((await adjust(user, '-40')).data.state).toBe('done');
    const stored = await query<{ amount: string }>(
      bank.server,
      'select amount from adjustments where user_id = $1 order by id',
      [user.id],
    );
    expect(stored.map(({ amount }) => Number(amount))).toEqual([40_000_000, -40_000_000]);
  });

  it('is credited nothing by a second person either, who may reject', async () => {
    const user = await fundedUser(bank, '100');
    const { data } = await adjust(user, '9000');
    expect(data.state).toBe('waiting');
    await close(user);
    const decide = async (approve: boolean) =>
      (await bank.other.call('officeDecideAdjustment', { id: data.id, approve })).envelope;
    expect((await decide(true)).reason).toBe('account_closed');
    expect((await decide(false)).data.state).toBe('rejected');
  });
});
