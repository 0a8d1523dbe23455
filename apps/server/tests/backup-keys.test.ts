import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import { readBackupState } from '../src/backup/state.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { BACKUP_KEY_FILE } from '../src/security/secrets/key-file.ts';
import { backupCommands } from './support/backup-commands.ts';
import { ordersIn } from './support/backup-orders.ts';
import { silentLog } from './support/database.ts';
import { type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

// An operator changes the key of backups as docs/operations.md says, and restores with the keys that are left.
const guards = guard();
const root = mkdtempSync(join(tmpdir(), 'fairlot-backup-keys-'));
guards.add('folder', root);
const [dataFolder, target] = [join(root, 'data'), join(root, 'target')];
const keyFile = join(dataFolder, BACKUP_KEY_FILE);
const launch = await backupCommands(guards, { FAIRLOT_DATA_DIR: dataFolder, FAIRLOT_BACKUP_TO: target });
const run = (...launched: Parameters<typeof launch>) => launch(...launched).ended;
let database: Database;
let testHost: TestHost;
const keys = { old: '', both: '', renewed: '' };
/** A moment that the first key alone restores. */
let beforeChange = '';

beforeAll(async () => {
  mkdirSync(target);
  database = await openDatabase({ dataFolder, log: silentLog });
  testHost = await startTestHost(database);
  await testHost.host.submit(openAccount(1));
  await testHost.host.submit(buy(1, 'first'));
  await backUp();
  beforeChange = new Date(readBackupState(dataFolder)?.lastBackupAt ?? 0).toISOString();
  keys.old = readFileSync(keyFile, 'utf8');
  renewByManual();
  keys.both = readFileSync(keyFile, 'utf8');
  keys.renewed = keys.both.replace(keys.old, '');
  await testHost.host.submit(buy(1, 'second'));
  await backUp();
});

afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await removeFolder(root);
});

async function backUp(): Promise<void> {
  const { code, output } = await run('backup', []);
  if (code !== 0) throw new Error(output);
}

/** Runs the lines of the manual, with the folders and the file of this test. */
function renewByManual(): void {
  const manual = readFileSync('docs/operations.md', 'utf8');
  const [, lines = ''] = /A new line for a key file.*?```sh\n(.*?)```/s.exec(manual) ?? [];
  const home = join(root, 'home');
  mkdirSync(home);
  const script = lines
    .replaceAll('/var/lib/fairlot', dataFolder)
    .replaceAll('/root/', `${home}/`)
    .replaceAll('secrets.key', BACKUP_KEY_FILE);
  execFileSync('sh', ['-ec', script]);
}

/** Restores into a new folder that has these keys, and no others. */
async function restore(keyText: string, options: readonly string[] = []) {
  const folder = mkdtempSync(join(root, 'restored-'));
  writeFileSync(join(folder, BACKUP_KEY_FILE), keyText);
  return { folder, ...(await run('restore', ['--to', folder, ...options])) };
}

it('continues one archive, and restores both backups while both keys are there', async () => {
  expect(keys.both.trim().split('\n')).toHaveLength(2);
  expect(readdirSync(target)).toHaveLength(1);
  const before = await restore(keys.both, ['--time', beforeChange]);
  const end = await restore(keys.both);
  for (const { code, output } of [before, end])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Restored and verified.') });
  expect(await ordersIn(before.folder)).toEqual(['first']);
  expect(await ordersIn(end.folder)).toEqual(['first', 'second']);
});

it('restores the later backup with the new key alone, and names the old one for the earlier', async () => {
  const end = await restore(keys.renewed);
  expect(end).toMatchObject({ code: 0, output: expect.stringContaining('Restored and verified.') });
  expect(await ordersIn(end.folder)).toEqual(['first', 'second']);
  const before = await restore(keys.renewed, ['--time', beforeChange]);
  expect(before).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Nothing was restored: \S+ was encrypted with the backup key [0-9a-f]{16}, which/),
  });
  expect(readdirSync(before.folder)).toEqual([BACKUP_KEY_FILE]);
});

it('restores moments before the change with the old key alone, and nothing later', async () => {
  const before = await restore(keys.old, ['--time', beforeChange]);
  expect(before).toMatchObject({ code: 0 });
  expect(await ordersIn(before.folder)).toEqual(['first']);
  const end = await restore(keys.old);
  expect(end).toMatchObject({ code: 1, output: expect.stringContaining('which is not among yours') });
  expect(readdirSync(end.folder)).toEqual([BACKUP_KEY_FILE]);
});

it('lists what each key opens, and backs up without the old key', async () => {
  const list = async (keyText: string): Promise<string> => {
    writeFileSync(keyFile, keyText);
    return (await run('backup', ['--list'])).output;
  };
  const both = await list(keys.both);
  const [, renewed = '', old = ''] = /key {7}(\S+) encrypts new backups\nkey {7}(\S+) is needed\n/.exec(both) ?? [];
  expect(both.match(/, verified /g)).toHaveLength(2);
  const alone = await list(keys.renewed);
  expect(alone).toContain(`was encrypted with the backup key ${old}, which is not among yours`);
  expect(alone).toContain(`key       ${renewed} encrypts new backups`);
  expect(await run('backup', [])).toMatchObject({ code: 0 });
  expect(readdirSync(target)).toHaveLength(1);
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`);
  expect(await run('backup', [])).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /The backup failed: \S+ was encrypted with the backup key [0-9a-f]{16}, which is not/,
    ),
  });
});
