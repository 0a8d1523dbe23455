import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Log } from './platform/log.ts';
import { keysOfFolder } from './platform/secrets/key-file.ts';
import { sealAll } from './platform/secrets/seal-all.ts';
import { Secrets } from './platform/secrets/secrets.ts';

/** What the database keeps sealed, with the keys of the configuration or of the data folder. Everything in it is sealed by the first of them afterwards. */
export async function openSecrets(
  { secretsKeys, dataDir }: Pick<Config, 'secretsKeys' | 'dataDir'>,
  database: Database,
  log: Log,
): Promise<Secrets> {
  const secrets = new Secrets(secretsKeys ?? (await keysOfFolder(dataDir)));
  const sealed = await sealAll(database.kysely, secrets);
  if (sealed > 0) log.info({ sealed }, 'secrets were sealed with the present key');
  return secrets;
}
