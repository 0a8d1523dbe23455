import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../platform/log.ts';
import {
  CHECKPOINT_KEY_FILE,
  existingKeysOfFolder,
  keysOfFolder,
  SECRETS_KEY_FILE,
} from '../security/secrets/key-file.ts';
import { requireOpenable } from '../security/secrets/require-openable.ts';
import { sealAll } from '../security/secrets/seal-all.ts';
import { Secrets } from '../security/secrets/secrets.ts';

/**
 * Opens the sealed secrets of the database with the keys of the configuration or the data folder. Changes no value, so
 * that a process with a new key can start next to others that do not know it.
 */
export async function openSecrets(
  { secretsKeys, dataDir, checkpoints }: Pick<Config, 'secretsKeys' | 'dataDir' | 'checkpoints'>,
  database: Database,
): Promise<Secrets> {
  // The other key file, when it is damaged, refuses the start here, before a new key is made.
  if (checkpoints.keys === undefined) await existingKeysOfFolder(dataDir, CHECKPOINT_KEY_FILE);
  const given = secretsKeys ?? (await existingKeysOfFolder(dataDir, SECRETS_KEY_FILE));
  await requireOpenable(database.kysely, given);
  return new Secrets(given.length > 0 ? given : await keysOfFolder(dataDir));
}

/**
 * Seals all stored secrets with the first key. Only the house may, or the only process: it is the last to get a new first
 * key, and its features need the fingerprints of documents to be of that key.
 */
export async function sealStored(database: Database, secrets: Secrets, log: Log): Promise<void> {
  const sealed = await sealAll(database.kysely, secrets);
  if (sealed > 0) log.info({ sealed }, 'secrets were sealed with the current key');
}
