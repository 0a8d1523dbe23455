import { LEDGER_TYPES } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { silentLog } from './support/database.ts';
import { testHostScope } from './support/test-host-scope.ts';
import { buy, openAccount } from './support/test-host.ts';

const on = testHostScope();

const schedule = (): SwapSchedule =>
  new SwapSchedule({
    trading: on.testHost.host,
    pool: on.database.pool,
    now: () => on.testHost.clock.time,
    log: silentLog,
  });

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
  await on.database.kysely.deleteFrom('swap_runs').execute();
  await schedule().runDue();
  expect(await swapsOf(1n)).toHaveLength(4);
});
