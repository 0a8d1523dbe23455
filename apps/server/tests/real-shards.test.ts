import { money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../src/db/pool.ts';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { Trader } from './support/copying.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import { query } from './support/real-user.ts';

const REALS = [0, 2, 3];
const TERMS = { allocation: '500', fee_percent: 0, max_slippage: '10' };

let bank: Bank;
let eurusd: number;
const traders: Trader[] = [];

beforeAll(async () => {
  bank = await openBank({ FAIRLOT_SESSIONS: 'always', FAIRLOT_REAL_SHARDS: '3' });
  eurusd = await bank.server.instrument('EURUSD');
  for (let count = 0; count < REALS.length; count += 1) {
    traders.push(new Trader(bank.server, await fundedUser(bank, '1000')));
  }
});
afterAll(() => bank.server.stop());

const only = <T>(list: readonly T[], place: number): T => {
  const found = list[place];
  if (found === undefined) throw new Error(`nothing at ${place}`);
  return found;
};

/** The exposure of real accounts in EURUSD, as the office shows it. */
const exposure = async () => {
  const { envelope } = await bank.office.administrator.call('officeExposure', { accounts: 'real' });
  return envelope.data.list.find(({ code }) => code === 'EURUSD');
};

it('spreads real accounts over three shards, each with order numbers of its own', async () => {
  const orders: number[] = [];
  for (const trader of traders) {
    const order = await trader.open(eurusd, { cont: '0.01' });
    await trader.do('close', { id: order.Id });
    orders.push(order.Id);
  }
  expect(orders.map((id) => Math.floor(id / 1_000_000_000_000))).toEqual(REALS);
  const rows = await query(bank.server, 'select number, kind, takes_new from shards order by number');
  expect(rows).toMatchObject([{ kind: 'real' }, { kind: 'demo' }, { kind: 'real' }, { kind: 'real' }]);
});

it('copies a leader of one shard to accounts of the others, also after a restart', async () => {
  const [leader, near, far] = [only(traders, 0), only(traders, 1), only(traders, 2)];
  const number = await leader.lead('Harbour Crane');
  const copies = [await near.follow(number, TERMS), await far.follow(number, TERMS)];
  const order = await leader.open(eurusd, { cont: '0.1' });
  for (const [place, follower] of [near, far].entries())
    expect(await follower.settled(only(copies, place).id, 1)).toMatchObject([{ deed: 'open', skip: null }]);
  // The directory keeps the shards; the setting only adds some.
  await bank.server.restart({ FAIRLOT_REAL_SHARDS: '' });
  await leader.do('close', { id: order.Id });
  for (const [place, follower] of [near, far].entries()) {
    expect(await follower.settled(only(copies, place).id, 2)).toMatchObject([
      { deed: 'open', skip: null },
      { deed: 'close', skip: null },
    ]);
    expect(await follower.holding()).toEqual([]);
  }
});

it('adds exposure and results up over the shards', async () => {
  for (const trader of traders) await trader.open(eurusd, { cont: '0.02' });
  // The copies follow the leader's position with half of it.
  await expect.poll(exposure).toMatchObject({ positions: 5, accounts: 3, long_lots: '0.08' });
  const statements = await Promise.all(traders.map((trader) => trader.do('statement', {})));
  expect(statements.map(({ positions }) => positions.length)).toEqual([1, 2, 2]);
  for (const statement of statements) {
    expect(money(statement.opening.total) + money(statement.movements.total)).toBe(money(statement.closing.total));
  }
});

it('opens a new account on the emptiest shard, and all shards verify', async () => {
  await query(bank.server, 'update shards set takes_new = false where number in (0, 3)');
  await bank.server.restart();
  const late = await fundedUser(bank, '100');
  const [placed] = await query<{ shard: number }>(bank.server, 'select shard from accounts where id = $1', [late.id]);
  expect(placed?.shard).toBe(2);
  const pool = createPool({ connectionString: bank.server.databaseUrl }, { max: 2 });
  const found: unknown[] = [];
  for await (const { shard, verification } of verifyShards(pool)) found.push([shard, verification.shown]);
  await pool.end();
  expect(found).toEqual([0, 1, 2, 3].map((shard) => [shard, []]));
});
