import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lots } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import type { Database } from '../src/db/database.ts';
import { JournalRows } from '../src/features/copying/follower/journal-rows.ts';
import { WithdrawalQueries } from '../src/features/funding/withdrawals/queries.ts';
import type { UserNotices } from '../src/messages/user-notices.ts';
import { detachJournal } from '../src/trading/archive/detach-journal.ts';
import { CheckpointKeys } from '../src/trading/checkpoints/checkpoint.ts';
import { findOutcomes } from '../src/trading/journal/find-outcomes.ts';
import { journalTime } from '../src/trading/journal-time.ts';
import { readStopOut } from '../src/trading/read-stop-out.ts';
import { readJournal } from '../src/trading/remote/read-journal.ts';
import { type VerifyOptions, verifyShard } from '../src/trading/verify/verify-shard.ts';
import { MONTH_DAYS, archiveMonths, goTo, runProgram, sign, tradeForMonths } from './support/archived-months.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { type TestHost, buy, startTestHost } from './support/test-host.ts';

const seed = randomBytes(32);
const keys = new CheckpointKeys([seed]);
const program = await bundle('apps/server/src/detach.ts');
const verifyProgram = await bundle('apps/server/src/verify.ts');
let testDatabase: TestDatabase;
let database: Database;
let trading: TestHost;
/** A shard that has nothing to do after the first month. */
let quiet: TestHost;
let folder: string;
let archived: readonly string[];

