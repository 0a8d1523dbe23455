import { type Kysely, Migrator } from 'kysely';
import type { ClientBase } from 'pg';
import type { DatabaseLog } from './log.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables/index.ts';

/** True when exactly the known migrations are applied. Needs no right but reading. */
export async function isMigrated(client: ClientBase): Promise<boolean> {
  const { rows: found } = await client.query(`select 1 where to_regclass('kysely_migration') is not null`);
  if (found.length === 0) return false;
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  const known = Object.keys(migrations);
  return rows.length === known.length && rows.every(({ name }) => known.includes(name));
}

/**
 * Applies pending migrations in the order of their names. Throws when one fails: earlier ones stay applied, the failed
 * one is rolled back. Also throws when the database has migrations applied in another order, which is untested.
 */
export async function migrate(db: Kysely<Tables>, log: DatabaseLog): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  for (const result of results ?? []) {
    if (result.status === 'Success') log.info(`migration ${result.migrationName} applied`);
  }
  if (error === undefined) return;
  const hint =
    (error as { code?: string }).code === INSUFFICIENT_PRIVILEGE
      ? ', because its role may not: FAIRLOT_DATABASE_OWNER_URL names one that may'
      : '';
  throw new Error(`the database could not be migrated${hint}`, { cause: error });
}

const INSUFFICIENT_PRIVILEGE = '42501';
