import { type Kysely, Migrator } from 'kysely';
import type { DatabaseLog } from './log.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables/index.ts';

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
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
}
