import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RoleLease, readRoleLeases } from '../src/cluster/role-lease.ts';
import type { Database } from '../src/db/database.ts';
import { createTestDatabase, silentLog } from './support/database.ts';

const WAIT = { timeout: 60_000, interval: 20 };
const testDatabase = await createTestDatabase();
let database: Database;

beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function leaseOf(holder: string, onLost: (reason: Error) => void = () => undefined): RoleLease {
  return new RoleLease({ pool: database.pool, role: 'market', holder, log: silentLog, onLost });
}

const holders = async (): Promise<unknown> =>
  (await readRoleLeases(database.pool)).map(({ holder, epoch }) => [holder, epoch]);

it('passes to a standby when its holder stands still, and the holder learns of it', async () => {
  const lost: string[] = [];
  const first = leaseOf('first', ({ message }) => lost.push(message));
  await first.take();
  expect([first.isCurrent, first.epoch, await holders()]).toEqual([true, 1, [['first', 1]]]);
  const second = leaseOf('second');
  const taken = vi.fn<() => void>();
  const taking = second.take().then(taken);
  await new Promise((next) => setTimeout(next, 500));
  expect(taken).not.toHaveBeenCalled();
  // As if the first one had not renewed it for its time to live.
  await database.pool.query(`update role_leases set expires_at = clock_timestamp() - interval '1 second'`);
  await taking;
  expect([second.isCurrent, second.epoch, await holders()]).toEqual([true, 2, [['second', 2]]]);
  await vi.waitFor(() => expect(lost).toEqual(['another process is the market']), WAIT);
  await first.stop();
  expect(await holders()).toEqual([['second', 2]]);
  await second.stop();
  expect(second.isCurrent).toBe(false);
  // A lease that was given up is free at once.
  const third = leaseOf('third');
  await third.take();
  expect(third.epoch).toBe(3);
  await third.stop();
});

it('ends to stand by when it is aborted', async () => {
  const holder = leaseOf('holder');
  await holder.take();
  const aborted = new AbortController();
  const standby = leaseOf('standby').take(aborted.signal);
  aborted.abort(new Error('stopped'));
  await expect(standby).rejects.toThrow('stopped');
  await holder.stop();
});
