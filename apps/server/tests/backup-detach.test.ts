import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { BACKUP_KEY_FILE, CHECKPOINT_KEY_FILE, keysOfFolder } from '../src/security/secrets/key-file.ts';
import { detachJournal } from '../src/trading/archive/detach-journal.ts';
import { CheckpointKeys } from '../src/trading/checkpoints/checkpoint.ts';
import { MONTH_DAYS, archiveMonths, sign, tradeForMonths } from './support/archived-months.ts';
import { backupCommands } from './support/backup-commands.ts';
import { silentLog } from './support/database.ts';
import { startTestHost } from './support/test-host.ts';

const guards = guard();
const root = mkdtempSync(join(tmpdir(), 'fairlot-backup-detach-'));
guards.add('folder', root);
const dataFolder = join(root, 'data');
const target = join(root, 'target');
const archive = join(dataFolder, 'archive');
const launch = await backupCommands(guards, { FAIRLOT_DATA_DIR: dataFolder, FAIRLOT_BACKUP_TO: target });
const run = (...launched: Parameters<typeof launch>) => launch(...launched).ended;
let database: Database | undefined;

/** Four months, of which the archive alone has the first ones. Returns the last row of their files. */
async function detachMonths(): Promise<number> {
  mkdirSync(target);
  database = await openDatabase({ dataFolder, role: 'owner', log: silentLog });
  const trading = await startTestHost(database);
  await trading.host.submit({ type: 'openAccount', account: 1, key: 'open', kind: 'demo' });
  await tradeForMonths(database, trading);
  const keys = new CheckpointKeys(await keysOfFolder(dataFolder, CHECKPOINT_KEY_FILE));
  await sign(database, trading, { keys, folder: dataFolder });
  await archiveMonths(database, { keys, folder: archive });
  await trading.host.stop();
  const { rows } = await detachJournal({ pool: database.pool, folder: archive }, 2 * MONTH_DAYS);
  return rows[0]?.last ?? 0;
}

afterAll(async () => {
  await database?.close();
  await removeFolder(root);
});

it('verifies and restores backups of a database whose first rows are in the archive alone', async () => {
  const last = await detachMonths();
  const taken = await run('backup', []);
  expect(taken.output).toMatch(/backup \S+ was restored and verified/);
  expect(taken).toMatchObject({ code: 0 });
  // The rows that are archived and not detached are verified as the backup has them.
  expect(taken.output).toContain(`archive     ${last} rows are read from it`);
  const folder = join(root, 'restored');
  mkdirSync(folder);
  copyFileSync(join(dataFolder, BACKUP_KEY_FILE), join(folder, BACKUP_KEY_FILE));
  renameSync(archive, join(folder, 'archive'));
  const restored = await run('restore', ['--to', folder], { FAIRLOT_DATA_DIR: folder });
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored and verified.') });
  const refused = await run('restore', ['--to', join(root, 'refused')]);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is missing, although it was written[^]*With --even-if-different it is/),
  });
  const forced = await run('restore', ['--to', join(root, 'forced'), '--even-if-different']);
  expect(forced).toMatchObject({ code: 0, output: expect.stringMatching(/Restored WITH \d+ DIFFERENCES/) });
  expect(existsSync(join(root, 'forced', 'postgres', 'PG_VERSION'))).toBe(true);
});
