import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { SECRETS_KEY, createDatabase, dropDatabase, loginUrl } from '../../../tools/src/testing/postgres.ts';
import { startFairlotFrom } from './server.ts';
import type { Fairlot } from './server.ts';

export type { Fairlot } from './server.ts';

/** Environment variables of a server, on top of the defaults of `npm start`. */
export type Settings = Readonly<Record<string, string>>;

/** The database of a server of tests. */
export type DatabaseKind = 'shared' | 'empty' | 'embedded';

/**
 * Starts the server that was built for the tests. Its database is on the run's PostgreSQL: `shared` contains the
 * market's history, `empty` nothing. `embedded` starts it like `npm start`, with its own PostgreSQL and an empty database.
 */
export async function startFairlot(settings: Settings = {}, database: DatabaseKind = 'shared'): Promise<Fairlot> {
  const serverFile = inject('serverFile');
  if (database === 'embedded') return startFairlotFrom(serverFile, settings);
  const server = inject('databaseServer');
  const name = `e2e_${randomBytes(8).toString('hex')}`;
  const url = await createDatabase(server, name, database === 'shared' ? inject('databaseTemplate') : undefined);
  const drop = (): Promise<void> => dropDatabase(server, name);
  try {
    const fairlot = await startFairlotFrom(serverFile, {
      DATABASE_URL: loginUrl(url, inject('databaseLogin')),
      FAIRLOT_DATABASE_OWNER_URL: url,
      FAIRLOT_SECRETS_KEY: SECRETS_KEY,
      FAIRLOT_SIMULATED_MONEY: 'play-money',
      // A journey registers more users from one address than people do.
      FAIRLOT_NETWORK_BUDGET_PERCENT: '0',
      ...settings,
    });
    return { ...fairlot, databaseUrl: url, stop: () => fairlot.stop().finally(drop) };
  } catch (error) {
    await drop();
    throw error;
  }
}
