import { money } from '@fairlot/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { DepositActions } from '../src/features/funding/staff/deposit-actions.ts';
import { presentStaffWithdrawal } from '../src/features/funding/staff/presenter.ts';
import type { WithdrawalActions } from '../src/features/funding/staff/withdrawal-actions.ts';
import { presentWithdrawal } from '../src/features/funding/withdrawals/presenter.ts';
import type { UserNotices } from '../src/messages/user-notices.ts';
import type { StuckRecords } from '../src/staff/stuck-records.ts';
import { askBusy } from './support/busy-withdrawals.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { openFundingStaff } from './support/funding-staff.ts';
import { type TestHost, startTestHost } from './support/test-host.ts';

let made: TestDatabase;
let database: Database;
let testHost: TestHost;
let deposits: DepositActions;
let withdrawals: WithdrawalActions;
let notices: UserNotices;
let stuck: StuckRecords;
let user = 0;

beforeAll(async () => {
  made = await createTestDatabase();
  database = await made.open();
  testHost = await startTestHost(database);
  ({ deposits, withdrawals, notices, stuck } = await openFundingStaff(database, testHost.host));
  // Number 1, who decides in these tests.
  await database.pool.query(`insert into staff (name, roles) values ('author', '{finance}')`);
});
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await made.drop();
});
beforeEach(async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (kind, email, password_hash, invite_code) values ('real', gen_random_uuid()::text, 'x', gen_random_uuid()::text) returning id`,
  );
  user = Number(rows[0]?.id);
  await testHost.host.submit({ type: 'openAccount', account: user, key: 'open', kind: 'real' });
  await testHost.host.submit({ type: 'deposit', account: user, key: 'first', amount: money('500'), reference: 0 });
});

const funds = (): readonly [bigint, bigint] => {
  const account = testHost.host.account(user);
  return typeof account === 'object' ? [account.cash / 1_000_000n, account.withdrawalHold / 1_000_000n] : [-1n, -1n];
};

async function deposit(state: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into deposits (user_id, type, amount, target_id, currency_code, protocol_code, paid_to, proof_img, state, key)
    values ($1, 0, 100000000, 1, 'USDT', 'TRC20', 'x', 'x', $2, gen_random_uuid()::text) returning id`,
    [user, state],
  );
  return Number(rows[0]?.id);
}

async function method(): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into draw_methods (user_id, currency_id, dc_address, bank_name, bank_address, bank_swift, payee_name, payee_account, key)
    values ($1, 1, gen_random_uuid()::text, '', '', '', '', '', gen_random_uuid()::text) returning id`,
    [user],
  );
  return Number(rows[0]?.id);
}

async function withdrawal(state: string, amount = 200): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into withdrawals (user_id, type, currency_id, method_id, amount, fee, receipt, memo, state, approvals_needed, key, attempt, reference, claimed_by, claimed_at)
    values ($1, 1, 1, $2, $3, 2000000, 198.00, '', $4, 1, gen_random_uuid()::text, $5, 'tx', 1, now()) returning id`,
    [user, await method(), amount * 1_000_000, state, state === 'paying' ? 1 : 0],
  );
  return Number(rows[0]?.id);
}

const stateOf = async (table: 'deposits' | 'withdrawals', id: number) =>
  (await database.pool.query<{ state: string }>(`select state from ${table} where id = $1`, [id])).rows[0]?.state;
/** The messages to the user, in order. */
const told = async (): Promise<string[]> =>
  (
    await database.pool.query<{ subject: string }>(
      'select subject from outbox where recipient = (select email from users where id = $1) order by id',
      [user],
    )
  ).rows.map(({ subject }) => subject);
const lastText = async (): Promise<string | undefined> =>
  (
    await database.pool.query<{ body: string }>(
      'select body from outbox where recipient = (select email from users where id = $1) order by id desc limit 1',
      [user],
    )
  ).rows[0]?.body;
const hold = (id: number) =>
  testHost.host.submit({
    type: 'holdWithdrawal',
    account: user,
    withdrawal: id,
    key: `withdrawal-hold:${id}`,
    amount: money('200'),
    fee: money('2'),
  });

