import { lots, price, rate } from '@fairlot/domain';
import type { Group } from '@fairlot/domain';
import type { AccountView } from '@fairlot/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const CLUB = 5;
const MARKUP = { bid: price('0.00002'), ask: price('0.00003') };
const own = {
  instrument: EURUSD.id,
  markup: MARKUP,
  commission: { mode: 'perMillion', rate: rate('30') },
  swap: { ...EURUSD.swap, long: rate('0') },
  maxLeverage: 500,
  offered: true,
} as const;
const define = (group: Partial<Group> = {}) =>
  ({ type: 'defineGroup', group: { id: CLUB, stopOutPercent: 80, terms: [own], ...group } }) as const;
const assign = (account: number, group: number, key: string) =>
  ({ type: 'assignGroup', account, group, key, staff: 3, memo: 'asked' }) as const;
const findings = async () => (await verifyShard(database.pool, 0)).shown;

it('groups, their accounts and the markup of orders survive a recovery, and are verified', async () => {
  const first = await startTestHost(database);
  expect(await first.host.submit(define())).toEqual({ ok: true });
  await first.host.submit(openAccount(1));
  await first.host.submit({ ...openAccount(2), group: CLUB });
  await first.host.submit(openAccount(3));
  expect(await first.host.submit(assign(3, CLUB, 'to'))).toEqual({ ok: true });
  for (const account of [1, 2, 3]) await first.host.submit(buy(account, 'now'));
  const waiting = { ...buy(3, 'later'), target: price('1.05'), lots: lots('0.1') };
  expect(await first.host.submit(waiting)).toMatchObject({ ok: true });
  // Moved away: the orders keep their markup, and the group of its kind is not stored.
  expect(await first.host.submit(assign(3, 2, 'away'))).toEqual({ ok: true });
  expect(await findings()).toEqual([]);
  const views = [1, 2, 3].map((account) => first.host.account(account));
  await first.host.stop();

  const { rows } = await database.pool.query<Record<string, bigint | number | string | null>>(
    `select a.id, a.account_group, o.bid_markup, o.ask_markup from accounts a join orders o on o.account = a.id order by o.id`,
  );
  const none = { bid_markup: null, ask_markup: null };
  const marked = { bid_markup: String(MARKUP.bid), ask_markup: String(MARKUP.ask) };
  expect(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)]))),
  ).toEqual([
    { id: '1', account_group: null, ...none },
    { id: '2', account_group: '5', ...marked },
    { id: '3', account_group: null, ...marked },
    { id: '3', account_group: null, ...marked },
  ]);

  const second = await startTestHost(database);
  expect([1, 2, 3].map((account) => strip(second.host.account(account)))).toEqual(views.map(strip));
  expect(await second.host.submit(define({ terms: [] }))).toEqual({ ok: true });
  expect(await second.host.submit({ type: 'removeGroup', group: CLUB })).toMatchObject({ reason: 'group_in_use' });
  expect(await second.host.submit(assign(2, 2, 'out'))).toEqual({ ok: true });
  expect(await second.host.submit({ type: 'removeGroup', group: CLUB })).toEqual({ ok: true });
  expect(await findings()).toEqual([]);
  await database.pool.query('update orders set bid_markup = 1 where account = 3');
  expect(await findings()).toEqual(expect.arrayContaining([expect.stringContaining('bid_markup is 1')]));
  await database.pool.query(`update orders set bid_markup = ${MARKUP.bid} where account = 3`);
  await database.pool.query('update accounts set account_group = 1 where id = 1');
  expect(await findings()).toEqual([expect.stringContaining('accounts 1')]);
  await second.host.stop();
});

function text(value: bigint | number | string | null): string | null {
  return value === null ? null : String(value);
}

/** The quotes of a recovered host are its own. */
function strip(view: AccountView | 'uncommitted' | undefined): unknown {
  if (typeof view !== 'object') return view;
  const { group, cash, orderReserve, standing, positions } = view;
  return { group, cash, orderReserve, standing, positions: positions.map(({ order, profit }) => ({ order, profit })) };
}
