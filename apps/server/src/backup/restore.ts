import { chownSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serverIdentity } from '../db/embedded/identity.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded/server.ts';
import type { DatabaseLog } from '../db/log.ts';
import { BackupError } from './backup-error.ts';
import type { RestorePlan } from './choose-restore.ts';
import { restoreFiles } from './restore-files.ts';
import type { Vault } from './vault.ts';

/** Longest time for PostgreSQL to work through the log. */
const RECOVERY_LIMIT_MS = 4 * 3_600_000;

/**
 * Restores a cluster to `<folder>/postgres`, lets PostgreSQL work through the log up to the wanted moment, and leaves it
 * running. `folder` must not have a cluster. Throws BackupError when the backup is not whole.
 */
export async function restoreCluster(
  plan: RestorePlan,
  vault: Vault,
  folder: string,
  log: DatabaseLog,
): Promise<EmbeddedServer> {
  const cluster = join(folder, 'postgres');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = serverIdentity(cluster);
  // Fails when it exists.
  mkdirSync(cluster, { mode: 0o700 });
  if (owner !== undefined) chownSync(cluster, owner.uid, owner.gid);
  await restoreFiles(plan, vault, cluster, owner);
  const server = await startEmbedded(folder, log, undefined, {
    settings: recoverySettings(plan.time),
    limitMs: RECOVERY_LIMIT_MS,
  }).catch((error: unknown) => {
    throw new BackupError(`PostgreSQL could not recover the restored files: ${(error as Error).message}`, {
      cause: error,
    });
  });
  await rm(join(cluster, 'backup_label.old'), { force: true });
  return server;
}

function recoverySettings(time: number | undefined): Record<string, string> {
  return {
    // The log lies in pg_wal already, where PostgreSQL looks when this command has nothing.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // Sessions open when the recovery is done.
    hot_standby: 'off',
    // PostgreSQL does not know the zone Z so early in its start.
    ...(time !== undefined && { recovery_target_time: new Date(time).toISOString().replace('Z', '+00') }),
  };
}
