import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DAY_MS } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import type { Database } from '../src/db/database.ts';
import { PartitionKeeper } from '../src/db/partitions/partition-keeper.ts';
import { archiveJournal } from '../src/trading/archive/archive-journal.ts';
import { CheckpointKeys } from '../src/trading/checkpoints/checkpoint.ts';
import { Checkpoints } from '../src/trading/checkpoints/checkpoints.ts';
import type { VerifyOptions } from '../src/trading/verify/verify-shard.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { NOON, type TestHost, buy, startTestHost } from './support/test-host.ts';

const DAYS = 30;
const seed = randomBytes(32);
const keys = new CheckpointKeys([seed]);
const programs = {
  archive: await bundle('apps/server/src/archive.ts'),
  verify: await bundle('apps/server/src/verify.ts'),
};
let testDatabase: TestDatabase;
let database: Database;
let trading: TestHost;
let folder: string;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fairlot-archive-'));
  database = await testDatabase.open();
  trading = await startTestHost(database);
  await trading.host.submit({ type: 'openAccount', account: 1, key: 'open', kind: 'demo' });
});
afterEach(async () => {
  await trading.host.stop();
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

/** End of the first partition, which depends on the day on which the database was made. */
async function firstEnd(): Promise<number> {
  const { rows } = await database.pool.query<{ ends: string }>(
    `select substring(pg_get_expr(relpartbound, oid) from 'TO \\(''?([0-9]+)') as ends from pg_class where relname = 'journal_first'`,
  );
  return Number(rows[0]?.ends);
}

function goTo(time: number): void {
  trading.clock.time = time;
  trading.quote('1.10000', '1.10010');
}

/** Opens and closes a position in each of four months, each in a partition of its own after the first one. */
async function tradeForMonths(): Promise<void> {
  const begin = (await firstEnd()) + DAY_MS / 2;
  for (const month of [0, 1, 2, 3]) {
    goTo(begin + month * DAYS * DAY_MS);
    const now = () => trading.clock.time;
    const keeper = new PartitionKeeper({ pool: database.pool, now, days: DAYS, log: silentLog });
    await expect.poll(() => keeper.run()).toBe(true);
    const opened = await trading.host.submit(buy(1, `order ${month}`));
    if (!opened.ok || opened.order === undefined) throw new Error(`refused: ${JSON.stringify(opened)}`);
    await trading.host.submit({ type: 'closePosition', account: 1, key: `close ${month}`, order: opened.order });
    await trading.host.submit(buy(1, `kept ${month}`));
  }
}

async function sign(): Promise<void> {
  const checkpoints = new Checkpoints({
    pool: database.pool,
    trading: trading.host,
    keys,
    everyRows: 1_000_000,
    file: join(folder, 'checkpoints.log'),
    clock: () => NOON,
    log: silentLog,
    announce: () => Promise.resolve(),
  });
  expect(await checkpoints.make()).toBeDefined();
}

/** Archives, and tells rows as `first-last` of each new file, or the row for which it waits. */
async function archive(afterDays = DAYS): Promise<string[]> {
  const done: string[] = [];
  const options = { pool: database.pool, folder, checkpoints: { keys, file: undefined } };
  for await (const { archived } of archiveJournal(options, afterDays))
    done.push('made' in archived ? `${archived.made.first}-${archived.made.last}` : `waits for ${archived.waitsFor}`);
  return done;
}

const verify = (more: VerifyOptions = {}) =>
  verifyShard(database.pool, 0, { checkpoints: { keys, file: undefined }, ...more });
const files = async (ending: string) => (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
const path = (name: string | undefined) => join(folder, name ?? 'missing');

/** Differences that a verification with the archive finds; it arrives at the same state as without. */
async function findings(): Promise<string> {
  const [plain, archived] = [await verify(), await verify({ archive: folder })];
  expect(plain.shown).toEqual([]);
  expect(archived).toMatchObject({ rows: plain.rows, head: plain.head, stateHash: plain.stateHash });
  return archived.shown.join('\n');
}

it('archives old partitions, each row once, and replays them to the same state', async () => {
  await tradeForMonths();
  expect((await archive())[0]).toMatch(/^waits for \d+$/);
  expect(await readdir(folder)).toEqual([]);
  await sign();
  const made = await archive();
  expect(made).toHaveLength(3);
  expect(await archive()).toEqual([]);
  await trading.host.submit(buy(1, 'after'));
  await trading.host.stop();
  const { time } = trading.clock;
  trading = await startTestHost(database);
  goTo(time);
  expect(await trading.host.submit(buy(1, 'order 0'))).toMatchObject({ ok: true, order: 1 });
  const [plain, archived] = [await verify(), await verify({ archive: folder })];
  expect(archived).toEqual({ ...plain, archived: Number(made.at(-1)?.split('-')[1]) });
  expect(archived).toMatchObject({ count: 0, checkpoints: 1 });
  expect(archived.archived).toBeGreaterThan(3);
});

it('reads the archive, not the database', async () => {
  await tradeForMonths();
  await sign();
  await archive();
  await database.pool.query(
    `update journal set command = replace(command, 'order 0', 'order X') where key = 'order 0'`,
  );
  expect((await verify()).shown.join('\n')).toMatch(/its columns differ/);
  expect(await verify({ archive: folder })).toMatchObject({ count: 0 });
  expect((await verify({ archive: join(folder, 'none') })).count).toBeGreaterThan(0);
});

it('archives no row that breaks the chain, and leaves no manifest of it', async () => {
  await tradeForMonths();
  await sign();
  await database.pool.query(`update journal set events = '[]' where key = 'order 0'`);
  await expect(archive()).rejects.toThrow(/can't be archived: row \d+: its hash does not follow/);
  // The first file ends before the row.
  expect(await files('.json')).toHaveLength(1);
  await database.pool.query(`delete from journal where key = 'order 0'`);
  await expect(archive()).rejects.toThrow(/row \d+ is missing/);
});

it('finds flipped bytes, missing and swapped files, and uses the database in their place', async () => {
  await tradeForMonths();
  await sign();
  await archive();
  const [first = '', second = ''] = await files('.gz');
  const bytes = await readFile(path(first));
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(100) ^ 1, 100);
  await writeFile(path(first), flipped);
  expect(await findings()).toBe(`archive: ${first} has other bytes than its manifest says`);
  await rm(path(first));
  expect(await findings()).toBe(`archive: ${first} is missing`);
  await rename(path(second), path(first));
  expect((await findings()).split('\n')).toEqual([
    `archive: ${first} has other bytes than its manifest says`,
    `archive: ${second} is missing`,
  ]);
  await rename(path(first), path(second));
  await writeFile(path(first), bytes);
  expect(await findings()).toBe('');
});

it('finds missing, swapped and forged manifests', async () => {
  await tradeForMonths();
  await sign();
  await archive();
  const [first, second] = await files('.json');
  const [rowsFile] = await files('.gz');
  const [text, other] = [await readFile(path(first), 'utf8'), await readFile(path(second), 'utf8')];
  await rm(path(first));
  expect(await findings()).toMatch(/^archive: rows 1 to \d+ are in no usable file$/);
  await writeFile(path(first), other);
  expect(await findings()).toMatch(/is the manifest of journal-0-.*\n.*are in no usable file$/);
  await expect(archive()).rejects.toThrow('the archive is damaged');
  await writeFile(path(first), 'no manifest');
  expect(await findings()).toMatch(/is not a manifest of format 1/);
  // A rewritten row under a manifest that fits: the chain of hashes shows it.
  const lines = gunzipSync(await readFile(path(rowsFile)))
    .toString()
    .replace('"open"', '"other"');
  const forged = gzipSync(lines);
  await writeFile(path(rowsFile), forged);
  const sha256 = createHash('sha256').update(forged).digest('hex');
  await writeFile(path(first), JSON.stringify({ ...(JSON.parse(text) as object), sha256 }));
  expect((await verify({ archive: folder })).shown.join('\n')).toMatch(/its columns differ from its command/);
});

it('takes a file without a manifest as never finished, and writes it again', async () => {
  await tradeForMonths();
  await sign();
  const made = await archive();
  const manifest = (await files('.json')).at(-1);
  const before = await readFile(path(manifest), 'utf8');
  await rm(path(manifest));
  await writeFile(path(`${manifest}.0a0b0c0d.draft`), '{');
  expect(await findings()).toBe('');
  expect(await archive()).toEqual(made.slice(-1));
  expect(await readFile(path(manifest), 'utf8')).toBe(before);
});

it('goes on after the last file when it runs again', async () => {
  await tradeForMonths();
  await sign();
  const [first, second] = await archive(2 * DAYS);
  expect(first).toMatch(/^1-/);
  const later = await archive();
  expect(later).toHaveLength(1);
  expect(later[0]?.split('-')[0]).toBe(String(Number(second?.split('-')[1]) + 1));
  expect(await findings()).toBe('');
});

/** Runs a command with the server's own role, as an operator does. */
async function run(
  name: keyof typeof programs,
  options: readonly string[] = [],
  more: Readonly<Record<string, string>> = { FAIRLOT_ARCHIVE_AFTER_DAYS: String(DAYS) },
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [programs[name], ...options], {
    env: {
      ...process.env,
      ...testDatabase.settings,
      FAIRLOT_DATA_DIR: folder,
      FAIRLOT_CHECKPOINT_KEY: seed.toString('base64'),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

it('archives and verifies by command while a host is at work', async () => {
  await tradeForMonths();
  expect(await run('archive', [], {})).toMatchObject({
    code: 2,
    output: expect.stringContaining('FAIRLOT_ARCHIVE_AFTER_DAYS is missing') as string,
  });
  expect(await run('archive')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/shard 0 waits for a signed checkpoint at or after row \d+/) as string,
  });
  await sign();
  expect(await run('archive')).toMatchObject({
    code: 0,
    output: expect.stringContaining('3 files were written and read back') as string,
  });
  expect(await run('verify', ['--archive'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/archive +\d+ rows are read from it/) as string,
  });
  expect(await run('verify', ['--archive', '--from-checkpoint'])).toMatchObject({ code: 2 });
  const archived = join(folder, 'archive');
  for (const name of await readdir(archived)) if (name.endsWith('.gz')) await rm(join(archived, name));
  expect(await run('verify', ['--archive'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/DIFFERENCE +archive: .* is missing/) as string,
  });
});
