import { DAY_MS, HOUR_MS, asMoney, money } from '@fairlot/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { RewardPayment } from '../src/features/rewards/payment.ts';
import { RewardQueries } from '../src/features/rewards/queries.ts';
import { RewardSettlement } from '../src/features/rewards/settlement.ts';
import { createLog } from '../src/platform/log.ts';
import { SETTING_DEFAULTS, SiteSettings } from '../src/platform/site-settings.ts';
import { StuckRecords } from '../src/staff/stuck-records.ts';
import { committedAccount } from '../src/trading/committed-account.ts';
import { TransferDays } from '../src/trading/days/transfer-days.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { NOON, type TestHost, buy, startTestHost } from './support/test-host.ts';

/** The first day of the test, and the day on which everybody registers. */
const FIRST = Math.floor(NOON / DAY_MS);
const FIXED = { reward_kind: 'fixed', reward_min_deposits: '500', reward_min_fees: '0', reward_days: 5 } as const;

let made: TestDatabase;
let database: Database;
let testHost: TestHost;

beforeAll(async () => {
  made = await createTestDatabase();
  database = await made.open();
  await database.pool.query(`insert into staff (name, roles) values ('finance', '{finance}')`);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});
beforeEach(async () => {
  await database.pool.query('truncate rewards, reward_days');
  testHost = await startTestHost(database);
  return () => testHost.host.stop();
});

