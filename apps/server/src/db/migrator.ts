import { Migrator } from 'kysely';
import type { Kysely } from 'kysely';
import type { DatabaseLog } from './log.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables/index.ts';

/**
 * Brings the schema up to date. Throws when a migration fails; what went in before it stays, it itself does not. Throws, too,
 * when the database went another way here than by the names' order: nobody has tried that.
 */
export async function migrate(db: Kysely<Tables>, log: DatabaseLog): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  for (const result of results ?? []) {
    if (result.status === 'Success') log.info(`migration ${result.migrationName} applied`);
  }
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
}
