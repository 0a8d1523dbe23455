import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DAY_MS, lots } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import type { Database } from '../src/db/database.ts';
import { createPool } from '../src/db/pool.ts';
import { archiveShard } from '../src/trading/archive/archive-shard.ts';
import { detachJournal } from '../src/trading/archive/detach-journal.ts';
import { manifestFileOf, rowsFileOf, segmentsOf } from '../src/trading/archive/segment.ts';
import { CheckpointKeys } from '../src/trading/checkpoints/checkpoint.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { MONTH_DAYS, archiveMonths, goTo, runProgram, sign, tradeForMonths } from './support/archived-months.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { COMMIT, Obstacles, STEPS } from './support/detach-obstacles.ts';
import { tableDigests } from './support/table-digests.ts';
import { buy, startTestHost } from './support/test-host.ts';

const seed = randomBytes(32);
const keys = new CheckpointKeys([seed]);
const program = await bundle('apps/server/src/detach.ts');
const archiveProgram = await bundle('apps/server/src/archive.ts');
let testDatabase: TestDatabase;
let database: Database;
let obstacles: Obstacles;
let folder: string;
let settings: Record<string, string>;

/** Four months of one shard, and a stop-out in the first one of another, archived up to the last one. */
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fairlot-detach-killed-'));
  settings = {
    ...testDatabase.settings,
    FAIRLOT_DATA_DIR: folder,
    FAIRLOT_ARCHIVE_DIR: folder,
    FAIRLOT_CHECKPOINT_KEY: seed.toString('base64'),
    FAIRLOT_ARCHIVE_AFTER_DAYS: String(MONTH_DAYS),
  };
  const served = await testDatabase.open();
  const trading = await startTestHost(served);
  const quiet = await startTestHost(served, { shard: 1 });
  await trading.host.submit({ type: 'openAccount', account: 1, key: 'open', kind: 'demo' });
  await quiet.host.submit({ type: 'openAccount', account: 2, key: 'open', kind: 'demo' });
  await quiet.host.submit({ ...buy(2, 'large'), lots: lots('60') });
  quiet.quote('1.08500', '1.08510');
  quiet.quote('1.10000', '1.10010');
  await quiet.host.submit({ type: 'openAccount', account: 5, key: 'open', kind: 'demo' });
  await tradeForMonths(served, trading);
  // The command leaves 90 days of market time: three partitions are older then.
  goTo(trading, trading.clock.time + 2 * MONTH_DAYS * DAY_MS);
  await trading.host.submit({ type: 'openAccount', account: 3, key: 'open', kind: 'demo' });
  await sign(served, trading, { keys, folder });
  await sign(served, quiet, { keys, folder }, 1);
  await archiveMonths(served, { keys, folder });
  await trading.host.stop();
  await quiet.host.stop();
  await served.close();
  database = await testDatabase.openForReading();
  obstacles = new Obstacles(testDatabase.url);
  await obstacles.open();
});
afterEach(async () => {
  await obstacles.close();
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

/** Starts a command, types the word of `npm run detach`, and kills it when it waits for a lock. */
async function kill(command = program): Promise<void> {
  const child = spawn(process.execPath, [command], {
    env: { ...process.env, ...settings },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  if (child.pid !== undefined) guard().add('pid', child.pid);
  child.stdin.end('detach\n');
  await obstacles.reached();
  child.kill('SIGKILL');
  await once(child, 'close');
}

const detach = () => runProgram(program, [], settings, 'detach\n');

/** Tables that the command changes. The audit log has an entry of each run. */
const CHANGED = new Set(['journal', 'archived_keys', 'archived_stop_outs', 'audit_log']);

async function partitions(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relname like 'journal%' and relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name);
}

const verified = (shard: number) =>
  verifyShard(database.pool, shard, { checkpoints: { keys, file: undefined }, archive: folder });

const proof = async () => [await verified(0), await verified(1)] as const;

/** All that must be as before when the command did not come to its end. */
const whole = async () => {
  // Balances, transfers, orders and the sums of days of all statements are among them.
  const all = await tableDigests(database);
  all.delete('audit_log');
  return { all, partitions: await partitions(), proof: await proof() };
};

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** Every row of a shard is in the archive or in the database, and those of the database begin where the rows that left end. */
async function expectEachRow(shard: number, last: number): Promise<void> {
  const { rows } = await database.pool.query<{ seq: string }>(
    'select seq::text as seq from journal where shard = $1 order by journal.seq',
    [shard],
  );
  const stored = rows.map(({ seq }) => Number(seq));
  const { segments } = await segmentsOf(folder, shard);
  const archived = segments.flatMap((segment) => numbers(segment.first, segment.last));
  const [first = 0] = stored;
  expect(first).toBeGreaterThan(1);
  expect(stored).toEqual(numbers(first, last));
  expect(archived).toEqual(numbers(1, archived.length));
  expect(archived.length).toBeGreaterThanOrEqual(first);
}

/** The command has done all of its work, and nothing else has changed. */
async function expectDone(before: Awaited<ReturnType<typeof whole>>): Promise<void> {
  const after = await whole();
  for (const [name, digest] of before.all)
    if (!CHANGED.has(name)) expect(`${name} ${after.all.get(name)}`).toBe(`${name} ${digest}`);
  expect([...after.all.keys()]).toEqual([...before.all.keys()]);
  expect(after.proof).toEqual(before.proof);
  expect(after.partitions).toEqual(
    [
      ...new Set(['journal', 'journal_kept', ...after.partitions.filter((name) => before.partitions.includes(name))]),
    ].sort(),
  );
  expect(after.partitions).not.toContain('journal_first');
  for (const shard of [0, 1]) await expectEachRow(shard, before.proof[shard]?.rows ?? 0);
}

it('changes nothing when it is killed or refused between two steps, and the next run does all of it', async () => {
  const before = await whole();
  expect(before.proof).toMatchObject([{ count: 0 }, { count: 0 }]);
  const lock = await database.pool.connect();
  await lock.query('begin; lock table journal in access share mode');
  await kill();
  await lock.query('rollback');
  lock.release();
  expect(await whole()).toEqual(before);
  const ways = [
    ['full', 'No space left on device'],
    ['ends', 'terminating connection'],
  ] as const;
  for (const [at, step] of STEPS.entries()) {
    await obstacles.put(step, 'waits');
    await kill();
    await obstacles.remove();
    // Both end the transaction of the command, so each step meets one of them.
    const [way, message] = ways[at % 2 === 0 ? 0 : 1];
    await obstacles.put(step, way);
    const { code, output } = await detach();
    expect(`${step.name}: ${code} ${output}`).toMatch(new RegExp(`: 1 [^]*${message}`));
    expect(output).not.toContain('It is not known');
    await obstacles.remove();
    expect({ step, ...(await whole()) }).toEqual({ step, ...before });
  }
  expect(await detach()).toMatchObject({ code: 0, output: expect.stringContaining('Dropped') as string });
  await expectDone(before);
});

it('does all of it or nothing when it is killed or loses PostgreSQL in its commit', async () => {
  const before = await whole();
  await obstacles.put(COMMIT, 'ends');
  const { code, output } = await detach();
  expect(`${code} ${output}`).toMatch(
    /^1 [^]*It is not known whether the partitions were dropped[^]*run npm run detach again/,
  );
  await obstacles.remove();
  expect(await whole()).toEqual(before);
  await obstacles.put(COMMIT, 'waits');
  await kill();
  // PostgreSQL has the commit of the killed command, and the next one waits for its end.
  const next = detach();
  const archiving = archiveShard({ pool: database.pool, folder, checkpoints: { keys, file: undefined } }, 1, 1);
  await obstacles.reached(2);
  await obstacles.remove();
  expect(await archiving).toBe('nothing');
  expect(await next).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was changed') as string });
  await expectDone(before);
});

it('notes the files that a killed archiving left unnoted, before their rows leave', async () => {
  const before = await whole();
  await database.pool.query('delete from archived_segments');
  expect(await detach()).toMatchObject({ code: 0 });
  const { rows } = await database.pool.query<{ rows: number }>('select count(*)::int as rows from archived_segments');
  expect(rows[0]?.rows).toBeGreaterThan(3);
  expect(await proof()).toEqual(before.proof);
  expect(await archiveMonths(database, { keys, folder })).toEqual([]);
});

it('syncs the files before their rows leave, and is not ended while it reads them', async () => {
  const handle = await open(folder);
  const synced: string[] = [];
  const spy = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync').mockImplementation(async function (
    this: typeof handle,
  ) {
    synced.push(basename(await readlink(`/proc/self/fd/${this.fd}`)));
  });
  await handle.close();
  const pool = createPool({ ...database.connection, options: '-c idle_in_transaction_session_timeout=1' }, { max: 1 });
  await detachJournal({ pool, folder }, MONTH_DAYS).finally(() => pool.end());
  spy.mockRestore();
  const files = (await readdir(folder)).filter((name) => name.startsWith('journal-'));
  expect(files.length).toBeGreaterThan(6);
  expect([...new Set(synced)].sort()).toEqual([...files, basename(folder)].sort());
});

it('archives after it was killed with its files written, and removes what a kill left of others', async () => {
  const { segments } = await segmentsOf(folder, 0);
  const newest = segments.at(-1);
  if (newest === undefined) throw new Error('nothing is archived');
  await database.pool.query('delete from archived_segments where shard = 0 and first_seq = $1', [newest.first]);
  // A kill leaves a draft, or the rows without their manifest.
  await rm(join(folder, manifestFileOf(newest)));
  await writeFile(join(folder, `${manifestFileOf(newest)}.0a0b0c0d.draft`), '{');
  await writeFile(join(folder, rowsFileOf(newest)), 'half');
  await writeFile(join(folder, `${rowsFileOf(newest)}.0a0b0c0d.draft`), 'half');
  await writeFile(join(folder, `${rowsFileOf({ ...newest, shard: 10 })}.0a0b0c0d.draft`), 'of another shard');
  const lock = await database.pool.connect();
  await lock.query('begin; lock table archived_segments in share mode');
  await kill(archiveProgram);
  await lock.query('rollback');
  lock.release();
  expect((await segmentsOf(folder, 0)).segments).toHaveLength(segments.length);
  expect(await archiveMonths(database, { keys, folder })).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.draft'))).toEqual([
    `${rowsFileOf({ ...newest, shard: 10 })}.0a0b0c0d.draft`,
  ]);
  expect((await proof()).map(({ shown }) => shown)).toEqual([[], []]);
  expect(await detach()).toMatchObject({ code: 0 });
  expect((await proof()).map(({ shown }) => shown)).toEqual([[], []]);
});
