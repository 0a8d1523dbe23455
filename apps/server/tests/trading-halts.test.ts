import { lots, price } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { alignDealing } from '../src/trading/align-dealing.ts';
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

const halt = (mode: 'halted' | 'closeOnly' | 'normal') =>
  ({ type: 'setDealing', instrument: EURUSD.id, mode, staff: 3, memo: 'a wrong price' }) as const;
const findings = async (shard = 0) => (await verifyShard(database.pool, shard)).shown;

it('halts and deeds of staff survive a recovery, and are verified', async () => {
  const first = await startTestHost(database);
  await first.host.submit(openAccount(1));
  const placed = await first.host.submit({ ...buy(1, 'one'), stopLoss: price('1.09') });
  const pending = await first.host.submit({ ...buy(1, 'two'), target: price('1.05') });
  if (!placed.ok || placed.order === undefined || !pending.ok || pending.order === undefined)
    throw new Error('not placed');
  const by = { staff: 3, memo: 'a "reason"' };
  const cancel = { type: 'cancelOrder', account: 1, key: 'desk:1', order: pending.order, ...by } as const;
  expect(await first.host.submit(cancel)).toEqual({ ok: true });
  expect(await first.host.submit(halt('halted'))).toEqual({ ok: true });
  // Both are in one batch; the last one holds.
  await Promise.all([first.host.submit(halt('closeOnly')), first.host.submit(halt('halted'))]);
  first.quote('1.08000', '1.08010');
  expect(await findings()).toEqual([]);
  await first.host.stop();

  const second = await startTestHost(database);
  expect(second.host.restricted).toEqual(new Map([[EURUSD.id, 'halted']]));
  const close = { type: 'closePosition', account: 1, key: 'desk:2', order: placed.order, ...by } as const;
  expect(await second.host.submit(close)).toEqual({ ok: false, reason: 'instrument_halted' });
  expect(await second.host.submit(cancel)).toEqual({ ok: true });
  await database.pool.query(`update restricted_instruments set mode = 'closeOnly'`);
  expect(await findings()).toEqual([expect.stringContaining('closeOnly')]);
  await database.pool.query(`update restricted_instruments set mode = 'halted'`);
  expect(await second.host.submit(halt('normal'))).toEqual({ ok: true });
  expect(second.host.restricted?.size).toBe(0);
  second.quote('1.10000', '1.10010');
  expect(await second.host.submit({ ...close, key: 'desk:3' })).toEqual({ ok: true });
  const { rows } = await database.pool.query<{ id: bigint; reason: string }>(
    'select id, reason from orders where account = 1 order by id',
  );
  expect(rows.map(({ reason }) => reason)).toEqual(['staff', 'staff']);
  expect(await findings()).toEqual([]);
  await second.host.stop();
});

it('the shard of demo accounts takes over the halts of real accounts', async () => {
  const real = await startTestHost(database);
  const demo = await startTestHost(database, { shard: 1 });
  await demo.host.submit(halt('closeOnly'));
  await real.host.submit(halt('halted'));
  await alignDealing(real.host, demo.host, [EURUSD.id]);
  expect(demo.host.restricted).toEqual(new Map([[EURUSD.id, 'halted']]));
  await real.host.submit(halt('normal'));
  await alignDealing(real.host, demo.host, [EURUSD.id]);
  expect(demo.host.restricted?.size).toBe(0);
  expect([await findings(0), await findings(1)]).toEqual([[], []]);
  expect(await demo.host.submit({ ...buy(2, 'none'), lots: lots('1') })).toMatchObject({ reason: 'unknown_account' });
  await Promise.all([real.host.stop(), demo.host.stop()]);
});