/** Four months, archived up to the last one. */
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fairlot-detach-'));
  database = await testDatabase.open();
  trading = await startTestHost(database);
  quiet = await startTestHost(database, { shard: 1 });
  await trading.host.submit({ type: 'openAccount', account: 1, key: 'open', kind: 'demo' });
  await quiet.host.submit({ type: 'openAccount', account: 2, key: 'open', kind: 'demo' });
  await stopOut();
  await tradeForMonths(database, trading);
  await sign(database, trading, { keys, folder });
  await sign(database, quiet, { keys, folder }, 1);
  archived = await archiveMonths(database, { keys, folder });
});
afterEach(async () => {
  await stop();
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

/** A stop-out of the quiet shard, followed by one more row. */
async function stopOut(): Promise<void> {
  expect(await quiet.host.submit({ ...buy(2, 'large'), lots: lots('60') })).toMatchObject({ ok: true });
  quiet.quote('1.08500', '1.08510');
  quiet.quote('1.10000', '1.10010');
  expect(await quiet.host.submit({ type: 'openAccount', account: 5, key: 'open', kind: 'demo' })).toEqual({ ok: true });
}

async function stop(): Promise<void> {
  await trading.host.stop();
  await quiet.host.stop();
}

async function restart(): Promise<void> {
  const { time } = trading.clock;
  await stop();
  trading = await startTestHost(database);
  quiet = await startTestHost(database, { shard: 1 });
  goTo(trading, time);
}

const detach = (afterDays = MONTH_DAYS) => detachJournal({ pool: database.pool, folder }, afterDays);
const verify = (more: VerifyOptions = {}, shard = 0) =>
  verifyShard(database.pool, shard, { checkpoints: { keys, file: undefined }, ...more });
const findings = async () => (await verify({ archive: folder })).shown.join('\n');
const files = async (ending: string) => (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
const path = (name: string | undefined) => join(folder, name ?? 'missing');

async function seqsOf(shard: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ seq: string }>(
    'select seq::text as seq from journal where shard = $1 order by seq',
    [shard],
  );
  return rows.map(({ seq }) => Number(seq));
}
async function partitions(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'journal'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
}

const rowText = (row: { account: bigint; key: string; outcome: string }) => `${row.account} ${row.key} ${row.outcome}`;

it('drops archived partitions, keeps the last row of each shard, and the house goes on', async () => {
  const before = await verify();
  const quietBefore = await verify({}, 1);
  const rows = await seqsOf(0);
  const keysBefore = await database.pool.query(`select account, key, outcome from journal where key is not null`);
  await stop();
  const { rows: left } = await detach();
  const last = Number(
    archived
      .filter((each) => !each.startsWith('waits'))
      .at(-2)
      ?.split('-')[1],
  );
  expect(left).toContainEqual({ shard: 0, first: 1, last });
  expect(await seqsOf(0)).toEqual(rows.filter((seq) => seq >= last));
  expect(await seqsOf(1)).toHaveLength(1);
  expect(await partitions()).toContain('journal_kept');
  expect(await partitions()).not.toContain('journal_first');
  // Nothing is left to detach, and archiving goes on after the last file.
  expect((await detach()).rows).toEqual([]);
  expect(await archiveMonths(database, { keys, folder })).toEqual([]);
  await restart();
  expect(await journalTime(database.pool)).toBe(trading.clock.time);
  const archive = await verify({ archive: folder });
  expect(archive).toMatchObject({ count: 0, head: before.head, stateHash: before.stateHash, rows: before.rows });
  expect(await verify({ archive: folder }, 1)).toMatchObject({ count: 0, head: quietBefore.head });
  expect(await verify({ fromCheckpoint: true })).toMatchObject({ count: 0, head: before.head });
  await expect(verify()).rejects.toThrow(`rows 1 to ${last - 1} of shard 0 are in the archive alone`);
  // Every key is answered as before, of one row and of many.
  const commands = keysBefore.rows as { account: bigint; key: string; outcome: string }[];
  const { rows: known } = await database.pool.query<{ account: bigint; key: string; outcome: string }>(
    'select account, key, outcome from journal where key is not null union all select account, key, outcome from archived_keys',
  );
  expect(known.map(rowText).sort()).toEqual(commands.map(rowText).sort());
  expect(await trading.host.submit(buy(1, 'order 0'))).toMatchObject({ ok: true, order: 1 });
  expect(await trading.host.submit(buy(1, 'kept 0'))).toMatchObject({ ok: true, order: 2 });
  expect(await trading.host.submit({ type: 'closePosition', account: 1, key: 'kept 0', order: 2 })).toEqual({
    ok: false,
    reason: 'key_reused',
  });
  const time = trading.clock.time;
  expect(
    await findOutcomes(database.pool, [
      { ...buy(1, 'order 0'), time },
      { ...buy(1, 'never'), time },
      { ...buy(1, 'order 3'), time },
    ] as Parameters<typeof findOutcomes>[1]),
  ).toEqual([expect.objectContaining({ ok: true }), undefined, expect.objectContaining({ ok: true })]);
  const withdrawals = new WithdrawalQueries(database.kysely, {} as UserNotices);
  expect(await withdrawals.isDecided(1n, 'order 0')).toBe(true);
  expect(await withdrawals.isDecided(1n, 'never')).toBe(false);
  // Repeats have added no row; new commands do, also of the quiet shard.
  expect((await verify({ archive: folder })).rows).toBe(before.rows);
  expect(await trading.host.submit(buy(1, 'after'))).toMatchObject({ ok: true });
  quiet.clock.time = trading.clock.time;
  expect(await quiet.host.submit({ type: 'openAccount', account: 3, key: 'open', kind: 'demo' })).toEqual({ ok: true });
  expect(await findings()).toBe('');
  const quietAfter = await verify({ archive: folder }, 1);
  expect(quietAfter.count).toBe(0);
  expect(quietAfter.rows).toBeGreaterThan(quietBefore.rows);
});

it('detaches again later', async () => {
  await stop();
  await detach(2 * MONTH_DAYS);
  const first = await seqsOf(0);
  await restart();
  await stop();
  const { rows } = await detach();
  expect(rows).toEqual([{ shard: 0, first: first[0], last: expect.any(Number) as number }]);
  expect((await partitions()).filter((name) => name.startsWith('journal_kept'))).toEqual(['journal_kept']);
  await restart();
  expect(await trading.host.submit(buy(1, 'order 0'))).toMatchObject({ ok: true, order: 1 });
  expect(await trading.host.submit(buy(1, 'order 1'))).toMatchObject({ ok: true, order: 3 });
  expect(await findings()).toBe('');
});

it('drops nothing when a file is missing, changed, or not written', async () => {
  await stop();
  const before = [await seqsOf(0), await partitions()];
  const unchanged = async () => {
    expect([await seqsOf(0), await partitions()]).toEqual(before);
    expect((await database.pool.query('select from archived_keys')).rowCount).toBe(0);
  };
  const [first = ''] = await files('.gz');
  const newest = (await files('.json')).at(-1) ?? '';
  await rename(path(first), path('away'));
  await expect(detach()).rejects.toThrow(`stay: archive: ${first} is missing`);
  await unchanged();
  await rename(path('away'), path(first));
  const bytes = await readFile(path(first));
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(100) ^ 1, 100);
  await writeFile(path(first), flipped);
  await expect(detach()).rejects.toThrow('has other bytes than its manifest says');
  await writeFile(path(first), bytes);
  await rename(path(newest), path('away'));
  await expect(detach()).rejects.toThrow('is missing, although it was written');
  await rename(path('away'), path(newest));
  await database.pool.query(`update journal set outcome = outcome || ' ' where key = 'order 0'`);
  await expect(detach()).rejects.toThrow(/row \d+ is another one in the archive/);
  await database.pool.query(`update journal set outcome = rtrim(outcome) where key = 'order 0'`);
  await unchanged();
  // The last month is not archived.
  await expect(detach(0)).rejects.toThrow(/the archive ends before row \d+: run npm run archive first/);
  await unchanged();
});

it('drops nothing that the tables or copies have not followed', async () => {
  await stop();
  await database.pool.query('update shard_writes set seq = 3 where shard = 0');
  await expect(detach()).rejects.toThrow('the tables do not have them yet');
  expect((await seqsOf(0))[0]).toBe(1);
});

it('notices a lost or changed archive afterwards, and lost keys', async () => {
  await stop();
  await detach();
  expect(await findings()).toBe('');
  const [first = ''] = await files('.gz');
  const bytes = await readFile(path(first));
  await rm(path(first));
  expect(await findings()).toContain(`archive: ${first} is missing`);
  await expect(archiveMonths(database, { keys, folder })).resolves.toEqual([]);
  await writeFile(path(first), bytes);
  const manifest = path((await files('.json')).at(-1));
  const text = await readFile(manifest, 'utf8');
  for (const name of await files('.json'))
    if (path(name).includes('journal-0')) await rename(path(name), path(`${name}.away`));
  expect(await findings()).toContain('is missing, although it was written');
  await expect(archiveMonths(database, { keys, folder })).rejects.toThrow('bring the missing files back');
  for (const name of await files('.away')) await rename(path(name), path(name.replace('.away', '')));
  expect(await readFile(manifest, 'utf8')).toBe(text);
  expect(await findings()).toBe('');
  await database.pool.query(`delete from archived_keys where key = 'order 0'`);
  expect(await findings()).toMatch(/its key order 0 of account 1 is missing[^]*the table of archived keys has/);
});

it('explains stop-outs as before, and gives readers a lower bound', async () => {
  const { rows: ended } = await database.pool.query<{ id: string }>(
    `select id::text as id from orders where reason = 'stop_out'`,
  );
  const order = Number(ended[0]?.id);
  const explained = await readStopOut(database.kysely, 2, order);
  expect(explained?.events).toContainEqual(expect.objectContaining({ type: 'positionClosed', order }));
  await stop();
  await detach();
  expect(await seqsOf(1)).toHaveLength(1);
  expect(await readStopOut(database.kysely, 2, order)).toEqual(explained);
  const [first = 0] = await seqsOf(0);
  await expect(readJournal(database.pool, 0, 1)).rejects.toThrow('have left the database: they are in the archive');
  expect((await readJournal(database.pool, 0, first))[0]?.seq).toBe(first + 1);
  const rows = new JournalRows(database.kysely);
  await expect(rows.after(0, 1, first + 1, [1])).rejects.toThrow('has left the database');
  expect((await rows.after(0, first, first + 2, [1])).through).toBe(first + 2);
});

it('runs by command, after a word, with the server stopped', async () => {
  const settings = {
    ...testDatabase.settings,
    FAIRLOT_DATA_DIR: folder,
    FAIRLOT_ARCHIVE_DIR: folder,
    FAIRLOT_CHECKPOINT_KEY: seed.toString('base64'),
    FAIRLOT_ARCHIVE_AFTER_DAYS: String(MONTH_DAYS),
  };
  expect(await runProgram(program, [], settings)).toMatchObject({ code: 3 });
  await stop();
  await database.close();
  expect(await runProgram(program, [], settings, 'no\n')).toMatchObject({ code: 1 });
  expect(await runProgram(program, [], settings, 'detach\n')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/partitions +journal_first\n[^]*rows 1 to \d+\n[^]*Dropped/) as string,
  });
  expect(await runProgram(program, [], settings, 'detach\n')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Nothing was changed') as string,
  });
  expect(await runProgram(verifyProgram, [], settings)).toMatchObject({
    code: 2,
    output: expect.stringContaining('are in the archive alone') as string,
  });
  expect(await runProgram(verifyProgram, ['--archive'], settings)).toMatchObject({ code: 0 });
  database = await testDatabase.open();
  await restart();
  expect(await trading.host.submit(buy(1, 'open'))).toEqual({ ok: false, reason: 'key_reused' });
});
