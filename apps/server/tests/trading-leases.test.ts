import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import type { Database } from '../src/db/database.ts';
import { LeaseHeldError } from '../src/trading/leases/lease-term.ts';
import { JournalWriter } from '../src/trading/journal/journal-writer.ts';
import { createTestDatabase } from './support/database.ts';
import { HolderLoad, problemsOf } from './support/holder-load.ts';
import { Holder } from './support/holder.ts';
import { openAccount } from './support/test-host.ts';

const TTL_MS = 3000;
const RENEW_MS = 1000;
/** A lease that outlasts a test, also when the machine stands still: it passes on only when it is given up or shortened. */
const LONG_TTL_MS = 600_000;
/** A lease that the test waits out, longer than the machine stands still at most. */
const WAITED_TTL_MS = 12_000;
const CLIENTS = 8;
const WAIT = { timeout: 60_000, interval: 20 };

const program = await bundle('apps/server/tests/support/lease-holder.ts');
const testDatabase = await createTestDatabase();
let database: Database;
const running = new Set<Holder>();

beforeAll(async () => {
  database = await testDatabase.open();
});
afterEach(async () => {
  await Promise.all([...running].map((holder) => holder.kill()));
  running.clear();
  // The next test need not wait for the end of a killed holder's lease.
  await database.pool.query('update lease_expiries set expires_at = clock_timestamp()');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function start(ttlMs = TTL_MS): Holder {
  const holder = new Holder({ program, url: testDatabase.url, shard: 0, ttlMs, renewMs: RENEW_MS });
  running.add(holder);
  return holder;
}
const whenActive = (holder: Holder): Promise<unknown> => vi.waitUntil(() => holder.active, WAIT);
const startLoad = (holders: readonly Holder[], name: string): HolderLoad =>
  new HolderLoad({ holders, accounts: Array.from({ length: CLIENTS }, (_, index) => index + 1), name });

const progress = async (load: HolderLoad): Promise<void> => {
  const before = load.answers.size;
  await expect.poll(() => load.answers.size > before + CLIENTS, WAIT).toBe(true);
};
/**
 * Waits until a standby has the shard of a killed process with a long lease. The lease ends by itself, as late as a usual
 * one; a last renewal that was under way cannot prolong it.
 */
const takeover = (by: Holder): Promise<boolean> =>
  vi.waitUntil(async () => {
    await database.pool.query(
      `update lease_expiries set expires_at = least(expires_at, clock_timestamp() + $1 * interval '1 millisecond')`,
      [TTL_MS],
    );
    return by.active;
  }, WAIT);
const lastSeq = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ seq: bigint | null }>('select max(seq) as seq from journal');
  return Number(rows[0]?.seq ?? 0);
};

const expectSound = async (load: HolderLoad): Promise<void> =>
  expect(await problemsOf(load, database.pool, 0)).toEqual([]);

it('a standby takes over from a killed process, and nothing is lost or doubled', async () => {
  const first = start(LONG_TTL_MS);
  await whenActive(first);
  const second = start();
  const load = startLoad([first, second], 'killed');
  await progress(load);
  expect(second.active).toBe(false);
  await first.kill();
  await takeover(second);
  await progress(load);
  await load.end();
  expect(second.epoch).toBeGreaterThan(first.epochs[0] ?? Infinity);
  await expectSound(load);
});

it('a process that stood still writes no row under its old epoch, and stands by', async () => {
  const stopped = start();
  await whenActive(stopped);
  // The other one must not get the shard back when it goes on.
  const standby = start(LONG_TTL_MS);
  const load = startLoad([stopped, standby], 'stopped');
  await progress(load);
  stopped.signal('SIGSTOP');
  await whenActive(standby);
  await progress(load);
  await load.end();
  const before = await lastSeq();
  stopped.signal('SIGCONT');
  const late = stopped.submit(openAccount(CLIENTS + 1));
  await expect.poll(() => stopped.active, WAIT).toBe(false);
  expect(await late).toMatchObject({ ok: false, reason: 'not_ready' });
  expect([stopped.fatal, standby.active]).toEqual([undefined, true]);
  expect(await lastSeq()).toBe(before);
  await expectSound(load);
  // It is a standby like any other.
  await standby.kill();
  await takeover(stopped);
  expect(stopped.epochs).toHaveLength(2);
  // Its lease is short: after a stall it refuses until the next renewal.
  await expect.poll(() => stopped.submit(openAccount(CLIENTS + 2)), WAIT).toEqual({ ok: true });
});

it('hands a shard over at once, without a refusal but not_ready', async () => {
  const first = start(LONG_TTL_MS);
  await whenActive(first);
  const second = start(LONG_TTL_MS);
  const load = startLoad([first, second], 'moved');
  await progress(load);
  first.handOver();
  await whenActive(second);
  await progress(load);
  await load.end();
  expect([...load.answers.values()].filter(({ ok }) => !ok)).toEqual([]);
  await expectSound(load);
});

it('a database that stands still ends no lease: the holder refuses meanwhile, and goes on under its epoch', async () => {
  const holder = start(WAITED_TTL_MS);
  await whenActive(holder);
  const standby = start();
  const { epoch } = holder;
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table lease_expiries in access exclusive mode');
    await expect.poll(async () => (await holder.submit(openAccount(CLIENTS + 3))).ok, WAIT).toBe(false);
  } finally {
    await client.query('commit');
    client.release();
  }
  await expect.poll(async () => (await holder.submit(openAccount(CLIENTS + 3))).ok, WAIT).toBe(true);
  expect([holder.epoch, standby.active]).toEqual([epoch, false]);
});

it('the session of a holder that stands still with the lock on its lease is ended', async () => {
  const stuck = await database.pool.connect();
  const standby = start();
  await whenActive(standby);
  await standby.kill();
  await stuck.query(`set application_name = 'fairlot journal 0'`);
  await stuck.query('begin');
  await stuck.query('select 1 from lease where shard = 0 for update');
  const next = start(LONG_TTL_MS);
  await whenActive(next);
  await expect(stuck.query('commit')).rejects.toThrow(/terminat|not queryable/i);
  stuck.release(true);
  const writer = await JournalWriter.open(database.connection);
  await expect(writer.takeLease(0, 'a third process', undefined, TTL_MS)).rejects.toThrow(LeaseHeldError);
  await writer.close();
});
