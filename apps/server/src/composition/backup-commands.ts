import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { VerifyFolder } from '../backup/check-backup.ts';
import { openStorage } from '../backup/storage/open-storage.ts';
import { Vault } from '../backup/vault.ts';
import type { BackupPlace, BackupSettings } from '../config-services.ts';
import { openDatabase } from '../db/database.ts';
import type { DatabaseLog } from '../db/log.ts';
import { BACKUP_KEY_FILE, existingKeysOfFolder, keysOfFolder } from '../security/secrets/key-file.ts';
import { checkpointSource, verifyDatabase } from './verify-database.ts';

/** The target of backups with its keys. Creates a key in the data folder when there is none, and says so. */
export async function openVault(
  to: BackupPlace,
  { keys }: BackupSettings,
  dataFolder: string,
  log: DatabaseLog,
  stopped?: AbortSignal,
): Promise<Vault> {
  if (keys !== undefined) return new Vault(openStorage(to), keys, stopped);
  const path = join(dataFolder, BACKUP_KEY_FILE);
  const isNew = !existsSync(path);
  const found = await keysOfFolder(dataFolder, BACKUP_KEY_FILE);
  if (isNew) log.warn(`${path} was created: copy it to another place now, because without it no backup can be opened`);
  return new Vault(openStorage(to), found, stopped);
}

/** The same for a restore, which creates no key. Undefined without one. */
export async function openVaultToRead(
  to: BackupPlace,
  { keys }: BackupSettings,
  dataFolder: string,
): Promise<Vault | undefined> {
  const found = keys ?? (await existingKeysOfFolder(dataFolder, BACKUP_KEY_FILE));
  return found.length === 0 ? undefined : new Vault(openStorage(to), found);
}

/** The folders that verifications of restored databases read. */
export interface VerifierFolders {
  /** The data folder with the key of checkpoints. */
  readonly keys: string;
  /** The archive of the journal. */
  readonly archive: string;
}

/**
 * Verifies restored databases with the signed checkpoints that they contain, and with the archive for rows that they no
 * longer have. The checkpoint file of the data folder and the rest of the archive are left out: they may know later rows.
 */
export function verifierOf(folders: VerifierFolders, log: DatabaseLog, say: (line: string) => void): VerifyFolder {
  return async (dataFolder) => {
    const source = await checkpointSource(folders.keys);
    const database = await openDatabase({ dataFolder, exclusive: false, log });
    try {
      const checkpoints = source === undefined ? undefined : { keys: source.keys, file: undefined };
      return await verifyDatabase(database.pool, { checkpoints, archive: folders.archive, detachedAlone: true }, say);
    } finally {
      await database.close();
    }
  };
}
