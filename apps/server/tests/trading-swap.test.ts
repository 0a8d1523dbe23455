import { LEDGER_TYPES, asPrice, price } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { startTradingHost } from '../src/trading/host.ts';
import type { TradingShard } from '../src/trading/port.ts';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { silentLog } from './support/database.ts';
import { testHostScope } from './support/test-host-scope.ts';
import { buy, openAccount, quoteOf } from './support/test-host.ts';

const on = testHostScope();

const schedule = (): SwapSchedule =>
  new SwapSchedule({
    trading: on.testHost.host,
    pool: on.database.pool,
    log: silentLog,
  });

/** Starts a host on the test's database at another time. */
function startAt(time: number, mostMissedRollovers = Number.POSITIVE_INFINITY): Promise<TradingShard> {
  return startTradingHost({
    connection: on.database.connection,
    pool: on.database.pool,
    now: () => time,
    log: silentLog,
    holder: 'a later start',
    mostMissedRollovers,
    onFatal: () => undefined,
  });
}

async function swapsOf(account: bigint): Promise<bigint[]> {
  const rows = await on.database.kysely
    .selectFrom('transfers')
    .select(['amount', 'time'])
    .where('account', '=', account)
    .where('kind', '=', LEDGER_TYPES.swap)
    .orderBy('id')
    .execute();
  return rows.map(({ amount }) => amount);
}

it('charges every rollover once, also those missed while no schedule ran', async () => {
  on.testHost.clock.time = Date.parse('2026-11-20T12:00:00Z');
  await on.testHost.host.submit(openAccount(1));
  await on.testHost.host.submit(buy(1, 'a'));
  const first = schedule();
  on.testHost.clock.time = Date.parse('2026-11-20T21:59:59Z');
  await first.runDue();
  expect(await swapsOf(1n)).toEqual([]);
  on.testHost.clock.time = Date.parse('2026-11-20T22:00:00Z');
  await first.runDue();
  await first.runDue();
  // 0.1 lots × 100,000 units × 6.5 points of 0.00001 = 0.65 dollars a night.
  expect(await swapsOf(1n)).toEqual([650_000n]);

  // The weekend has no rollover; Wednesday night counts three times.
  on.testHost.clock.time = Date.parse('2026-11-25T23:00:00Z');
  await schedule().runDue();
  expect(await swapsOf(1n)).toEqual([650_000n, 650_000n, 650_000n, 1_950_000n]);
  await schedule().runDue();
  expect(await swapsOf(1n)).toHaveLength(4);
});

it('charges a position that is closed right after the rollover, before its account’s turn', async () => {
  on.testHost.clock.time = Date.parse('2026-11-26T12:00:00Z');
  on.testHost.quote('1.10000', '1.10010');
  await on.testHost.host.submit(openAccount(2));
  const bought = await on.testHost.host.submit(buy(2, 'a'));
  on.testHost.clock.time = Date.parse('2026-11-26T22:00:00.400Z');
  on.testHost.quote('1.10000', '1.10010');
  const order = bought.ok ? (bought.order ?? 0) : 0;
  expect(await on.testHost.host.submit({ type: 'closePosition', account: 2, key: 'close', order })).toEqual({
    ok: true,
  });
  expect(await swapsOf(2n)).toEqual([650_000n]);
  await schedule().runDue();
  expect(await swapsOf(2n)).toEqual([650_000n]);
});

it('charges rollovers that were missed while the server was down before a quote closes a position', async () => {
  on.testHost.clock.time = Date.parse('2026-11-27T12:00:00Z');
  on.testHost.quote('1.10000', '1.10010');
  await on.testHost.host.submit(openAccount(3));
  await on.testHost.host.submit({ ...buy(3, 'a'), stopLoss: asPrice(price('1.09000')) });
  await on.testHost.host.stop();
  // Friday's rollover passes meanwhile. The first quote reaches the stop.
  const time = Date.parse('2026-11-30T08:00:00Z');
  const host = await startAt(time);
  host.setOpen(1, true);
  host.onQuote(quoteOf(9_000_000, time, '1.08000', '1.08010'));
  await host.stop();
  expect(await swapsOf(3n)).toEqual([650_000n]);
  const [position] = await on.database.kysely
    .selectFrom('orders')
    .select(['status', 'reason', 'swap'])
    .where('account', '=', 3n)
    .execute();
  expect(position).toEqual({ status: 'closed', reason: 'stop_loss', swap: -650_000n });
  expect((await verifyShard(on.database.pool)).shown).toEqual([]);
});

it('does not start when more rollovers were missed than the operator allows', async () => {
  const later = Date.parse('2026-12-30T08:00:00Z');
  await expect(startAt(later, 21)).rejects.toThrow('start once with FAIRLOT_MISSED_ROLLOVERS=22');
  // Another process may take the shard at once.
  const { rows } = await on.database.pool.query('select holder from lease where shard = 0');
  expect(rows).toEqual([{ holder: '' }]);
  await (await startAt(later, 22)).stop();
});
