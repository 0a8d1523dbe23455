import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import { readBackupState } from '../src/backup/state.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { backupCommands } from './support/backup-commands.ts';
import { silentLog } from './support/database.ts';
import { type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const guards = guard();
const root = mkdtempSync(join(tmpdir(), 'fairlot-backup-commands-'));
guards.add('folder', root);
const dataFolder = join(root, 'data');
const target = join(root, 'target');
const launch = await backupCommands(guards, { FAIRLOT_DATA_DIR: dataFolder, FAIRLOT_BACKUP_TO: target });
let database: Database;
let testHost: TestHost;

beforeAll(async () => {
  mkdirSync(target);
  database = await openDatabase({ dataFolder, log: silentLog });
  testHost = await startTestHost(database);
  await testHost.host.submit(openAccount(1));
});

afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await removeFolder(root);
});

const run = (...launched: Parameters<typeof launch>) => launch(...launched).ended;

it('backs up, lists, restores to a second and to the end, notices a broken archive, and ends it, next to a running server', async () => {
  await testHost.host.submit(buy(1, 'before'));
  const taken = await run('backup', []);
  expect(taken).toMatchObject({ code: 0 });
  expect(taken.output).toContain(`${join(dataFolder, 'backup.key')} was created: copy it to another place now`);
  expect(taken.output).toContain('verified: journal, hash chain, refolded state and tables of shard 0 agree');
  expect(taken.output).toMatch(/backup \S+ was restored and verified/);
  const noted = readBackupState(dataFolder)?.lastBackupAt ?? 0;
  await testHost.host.submit(buy(1, 'after'));
  expect(await run('backup', ['--list'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/backup {4}\S+ of .* MB, verified 2/),
  });
  const folder = join(root, 'restored');
  const time = new Date(noted).toISOString();
  const restored = await run('restore', ['--to', folder, '--time', time]);
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored and verified.') });
  expect(restored.output).toMatch(/journal {5}4 rows/);
  expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true);
  expect(readdirSync(folder)).toEqual(['postgres']);
  expect(await run('restore', ['--to', folder])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty'),
  });
  // The next backup copies the log up to the second order.
  expect(await run('backup', [])).toMatchObject({ code: 0 });
  const end = await run('restore', ['--to', join(root, 'end')]);
  expect(end).toMatchObject({ code: 0, output: expect.stringContaining('Restored and verified.') });
  expect(end.output).toMatch(/journal {5}5 rows/);
  for (const path of parts()) damage(path);
  const broken = await run('restore', ['--to', join(root, 'broken')]);
  expect(broken).toMatchObject({ code: 1, output: expect.stringMatching(/part-000001 is damaged/) });
  expect(existsSync(join(root, 'broken', 'postgres'))).toBe(false);
  expect(await run('backup', ['--end'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 archives were ended.'),
  });
});

/** The files of all base backups. */
function parts(): readonly string[] {
  const names = readdirSync(target, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /part-\d+$/.test(name)).map((name) => join(target, name));
}

/** Changes one bit near the end of a file. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

it('names what is missing, and makes nothing', async () => {
  const nowhere = { FAIRLOT_BACKUP_TO: '' };
  expect(await run('backup', [], nowhere)).toMatchObject({
    code: 2,
    output: expect.stringContaining('BACKUP_TO is missing'),
  });
  expect(await run('backup', [], { FAIRLOT_BACKUP_TO: join(root, 'unmounted') })).toMatchObject({
    code: 1,
    output: expect.stringContaining('does not exist: create it, or mount its disk'),
  });
  expect(await run('restore', ['--to', join(root, 'x'), '--time', '2026-11-20 14:30'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('Usage: npm run restore'),
  });
  expect(await run('restore', ['--to', join(root, 'x')], { FAIRLOT_DATA_DIR: join(root, 'none') })).toMatchObject({
    code: 2,
    output: expect.stringContaining('There is no backup key.'),
  });
  expect(existsSync(join(root, 'x'))).toBe(false);
});

it('keeps the schedule until the server that started it is gone', async () => {
  const other = join(root, 'scheduled');
  mkdirSync(other);
  const { child } = launch('backup', ['--keep'], { FAIRLOT_BACKUP_TO: other, FAIRLOT_BACKUP_LOG_SECONDS: '1' });
  const state = () => readBackupState(dataFolder);
  await expect.poll(() => state()?.target, { timeout: 120_000 }).toBe(`folder ${other}`);
  await expect.poll(() => state()?.lastVerifiedAt ?? 0, { timeout: 100_000 }).toBeGreaterThan(0);
  const seen = state()?.archivedUntil ?? 0;
  await expect.poll(() => state()?.archivedUntil ?? 0, { timeout: 120_000 }).toBeGreaterThan(seen);
  expect(state()?.errors).toEqual({});
  // Both works began at the same time, and share one line.
  expect(readdirSync(other)).toHaveLength(1);
  // Node.js emits no `close` after a disconnection from this side.
  const exited = once(child, 'exit');
  child.disconnect();
  expect((await exited)[0]).toBe(0);
  expect(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).not.toBe('');
});
