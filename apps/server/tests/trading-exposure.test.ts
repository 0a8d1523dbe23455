import { type Holdings, lots, price } from '@fairlot/domain';
import type { GroupHoldings } from '@fairlot/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { RoutedShard } from '../src/trading/account-places.ts';
import { ShardRouter } from '../src/trading/shard-router.ts';
import type { TradingHost } from '../src/trading/port.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

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
const sell = (account: number, key: string) => ({ ...buy(account, key), side: 'sell' as const });

/** The exposure of all orders in the tables: an oracle that shares no code with the engine. */
async function fromTables(kind: string): Promise<unknown> {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select o.instrument::int as instrument, coalesce(a.account_group, case a.kind when 'real' then 1 else 2 end)::int as "group",
       coalesce(sum(lots) filter (where side = 'buy'), 0)::text as "longLots",
       coalesce(sum(lots) filter (where side = 'sell'), 0)::text as "shortLots",
       coalesce(sum(lots::numeric * price) filter (where side = 'buy'), 0)::text as "longValue",
       coalesce(sum(lots::numeric * price) filter (where side = 'sell'), 0)::text as "shortValue",
       coalesce(sum(lots::numeric * bid_markup) filter (where side = 'buy'), 0)::text as "longMarkup",
       coalesce(sum(lots::numeric * ask_markup) filter (where side = 'sell'), 0)::text as "shortMarkup",
       coalesce(sum(lots) filter (where side = 'buy' and guarantee_premium is not null), 0)::text as "longGuaranteedLots",
       coalesce(sum(lots::numeric * stop_loss) filter (where side = 'buy' and guarantee_premium is not null), 0)::text as "longGuaranteedValue",
       coalesce(sum(lots) filter (where side = 'sell' and guarantee_premium is not null), 0)::text as "shortGuaranteedLots",
       coalesce(sum(lots::numeric * stop_loss) filter (where side = 'sell' and guarantee_premium is not null), 0)::text as "shortGuaranteedValue",
       count(*)::int as positions, count(distinct o.account)::int as accounts
     from orders o join accounts a on a.id = o.account
     where o.ended_at is null and o.status = 'open' and a.kind = $1 group by 1, 2 order by 1, 2`,
    [kind],
  );
  return rows;
}

const text = (rows: readonly GroupHoldings[] | undefined): unknown =>
  rows
    ?.map(({ instrument, group, holdings }) => ({
      instrument,
      group,
      ...Object.fromEntries(
        Object.entries(holdings).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
      ),
    }))
    .sort((left, right) => left.group - right.group);

async function place(first: TestHost): Promise<void> {
  await first.host.submit({
    type: 'defineGroup',
    group: { id: CLUB, terms: [{ instrument: EURUSD.id, markup: MARKUP }] },
  });
  for (const account of [1, 2]) await first.host.submit(openAccount(account));
  await first.host.submit({ ...openAccount(3), group: CLUB });
  await first.host.submit({ ...openAccount(4), kind: 'real' });
  for (const account of [1, 2, 3]) {
    await first.host.submit(buy(account, 'one'));
    await first.host.submit({ ...buy(account, 'two'), lots: lots('0.25') });
    await first.host.submit(sell(account, 'three'));
    await first.host.submit({ ...buy(account, 'waiting'), target: price('1.05') });
  }
}

it('is the sum over all positions after trades, a move to another group, closings, and a recovery', async () => {
  const first = await startTestHost(database);
  await place(first);
  const groups = (): readonly number[] =>
    (first.host.exposure('demo') ?? []).map(({ group }) => group).sort((left, right) => left - right);
  expect(groups()).toEqual([2, CLUB]);
  expect(text(first.host.exposure('demo'))).toEqual(await fromTables('demo'));
  const moved = { type: 'assignGroup', account: 1, group: CLUB, key: 'to', staff: 3, memo: 'asked' } as const;
  expect(await first.host.submit(moved)).toEqual({ ok: true });
  expect(text(first.host.exposure('demo'))).toEqual(await fromTables('demo'));
  for (const account of [2, 3]) {
    const view = first.host.account(account);
    const order = typeof view === 'object' ? (view.positions[0]?.order.id ?? 0) : 0;
    const close = { type: 'closePosition', account, key: 'close', order } as const;
    expect(await first.host.submit(close)).toMatchObject({ ok: true });
  }
  // Reaches the pending orders, so that positions also begin by triggers.
  first.quote('1.04990', '1.05000');
  expect(await first.host.submit(openAccount(9))).toEqual({ ok: true });
  const before = text(first.host.exposure('demo'));
  expect(before).toEqual(await fromTables('demo'));
  expect(first.host.exposure('real')).toEqual([]);
  await first.host.stop();
  expect(first.host.exposure('demo')).toBeUndefined();

  const second = await startTestHost(database);
  expect(text(second.host.exposure('demo'))).toEqual(before);
  await second.host.stop();
});

const held = (volume: string): Holdings => ({
  longLots: lots(volume),
  shortLots: lots('1'),
  longValue: 5n,
  shortValue: 7n,
  longMarkup: 1n,
  shortMarkup: 2n,
  longGuaranteedLots: lots('1'),
  longGuaranteedValue: 3n,
  shortGuaranteedLots: lots('0'),
  shortGuaranteedValue: 0n,
  positions: 2,
  accounts: 1,
});
const real = (exposure: TradingHost['exposure']): RoutedShard => ({
  number: 0,
  kind: 'real',
  takesNew: true,
  host: { exposure, onCommitted: () => () => undefined } as Partial<TradingHost> as TradingHost,
});
const demo = (exposure: TradingHost['exposure']): RoutedShard => ({ ...real(exposure), number: 1, kind: 'demo' });
const rows = (volume: string): readonly GroupHoldings[] => [{ instrument: 1, group: 2, holdings: held(volume) }];

it('is summed over the shards, and that of real accounts does not wait for the demo shard', () => {
  const both = new ShardRouter([real(() => rows('1')), demo(() => rows('2'))]);
  expect(both.exposure('demo')).toEqual([
    {
      instrument: 1,
      group: 2,
      holdings: {
        longLots: lots('3'),
        shortLots: lots('2'),
        longValue: 10n,
        shortValue: 14n,
        longMarkup: 2n,
        shortMarkup: 4n,
        longGuaranteedLots: lots('2'),
        longGuaranteedValue: 6n,
        shortGuaranteedLots: lots('0'),
        shortGuaranteedValue: 0n,
        positions: 4,
        accounts: 2,
      },
    },
  ]);
  const recovering = new ShardRouter([real(() => rows('1')), demo(() => undefined)]);
  expect(recovering.exposure('demo')).toBeUndefined();
  expect(recovering.exposure('real')).toEqual(rows('1'));
});