const freeze = () => database.pool.query('update users set blocked_at = now() where id = $1', [user]);
const payInEngine = (id: number) =>
  testHost.host.submit({ type: 'payWithdrawal', account: user, withdrawal: id, key: `withdrawal-pay:${id}:1` });

/** A withdrawal that a freeze took back to approved while its payment was on the way to a shard of another process. */
async function paidAfterFreeze(): Promise<number> {
  const id = await withdrawal('paying');
  await hold(id);
  await freeze();
  await withdrawals.reconcile();
  expect(await stateOf('withdrawals', id)).toBe('approved');
  await payInEngine(id);
  return id;
}

/** The process may end before the engine command, or after its commit and before the result is stored. */
describe.each([
  ['before the engine command', false],
  ['after the engine commit', true],
])('a crash %s', (_when, committed) => {
  it('still credits a deposit once', async () => {
    const id = await deposit('crediting');
    if (committed)
      await testHost.host.submit({
        type: 'deposit',
        account: user,
        key: `deposit:${id}`,
        amount: money('100'),
        reference: id,
      });
    await deposits.reconcile();
    await deposits.reconcile();
    expect([await stateOf('deposits', id), ...funds()]).toEqual(['finished', 600n, 0n]);
    expect(await told()).toEqual(['Deposit credited: 100.00 USD']);
  });

  it('still freezes a withdrawal once', async () => {
    const id = await withdrawal('holding');
    if (committed) await hold(id);
    await withdrawals.reconcile();
    await withdrawals.reconcile();
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['review', 300n, 200n]);
  });

  it('still pays a withdrawal once', async () => {
    const id = await withdrawal('paying');
    await hold(id);
    if (committed)
      await testHost.host.submit({
        type: 'payWithdrawal',
        account: user,
        withdrawal: id,
        key: `withdrawal-pay:${id}:1`,
      });
    await withdrawals.reconcile();
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['paid', 300n, 0n]);
    expect(await withdrawals.pay(id, 1, 'tx')).toMatchObject({ ok: true });
    expect(funds()).toEqual([300n, 0n]);
    expect(await told()).toEqual(['Withdrawal paid: 200.00 USD']);
  });

  it.each([
    ['rejecting', 'rejected'],
    ['cancelling', 'cancelled'],
  ])('still releases a withdrawal once (%s)', async (state, end) => {
    const id = await withdrawal(state);
    await hold(id);
    if (committed)
      await testHost.host.submit({
        type: 'releaseWithdrawal',
        account: user,
        withdrawal: id,
        key: `withdrawal-release:${id}`,
      });
    await withdrawals.reconcile();
    await withdrawals.reconcile();
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual([end, 500n, 0n]);
    // Users get no message about their own actions.
    expect(await told()).toEqual(end === 'rejected' ? ['Withdrawal rejected: 200.00 USD'] : []);
  });
});

