import { money } from '@fairlot/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { DepositActions } from '../src/features/funding/staff/deposit-actions.ts';
import type { WithdrawalActions } from '../src/features/funding/staff/withdrawal-actions.ts';
import { AdjustmentActions } from '../src/features/office/adjustments/actions.ts';
import { AdjustmentQueries } from '../src/features/office/adjustments/queries.ts';
import type { StuckRecords } from '../src/staff/stuck-records.ts';
import { REFUSED_NOT_READY, type TradingHost } from '../src/trading/port.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { openFundingStaff } from './support/funding-staff.ts';
import { type TestHost, startTestHost } from './support/test-host.ts';

/** More records than a round reads at once. */
const MANY = 1_100;

let made: TestDatabase;
let database: Database;
let testHost: TestHost;
let deposits: DepositActions;
let withdrawals: WithdrawalActions;
let adjustments: AdjustmentActions;
let stuck: StuckRecords;
let user = 0;

beforeAll(async () => {
  made = await createTestDatabase();
  database = await made.open();
  testHost = await startTestHost(database);
  const staff = await openFundingStaff(database, testHost.host);
  ({ deposits, withdrawals, stuck } = staff);
  adjustments = new AdjustmentActions({
    queries: new AdjustmentQueries(database.kysely, staff.notices),
    trading: testHost.host,
    people: staff.people,
    limit: staff.limit,
    stuck,
  });
  await database.pool.query(`insert into staff (name, roles) values ('author', '{finance}')`);
});
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await made.drop();
});
beforeEach(async () => {
  await database.pool.query('truncate stuck_records, withdrawals, deposits, adjustments cascade');
  user = await newUser();
  await testHost.host.submit({ type: 'openAccount', account: user, key: 'open', kind: 'real' });
  await testHost.host.submit({ type: 'deposit', account: user, key: 'first', amount: money('500'), reference: 0 });
});

async function newUser(): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (kind, email, password_hash, invite_code) values ('real', gen_random_uuid()::text, 'x', gen_random_uuid()::text) returning id`,
  );
  return Number(rows[0]?.id);
}

/** Withdrawals that are decided; the engine freezes no money for them. Returns the last id. */
async function withdrawal(state: string, count = 1): Promise<number> {
  const method = await database.pool.query<{ id: string }>(
    `insert into draw_methods (user_id, currency_id, dc_address, bank_name, bank_address, bank_swift, payee_name, payee_account, key)
    values ($1, 1, gen_random_uuid()::text, '', '', '', '', '', gen_random_uuid()::text) returning id`,
    [user],
  );
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into withdrawals (user_id, type, currency_id, method_id, amount, fee, receipt, memo, state, approvals_needed, key)
    select $1, 1, 1, $2, 10000000, 2000000, 800, '', $3, 1, gen_random_uuid()::text from generate_series(1, $4) returning id`,
    [user, method.rows[0]?.id, state, count],
  );
  return Number(rows.at(-1)?.id);
}

