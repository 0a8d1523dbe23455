import { Backups } from './backup/backups.ts';
import { readCatalog } from './backup/catalog.ts';
import { lockedText } from './backup/vault.ts';
import { BackupKeeper } from './backup/keeper.ts';
import { endArchives } from './backup/wal-archive.ts';
import type { Vault } from './backup/vault.ts';
import { openVault, verifierOf } from './composition/backup-commands.ts';
import {
  type BackupSettings,
  archiveOfEnvironment,
  backupsOfEnvironment,
  databaseOfEnvironment,
} from './config-services.ts';
import { openDatabase } from './db/database.ts';
import type { DatabaseLog } from './db/log.ts';
import { complain } from './db/offline-command.ts';
import { existingDatabase } from './db/place.ts';
import { createLog } from './platform/log.ts';

const USAGE = `Usage: npm run backup [-- <option>]
  (none)           takes a backup, restores it into a scratch folder, verifies it, and deletes what is too old
  --list           lists the backups of the target
  --check [id]     restores and verifies the newest backup, or the named one
  --end            lets PostgreSQL keep no log for the backups any more; without a schedule it would use up to 8 GB`;

/**
 * `npm run backup`: backups of the embedded PostgreSQL, also while the server runs. `--keep` makes them by the schedule
 * until the parent process ends; `npm start` runs it. Exit code 0 when all went well, 1 when not, 2 after bad settings.
 */
async function main(): Promise<number> {
  const [option = '', id] = process.argv.slice(2);
  if (!['', '--list', '--check', '--end', '--keep'].includes(option)) return complain(USAGE, 2);
  const settings = settingsOf();
  if (typeof settings === 'number') return settings;
  const { dataFolder, databaseUrl, text } = existingDatabase(process.env);
  if (databaseUrl !== undefined)
    return complain('This is for the embedded PostgreSQL. docs/operations.md has a recipe for your own.', 2);
  if (settings.to === undefined && option !== '--end')
    return complain('FAIRLOT_BACKUP_TO is missing: it names the target (docs/configuration.md).', 2);
  if (option !== '--keep') say(`Database: ${text}`);
  const log = option === '--keep' ? createLog(process.env['FAIRLOT_LOG_LEVEL']?.trim() || 'info') : lines;
  const database = await openDatabase({ ...databaseOfEnvironment(process.env), exclusive: false, log });
  try {
    if (settings.to === undefined || option === '--end') {
      say(`${await endArchives(database.pool)} archives were ended.`);
      return 0;
    }
    const stopped = new AbortController();
    const vault = await openVault(settings.to, settings, dataFolder, log, stopped.signal);
    if (option === '--list') return await list(vault);
    const { folder: archive } = archiveOfEnvironment(process.env);
    const verify = verifierOf({ keys: dataFolder, archive }, log, option === '--keep' ? () => undefined : say);
    const backups = new Backups({ ...settings, database, dataFolder, vault, verify, log, stopped: stopped.signal });
    if (option === '--keep') await keep(backups, settings, log, stopped);
    else await once(backups, option, id, stopped);
    return 0;
  } finally {
    await database.close();
  }
}

function settingsOf(): BackupSettings | number {
  try {
    return backupsOfEnvironment(process.env);
  } catch (error) {
    return complain((error as Error).message, 2);
  }
}

async function once(backups: Backups, option: string, id: string | undefined, stopped: AbortController): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopped.abort(new Error(`interrupted by ${signal}`)));
  if (option === '') await backups.take();
  await backups.check(option === '' ? undefined : id);
  if (option === '') await backups.removeOld();
}

/** Runs the schedule until a signal, or until the server that started this process is gone. */
async function keep(
  backups: Backups,
  schedule: BackupSettings,
  log: DatabaseLog,
  stopped: AbortController,
): Promise<void> {
  const keeper = new BackupKeeper(backups, schedule, log, Date.now);
  keeper.start();
  await new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
    process.once('disconnect', () => done());
  });
  stopped.abort(new Error('the backups are stopping'));
  await keeper.stop();
}

async function list(vault: Vault): Promise<number> {
  const { lines, locked } = await readCatalog(vault);
  say(`Target:   ${vault.text}`);
  for (const { name, record, backups, pieces, locked: closed } of lines) {
    say(`line      ${name} of ${record.host}`);
    for (const each of closed) say(`backup    ${lockedText(each)}`);
    for (const { id, endedAt, storedBytes, verifiedAt } of backups)
      say(
        `backup    ${id} of ${textOf(endedAt)}, ${(storedBytes / 1e6).toFixed(1)} MB, ${verifiedAt === undefined ? 'NOT verified' : `verified ${textOf(verifiedAt)}`}`,
      );
    const until = Math.max(0, ...pieces.map((piece) => piece.until));
    say(`log       ${pieces.length} pieces${until === 0 ? '' : `, until ${textOf(until)}`}`);
  }
  for (const each of locked) say(`line      ${lockedText(each)}`);
  if (lines.length + locked.length === 0) say('There are no backups yet.');
  vault.keyIds.forEach((keyId, index) => {
    const opened = lines.some((line) => line.backups.some((each) => each.keyId === keyId));
    const use = index === 0 ? 'encrypts new backups' : opened ? 'is needed' : 'opens nothing here any more';
    say(`key       ${keyId} ${use}`);
  });
  return 0;
}

function textOf(time: number): string {
  return new Date(time).toISOString();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const lines: DatabaseLog = {
  info: say,
  warn: (line) => void complain(line, 1),
  error: (line) => void complain(line, 1),
};

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = complain(`The backup failed: ${error instanceof Error ? error.message : String(error)}`, 1);
}