describe('a user who was frozen while a payment was under way', () => {
  it('is not paid, and the withdrawal waits as approved', async () => {
    const id = await withdrawal('paying');
    await hold(id);
    await freeze();
    await withdrawals.reconcile();
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['approved', 300n, 200n]);
    expect(await withdrawals.pay(id, 1, 'tx')).toMatchObject({ ok: false, reason: 'user_frozen' });
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['approved', 300n, 200n]);
    await database.pool.query('update users set blocked_at = null where id = $1', [user]);
    expect(await withdrawals.pay(id, 1, 'tx')).toMatchObject({ ok: true });
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['paid', 300n, 0n]);
  });

  it('keeps what the engine had already paid', async () => {
    const id = await withdrawal('paying');
    await hold(id);
    await payInEngine(id);
    await freeze();
    await withdrawals.reconcile();
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['paid', 300n, 0n]);
  });

  it('is not paid by a payment that waits for the freeze to commit', async () => {
    const id = await withdrawal('approved');
    await hold(id);
    const freezing = await database.pool.connect();
    await freezing.query('begin');
    await freezing.query('update users set blocked_at = now() where id = $1', [user]);
    const payment = withdrawals.pay(id, 1, 'tx');
    await expect.poll(() => stateOf('withdrawals', id)).toBe('paying');
    await freezing.query('commit');
    freezing.release();
    expect(await payment).toMatchObject({ ok: false, reason: 'user_frozen' });
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['approved', 300n, 200n]);
  });

  it.each([
    ['paying it again', () => (id: number) => withdrawals.pay(id, 1, 'tx'), { ok: true, data: { state: 'paid' } }],
    ['a rejection', () => (id: number) => withdrawals.reject(id, 1, 'no'), { ok: false, reason: 'record_changed' }],
  ])('is found by %s when the engine decided it after the freeze', async (_how, deed, answer) => {
    const id = await paidAfterFreeze();
    await database.pool.query('update users set blocked_at = null where id = $1', [user]);
    expect(await deed()(id)).toMatchObject(answer);
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['paid', 300n, 0n]);
    expect(await told()).toEqual(['Withdrawal paid: 200.00 USD']);
    expect((await stuck.list(10)).total).toBe(0);
  });

  it('is shown as paid when the engine decided it after the freeze, although nobody may pay it now', async () => {
    const id = await paidAfterFreeze();
    await withdrawals.reconcile();
    await withdrawals.reconcile();
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['paid', 300n, 0n]);
    expect(await told()).toEqual(['Withdrawal paid: 200.00 USD']);
  });
});

describe('a refusal by the engine', () => {
  it('ends the withdrawal and is not retried', async () => {
    const id = await withdrawal('holding', 501);
    await withdrawals.reconcile();
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['refused', 500n, 0n]);
    await testHost.host.submit({ type: 'deposit', account: user, key: 'later', amount: money('500'), reference: 0 });
    await withdrawals.reconcile();
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['refused', 1000n, 0n]);
  });
});

/** Requests a withdrawal of so many dollars while the engine takes no commands. */
const askWhileBusy = async (number: string) =>
  askBusy({ database, notices, stuck, now: () => testHost.clock.time }, { user, method: await method(), number });

describe('an overloaded engine', () => {
  it('lets the owner see the withdrawal under review and freezes it later', async () => {
    const { queries, service, id } = await askWhileBusy('200');
    const seen = await queries.list({ owner: user }, { offset: 0, limit: 10 });
    expect(seen.rows.map((row) => presentWithdrawal(row, 'en'))).toMatchObject([{ id, status: 'review' }]);
    expect((await queries.list({ user }, { offset: 0, limit: 10 })).total).toBe(0);
    expect([await service.cancel(user, id), await withdrawals.approve(id, 1)]).toMatchObject([
      { reason: 'not_ready' },
      { reason: 'not_ready' },
    ]);
    await withdrawals.reconcile();
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['review', 300n, 200n]);
  });

  it('rejects a withdrawal that it refuses later, and tells the owner why', async () => {
    const { queries, id, repeat } = await askWhileBusy('501');
    await withdrawals.reconcile();
    const refusal = { ok: false, reason: 'insufficient_balance' };
    expect(await repeat()).toMatchObject(refusal);
    expect([await stateOf('withdrawals', id), ...funds()]).toEqual(['rejected', 500n, 0n]);
    const [row] = (await queries.list({ owner: user }, { offset: 0, limit: 10 })).rows;
    if (row === undefined) throw new Error('the withdrawal is hidden from its owner');
    expect(presentWithdrawal(row, 'de')).toMatchObject({
      id,
      status: 'rejected',
      notes: expect.stringMatching(/^Das Guthaben reicht nicht aus: .*500\.00.USD/) as string,
    });
    expect(presentStaffWithdrawal(row, 'en')).toMatchObject({
      remark: expect.stringMatching(/not sufficient: .*500\.00.USD/) as string,
      decided_by: null,
    });
    expect(row.decided_at).not.toBeNull();
    expect(await told()).toEqual(['Withdrawal rejected: 501.00 USD']);
    // It was never reviewed, and its amount was never frozen.
    expect(await lastText()).toMatch(
      /was rejected: 501\.00 USD\. Reason: .*not sufficient.*\n\nNothing was paid out, and no money stays frozen for it\.$/,
    );
  });
});