/** A real account, verified and funded on the day of its registration. */
async function newUser(inviter: number | null, deposit = '0'): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (kind, email, password_hash, invite_code, inviter_id, created_at)
      values ('real', gen_random_uuid()::text, 'x', gen_random_uuid()::text, $1, $2) returning id`,
    [inviter, new Date(NOON)],
  );
  const id = Number(rows[0]?.id);
  await database.pool.query(
    `with image as (insert into images (id, owner_id, content, bytes, width, height, upload_key, upload_hash)
        select side || $1::bigint, $1::bigint, '', 0, 1, 1, side || $1::bigint, '' from (values ('f'), ('r')) v (side) returning id)
      insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, key, submitted_at, status, country, decided_at, decided_by)
      select $1::bigint, 'Ana', 'x', 'card ' || $1::bigint, min(id), max(id), 'k', $2::timestamptz, 'finished', 'DE', $2::timestamptz, 1 from image`,
    [id, new Date(NOON)],
  );
  await testHost.host.submit({ type: 'openAccount', account: id, key: 'open', kind: 'real' });
  if (deposit !== '0') await pay(id, deposit);
  return id;
}

const pay = (account: number, amount: string) =>
  testHost.host.submit({ type: 'deposit', account, key: `pay ${amount}`, amount: money(amount), reference: 1 });

/** A process that settles, at a time after the end of a day. */
async function processAfter(day: number, values: Partial<typeof SETTING_DEFAULTS>) {
  const db = database.kysely;
  const queries = new RewardQueries(db);
  const now = (): number => (day + 1) * DAY_MS + 2 * HOUR_MS;
  const settings = await SiteSettings.open(database.pool, { ...SETTING_DEFAULTS, ...values });
  const stuck = new StuckRecords(db, createLog('silent'));
  return {
    settlement: new RewardSettlement({ db, queries, settings, marketNow: now, clock: now }),
    payment: new RewardPayment({ queries, trading: testHost.host, stuck }),
  };
}

/** Settles a day as if the one before it were settled. */
async function settle(day: number, values: Partial<typeof SETTING_DEFAULTS>): Promise<void> {
  await database.pool.query(
    'insert into reward_days (day) values ($1) on conflict (only_row) do update set day = excluded.day',
    [day - 1],
  );
  await (await processAfter(day, values)).settlement.run();
}

async function rewardsOf(inviter: number) {
  const { rows } = await database.pool.query<{ amount: string; basis: string; state: string; day: number }>(
    'select amount::text, basis::text, state, day from rewards where inviter_id = $1 order by id',
    [inviter],
  );
  return rows;
}

/** Moves the market to noon of a later day. */
function goTo(day: number): void {
  testHost.clock.time = day * DAY_MS + 12 * HOUR_MS;
  testHost.quote('1.10000', '1.10010');
}

it('is decided and paid once, though two processes do both at a time', async () => {
  const inviter = await newUser(null);
  for (let person = 0; person < 3; person += 1) await newUser(inviter, '600');
  const values = { ...FIXED, reward_hold_days: 0 };
  await database.pool.query('insert into reward_days (day) values ($1)', [FIRST - 1]);
  const both = [await processAfter(FIRST, values), await processAfter(FIRST, values)];
  await Promise.all(both.map(({ settlement }) => settlement.run()));
  expect((await rewardsOf(inviter)).map(({ state }) => state)).toEqual(['approved', 'approved', 'approved']);
  await Promise.all(both.map(({ payment }) => payment.resume()));
  expect((await rewardsOf(inviter)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
  expect((await committedAccount(testHost.host, inviter))?.standing.balance).toBe(money('150'));
  const { rows } = await database.pool.query<{ total: string }>(
    'select sum(amount)::text as total from transfers where account = $1 and kind = 12',
    [inviter],
  );
  expect(rows).toEqual([{ total: '150000000' }]);
});

// These come before the tests that move the market on, by which deposits are dated.
it('makes up a fixed sum for a person whose period ended while the server was off', async () => {
  const inviter = await newUser(null);
  await newUser(inviter, '600');
  await database.pool.query('insert into reward_days (day) values ($1)', [FIRST - 1]);
  await (await processAfter(FIRST + 20, { ...FIXED, reward_hold_days: 3 })).settlement.run();
  expect(await rewardsOf(inviter)).toMatchObject([{ amount: '50000000', day: FIRST + 3 }]);
});

/** Rewards of the days before, in the order of their numbers, as staff decided them. */
async function decided(inviter: number, invited: number, rows: readonly (readonly [string, readonly string[]])[]) {
  for (const [index, [state, reasons]] of rows.entries())
    await database.pool.query(
      `insert into rewards (inviter_id, invited_id, kind, day, basis, percent, amount, state, reasons, decided_by, created_at)
        values ($1, $2, 'share', $3, 1000000, 7, 70000, $4, $5, 1, $6)`,
      [inviter, invited, FIRST - 9 + index, state, reasons, new Date(NOON)],
    );
}

describe('earlier decisions about a pair', () => {
  it('end the rewards after a rejection, though a later reward was approved', async () => {
    const inviter = await newUser(null);
    await decided(inviter, await newUser(inviter, '600'), [
      ['rejected', ['network']],
      ['paid', ['network']],
    ]);
    await settle(FIRST, { ...FIXED, reward_hold_days: 0 });
    expect((await rewardsOf(inviter)).map(({ state }) => state)).toEqual(['rejected', 'paid']);
  });

  it('accept a sign for good, also when a later decision was about a sum alone', async () => {
    const inviter = await newUser(null);
    const invited = await newUser(inviter, '600');
    for (const user of [inviter, invited])
      await database.pool.query(
        `insert into sessions (user_id, token_hash, address, expires_at) values ($1, sha256($2::bytea), '203.0.113.9', now())`,
        [user, `session ${user}`],
      );
    await decided(inviter, invited, [
      ['paid', ['network', 'people']],
      ['refused', ['sum']],
    ]);
    await settle(FIRST, { ...FIXED, reward_hold_days: 0 });
    expect((await rewardsOf(inviter)).map(({ state }) => state)).toEqual(['paid', 'refused', 'approved']);
  });
});

it('counts a deposit of the period once it has stood, and none after the period', async () => {
  const inviter = await newUser(null);
  await newUser(inviter, '600');
  const late = await newUser(inviter);
  const values = { ...FIXED, reward_hold_days: 3 };
  goTo(FIRST + 5);
  await pay(late, '600');
  await settle(FIRST + 2, values);
  expect(await rewardsOf(inviter)).toEqual([]);
  await settle(FIRST + 3, values);
  expect(await rewardsOf(inviter)).toMatchObject([{ amount: '50000000', day: FIRST + 3 }]);
  await settle(FIRST + 8, values);
  expect(await rewardsOf(inviter)).toHaveLength(1);
});

it('shares the fees of each day exactly, from sums of days and from single transfers alike', async () => {
  goTo(FIRST + 6);
  const values = { reward_kind: 'share', reward_share_ratio: 7, reward_days: 30 } as const;
  const inviter = await newUser(null);
  const person = await newUser(inviter, '5000');
  const days = new TransferDays({ db: database.kysely, log: silentLog });
  for (const day of [FIRST + 7, FIRST + 8]) {
    goTo(day);
    for (let order = 0; order < day - FIRST - 5; order += 1)
      expect(await testHost.host.submit(buy(person, `${day} ${order}`))).toMatchObject({ ok: true });
    await settle(day, values);
    await days.catchUp(0);
  }
  const { rows } = await database.pool.query<{ fees: string }>(
    'select sum(amount)::text as fees from transfers where account = $1 and kind = 4 group by time / $2::bigint order by 1',
    [person, DAY_MS],
  );
  const fees = rows.map((row) => BigInt(row.fees));
  expect(fees).toHaveLength(2);
  expect((await rewardsOf(inviter)).map(({ amount, basis }) => [amount, basis])).toEqual(
    fees.map((paid) => [String((asMoney(paid) * 7n) / 100n), String(paid)]),
  );
  // The same days again, all of them summed now.
  await database.pool.query('truncate rewards');
  for (const day of [FIRST + 7, FIRST + 8]) await settle(day, values);
  expect((await rewardsOf(inviter)).map(({ basis }) => basis)).toEqual(fees.map(String));
});
