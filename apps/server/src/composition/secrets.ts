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
 * Opens the sealed secrets of the database with the keys of the configuration or the data folder, and seals all of them
 * with the first key.
 */
export async function openSecrets(
  { secretsKeys, dataDir, checkpoints }: Pick<Config, 'secretsKeys' | 'dataDir' | 'checkpoints'>,
  database: Database,
  log: Log,
): Promise<Secrets> {
  // The other key file, when it is damaged, refuses the start here, before a new key is made.
  if (checkpoints.keys === undefined) await existingKeysOfFolder(dataDir, CHECKPOINT_KEY_FILE);
  const given = secretsKeys ?? (await existingKeysOfFolder(dataDir, SECRETS_KEY_FILE));
  await requireOpenable(database.kysely, given);
  const secrets = new Secrets(given.length > 0 ? given : await keysOfFolder(dataDir));
  const sealed = await sealAll(database.kysely, secrets);
  if (sealed > 0) log.info({ sealed }, 'secrets were sealed with the current key');
  return secrets;
}