/** Deposits that staff have accepted. */
async function deposit(of: number, count = 1): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into deposits (user_id, type, amount, target_id, currency_code, protocol_code, paid_to, proof_img, state, key)
    select $1, 0, 100000000, 1, 'USDT', 'TRC20', 'x', 'x', 'crediting', gen_random_uuid()::text from generate_series(1, $2) returning id`,
    [of, count],
  );
  return Number(rows.at(-1)?.id);
}

async function stateOf(table: 'deposits' | 'withdrawals' | 'adjustments', id: number): Promise<string | undefined> {
  return (await database.pool.query<{ state: string }>(`select state from ${table} where id = $1`, [id])).rows[0]
    ?.state;
}

/** Makes the next round try every stuck record again. */
const becomeDue = () => database.pool.query('update stuck_records set next_try_at = now()');

describe('a withdrawal that the engine knows nothing of', () => {
  it('is shown with its reason, and the others are settled in the same round', async () => {
    const broken = await withdrawal('rejecting', MANY);
    const sound = await withdrawal('holding');
    await withdrawals.reconcile();
    expect(await stateOf('withdrawals', broken)).toBe('rejecting');
    expect(await stateOf('withdrawals', sound)).toBe('review');
    const { total, list } = await stuck.list(1);
    expect([total, list]).toMatchObject([MANY, [{ kind: 'withdrawals', reason: 'withdrawal_not_held', tries: 1 }]]);
    expect(stuck.counts()).toEqual({ deposits: 0, withdrawals: MANY, adjustments: 0, rewards: 0 });
  });

  it('is tried again later and no longer shown once it is settled', async () => {
    const id = await withdrawal('cancelling');
    await withdrawals.reconcile();
    await withdrawals.reconcile();
    expect((await stuck.list(1)).list).toMatchObject([{ id, tries: 1 }]);
    await becomeDue();
    await withdrawals.reconcile();
    expect((await stuck.list(1)).list).toMatchObject([{ id, tries: 2 }]);
    await testHost.host.submit({
      type: 'holdWithdrawal',
      account: user,
      withdrawal: id,
      key: `withdrawal-hold:${id}`,
      amount: money('10'),
      fee: money('2'),
    });
    // The refusal is stored under the key of the first try, so the operator puts the record right by hand.
    await database.pool.query(`update withdrawals set state = 'cancelled' where id = $1`, [id]);
    await becomeDue();
    await withdrawals.reconcile();
    expect(await stuck.list(1)).toEqual({ total: 0, list: [] });
  });

  it('is refused with the reason to the member of staff who decides it', async () => {
    const id = await withdrawal('review');
    expect(await withdrawals.reject(id, 1, 'no')).toMatchObject({ ok: false, reason: 'withdrawal_not_held' });
    expect((await stuck.list(1)).list).toMatchObject([{ kind: 'withdrawals', id, reason: 'withdrawal_not_held' }]);
  });
});

it('a deposit to an account that does not exist leaves the others alone', async () => {
  const broken = await deposit(await newUser(), MANY);
  const sound = await deposit(user);
  await deposits.reconcile();
  expect([await stateOf('deposits', broken), await stateOf('deposits', sound)]).toEqual(['crediting', 'finished']);
  expect(await stuck.list(1)).toMatchObject({ total: MANY, list: [{ kind: 'deposits', reason: 'unknown_account' }] });
});

it('a shard that takes no commands leaves the records of others alone, and is asked once', async () => {
  const away = await newUser();
  await testHost.host.submit({ type: 'openAccount', account: away, key: 'open', kind: 'real' });
  await database.pool.query('update accounts set shard = 1 where id = $1', [away]);
  const asked: number[] = [];
  const trading = {
    ...testHost.host,
    submit: (draft: Parameters<TradingHost['submit']>[0]) => {
      if (!('account' in draft) || draft.account !== away) return testHost.host.submit(draft);
      asked.push(draft.account);
      return Promise.resolve(REFUSED_NOT_READY);
    },
  } as TradingHost;
  const staff = await openFundingStaff(database, trading);
  const waiting = await deposit(away, MANY);
  const broken = await deposit(await newUser());
  const sound = await deposit(user);
  await staff.deposits.reconcile();
  expect(await stateOf('deposits', waiting)).toBe('crediting');
  expect(await stateOf('deposits', sound)).toBe('finished');
  expect(staff.stuck.counts()).toMatchObject({ deposits: 1 });
  expect((await staff.stuck.list(2)).list).toMatchObject([{ id: broken, reason: 'unknown_account' }]);
  expect(asked).toHaveLength(1);
  // One that is tried again when its turn comes does not end the round either.
  await database.pool.query(
    `insert into stuck_records (kind, id, reason, since, next_try_at) values ('deposits', $1, 'internal', now(), now() - interval '1 day')`,
    [waiting],
  );
  await database.pool.query('update accounts set shard = 0 where id = $1', [away]);
  await becomeDue();
  await staff.deposits.reconcile();
  expect(await staff.stuck.list(2)).toMatchObject({ total: 2 });
});

it('a correction that cannot be stored leaves the others alone', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into adjustments (user_id, amount, memo, state, key, author_id)
    select $1, 1000000, memo, 'approved', memo, (select min(id) from staff) from unnest(array['broken', 'sound']) memo returning id`,
    [user],
  );
  const [broken = 0, sound = 0] = rows.map(({ id }) => Number(id));
  await database.pool.query(
    `create function break_off() returns trigger language plpgsql as $$ begin if new.memo = 'broken' then raise exception 'simulated failure'; end if; return new; end $$`,
  );
  await database.pool.query(
    'create trigger break_off before update on adjustments for each row execute function break_off()',
  );
  await adjustments.resume();
  expect([await stateOf('adjustments', broken), await stateOf('adjustments', sound)]).toEqual(['approved', 'done']);
  expect((await stuck.list(1)).list).toMatchObject([{ kind: 'adjustments', id: broken, reason: 'internal' }]);
  await database.pool.query('drop trigger break_off on adjustments');
  await becomeDue();
  await adjustments.resume();
  expect(await stateOf('adjustments', broken)).toBe('done');
  expect((await stuck.list(1)).total).toBe(0);
});
