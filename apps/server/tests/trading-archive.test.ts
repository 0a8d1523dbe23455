import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import type { Database } from '../src/db/database.ts';
import { CheckpointKeys } from '../src/trading/checkpoints/checkpoint.ts';
import type { VerifyOptions } from '../src/trading/verify/verify-shard.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import {
  MONTH_DAYS as DAYS,
  archiveMonths,
  goTo,
  runProgram,
  sign as signLast,
  tradeForMonths as trade,
} from './support/archived-months.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { type TestHost, buy, startTestHost } from './support/test-host.ts';

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

const source = () => ({ keys, folder });
const tradeForMonths = () => trade(database, trading);
const sign = () => signLast(database, trading, source());
const archive = (afterDays?: number) => archiveMonths(database, source(), afterDays);
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
  goTo(trading, time);
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
  expect(await findings()).toBe(`archive: ${first} is missing, although it was written`);
  await writeFile(path(first), other);
  expect((await findings()).split('\n')).toEqual([
    expect.stringMatching(/is the manifest of journal-0-/),
    `archive: ${first} is missing, although it was written`,
  ]);
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

it('notices that the newest file is missing, and writes it again with the same rows', async () => {
  await tradeForMonths();
  await sign();
  const made = await archive();
  const manifest = (await files('.json')).at(-1);
  const before = await readFile(path(manifest), 'utf8');
  await rm(path(manifest));
  await writeFile(path(`${manifest}.0a0b0c0d.draft`), '{');
  expect(await findings()).toBe(`archive: ${manifest} is missing, although it was written`);
  expect(await archive()).toEqual(made.slice(-1));
  expect(await readFile(path(manifest), 'utf8')).toBe(before);
  expect(await findings()).toBe('');
});

it('notices the newest files that a crash, or a release before, has not noted', async () => {
  await tradeForMonths();
  await sign();
  await archive();
  await database.pool.query('delete from archived_segments');
  const names = [...(await files('.json')), ...(await files('.gz'))];
  await archive();
  expect(await findings()).toBe('');
  for (const name of names) await rm(path(name));
  expect((await findings()).split('\n')).toHaveLength(3);
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
const run = (
  name: keyof typeof programs,
  options: readonly string[] = [],
  more: Readonly<Record<string, string>> = { FAIRLOT_ARCHIVE_AFTER_DAYS: String(DAYS) },
) =>
  runProgram(programs[name], options, {
    ...testDatabase.settings,
    FAIRLOT_DATA_DIR: folder,
    FAIRLOT_CHECKPOINT_KEY: seed.toString('base64'),
    ...more,
  });

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
