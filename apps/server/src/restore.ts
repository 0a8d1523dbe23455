import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCatalog } from './backup/catalog.ts';
import { chooseRestore } from './backup/choose-restore.ts';
import { requireEmpty, restoreDataFolder } from './backup/restore-folder.ts';
import { openVaultToRead, verifierOf } from './composition/backup-commands.ts';
import { archiveOfEnvironment, backupsOfEnvironment } from './config-services.ts';
import { complain } from './db/offline-command.ts';
import { BACKUP_KEY_FILE } from './security/secrets/key-file.ts';

const USAGE = `Usage: npm run restore -- --to <new data folder> [--time 2026-11-20T14:30:00Z] [--line <name>] [--backup <id>]
                      [--even-if-different]
Restores from FAIRLOT_BACKUP_TO, by default to the last moment. npm run backup -- --list shows what there is.`;

/** `npm run restore`: makes a data folder from a backup. Exit code 0 when it was made, 1 when not, 2 after bad settings. */
async function main(): Promise<number> {
  const options = optionsOf();
  const time = options?.time === undefined ? undefined : timeOf(options.time);
  if (options?.to === undefined || time === null) return complain(USAGE, 2);
  const folder = resolve(options.to);
  const settings = backupsOfEnvironment(process.env);
  if (settings.to === undefined)
    return complain('FAIRLOT_BACKUP_TO is missing: it names the target (docs/configuration.md).', 2);
  const { folder: archive } = archiveOfEnvironment(process.env);
  requireEmpty(folder);
  const dataFolder = resolve(process.env['FAIRLOT_DATA_DIR']?.trim() || './data');
  const keysFolder = existsSync(join(folder, BACKUP_KEY_FILE)) ? folder : dataFolder;
  const vault = await openVaultToRead(settings.to, settings, keysFolder);
  if (vault === undefined)
    return complain(
      `There is no backup key. Set FAIRLOT_BACKUP_KEY, or put ${BACKUP_KEY_FILE} into ${[...new Set([folder, dataFolder])].join(' or ')}.`,
      2,
    );
  const plan = chooseRestore(await readCatalog(vault), { time, line: options.line, backup: options.backup });
  say(
    `Restoring ${textOf(plan.time ?? plan.until)} from backup ${plan.backup.id} (line ${plan.line.name} of ${plan.line.record.host}) in ${vault.text} to ${folder}.`,
  );
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopped.abort(new Error(`interrupted by ${signal}`)));
  const log = { info: () => undefined, warn: say, error: say };
  const differences = await restoreDataFolder(plan, {
    vault,
    folder,
    verify: verifierOf({ keys: folder, archive }, log, say),
    log,
    evenIfDifferent: options['even-if-different'] === true,
    stopped: stopped.signal,
  });
  say(
    `Restored${differences === 0 ? ' and verified' : ` WITH ${differences} DIFFERENCES`}. Before the start, put secrets.key and checkpoint.key into ${folder}, and no old checkpoints.log.`,
  );
  return 0;
}

function optionsOf() {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      options: { to: text, time: text, line: text, backup: text, 'even-if-different': { type: 'boolean' } },
    }).values;
  } catch {
    return undefined;
  }
}

/** Null unless the text is a moment with its zone: the clock of the machine may have another one than the operator. */
function timeOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

function textOf(time: number): string {
  return new Date(time).toISOString();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = complain(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`, 1);
}
