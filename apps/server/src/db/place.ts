import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The database of an offline command: that of the server with the same environment. */
export interface DatabasePlace {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  /** The place for the operator, without the password. */
  readonly text: string;
}

/**
 * Finds the database that the environment names. Throws when the data folder has none: a command with a mistyped or
 * forgotten FAIRLOT_DATA_DIR would else create an empty database and report success.
 */
export function existingDatabase(environment: Readonly<Record<string, string | undefined>>): DatabasePlace {
  const dataFolder = resolve(environment['FAIRLOT_DATA_DIR']?.trim() || './data');
  const databaseUrl = environment['DATABASE_URL']?.trim() || undefined;
  if (databaseUrl !== undefined)
    return { dataFolder, databaseUrl, text: `${withoutPassword(databaseUrl)}, keys in ${dataFolder}` };
  if (!existsSync(join(dataFolder, 'postgres', 'PG_VERSION')))
    throw new Error(
      `there is no database in the data folder ${dataFolder}; set FAIRLOT_DATA_DIR or DATABASE_URL as for the server`,
    );
  return { dataFolder, databaseUrl, text: `data folder ${dataFolder}` };
}

function withoutPassword(given: string): string {
  if (!URL.canParse(given)) return 'DATABASE_URL';
  const url = new URL(given);
  // Parameters may contain a password too.
  return `${url.protocol}//${url.username === '' ? '' : `${url.username}@`}${url.host}${url.pathname}`;
}
