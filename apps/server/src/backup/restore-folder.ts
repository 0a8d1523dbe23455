import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DRAFT } from '../db/embedded/cluster.ts';
import type { EmbeddedServer } from '../db/embedded/server.ts';
import type { DatabaseLog } from '../db/log.ts';
import { ARCHIVE_FOLDER } from '../platform/archive-folder.ts';
import { BACKUP_KEY_FILE, CHECKPOINT_KEY_FILE, SECRETS_KEY_FILE } from '../security/secrets/key-file.ts';
import { BackupError } from './backup-error.ts';
import type { VerifyFolder } from './check-backup.ts';
import type { RestorePlan } from './choose-restore.ts';
import { restoreCluster } from './restore.ts';
import type { Vault } from './vault.ts';

/** Content that a data folder may have before a restore: keys and the archive, which no backup contains. */
const KEPT = new Set([SECRETS_KEY_FILE, CHECKPOINT_KEY_FILE, BACKUP_KEY_FILE, ARCHIVE_FOLDER]);

/** The parts of a restore. */
export interface RestoreDeps {
  readonly vault: Vault;
  /** The new data folder. */
  readonly folder: string;
  readonly verify: VerifyFolder;
  readonly log: DatabaseLog;
  /** True to put the database in place although its verification found differences. */
  readonly evenIfDifferent: boolean;
  readonly stopped?: AbortSignal | undefined;
}

/** Throws BackupError unless a folder is missing, empty, or has key files and the archive alone. */
export function requireEmpty(folder: string): void {
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => !KEPT.has(name)) : [];
  if (found.length > 0)
    throw new BackupError(
      `the folder ${folder} is not empty (${found.slice(0, 3).join(', ')}): a restore overwrites nothing. Name a new folder, or move the old one away`,
    );
}

/**
 * Restores the database of a new data folder and verifies it. It gets its place when it is whole: a restore that is
 * interrupted leaves a draft, which the next start removes. Returns the differences.
 */
export async function restoreDataFolder(plan: RestorePlan, deps: RestoreDeps): Promise<number> {
  requireEmpty(deps.folder);
  mkdirSync(deps.folder, { recursive: true, mode: 0o700 });
  const root = realpathSync(deps.folder);
  const draft = join(root, `${DRAFT}${process.pid}`);
  let server: EmbeddedServer | undefined;
  const stop = (): void => void server?.stop();
  try {
    server = await restoreCluster(plan, deps.vault, draft, deps.log);
    deps.stopped?.throwIfAborted();
    deps.stopped?.addEventListener('abort', stop);
    const differences = await deps.verify(draft);
    await server.stop();
    if (differences > 0 && !deps.evenIfDifferent)
      throw new BackupError(
        `the restored database has ${differences} differences and was not put in place. With --even-if-different it is`,
      );
    deps.stopped?.throwIfAborted();
    renameSync(join(draft, 'postgres'), join(root, 'postgres'));
    return differences;
  } finally {
    deps.stopped?.removeEventListener('abort', stop);
    await server?.stop();
    await rm(draft, { recursive: true, force: true });
  }
}
