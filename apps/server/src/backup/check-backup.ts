import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../db/embedded/process.ts';
import { type EmbeddedServer, stopLeftEmbedded } from '../db/embedded/server.ts';
import type { DatabaseLog } from '../db/log.ts';
import type { RestorePlan } from './choose-restore.ts';
import { type ReadSpace, diskSpace, requireSpace } from './free-space.ts';
import { restoreCluster } from './restore.ts';
import type { Vault } from './vault.ts';

const SCRATCH = 'backup-check-';

/** Verifies the running database of a data folder. Returns the number of differences. */
export type VerifyFolder = (dataFolder: string) => Promise<number>;

/** The parts of a check. */
export interface CheckDeps {
  readonly vault: Vault;
  /** Data folder of the server; the scratch folder is made in it. */
  readonly dataFolder: string;
  readonly verify: VerifyFolder;
  readonly log: DatabaseLog;
  readonly stopped?: AbortSignal | undefined;
  /** Space of the disk. Absent: the real one. */
  readonly space?: ReadSpace | undefined;
}

/**
 * Restores a backup into a scratch folder, starts PostgreSQL there, verifies it, and removes it. Returns the differences.
 * Throws BackupError when the disk has too little room, because the running database shares it.
 */
export async function checkBackup(plan: RestorePlan, deps: CheckDeps): Promise<number> {
  await removeLeftScratch(deps.dataFolder);
  await requireSpace(plan, deps.dataFolder, deps.space ?? diskSpace);
  const folder = join(deps.dataFolder, `${SCRATCH}${process.pid}`);
  let server: EmbeddedServer | undefined;
  const stop = (): void => void server?.stop();
  try {
    server = await restoreCluster(plan, deps.vault, folder, deps.log);
    deps.stopped?.throwIfAborted();
    deps.stopped?.addEventListener('abort', stop);
    return await deps.verify(folder);
  } finally {
    deps.stopped?.removeEventListener('abort', stop);
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the scratch folders of processes that were killed. */
async function removeLeftScratch(dataFolder: string): Promise<void> {
  for (const name of readdirSync(dataFolder)) {
    if (!name.startsWith(SCRATCH) || isAlive(Number(name.slice(SCRATCH.length)))) continue;
    const folder = join(dataFolder, name);
    await stopLeftEmbedded(folder);
    await rm(folder, { recursive: true, force: true });
  }
}
