import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { DatabaseLog } from './log.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables/index.ts';

/** True when exactly the known migrations are applied. Needs no right but reading. */
export async function isMigrated(client: ClientBase): Promise<boolean> {
  const applied = await appliedTo(client);
  const known = Object.keys(migrations);
  return applied.length === known.length && applied.every((name) => known.includes(name));
}

/** True when a known migration is not applied. */
export async function hasPending(client: ClientBase): Promise<boolean> {
  const applied = await appliedTo(client);
  return Object.keys(migrations).some((name) => !applied.includes(name));
}

async function appliedTo(client: ClientBase): Promise<readonly string[]> {
  const { rows: found } = await client.query(`select 1 where to_regclass('kysely_migration') is not null`);
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  return rows.map(({ name }) => name);
}

/**
 * Applies pending migrations in the order of their names, all in one transaction: when one fails, or the process dies,
 * the database is as before, and the version that served it starts again. Throws also when migrations were applied in
 * another order, which is untested, or by a newer version.
 */
export async function migrate(
  db: Kysely<Tables>,
  log: DatabaseLog,
  known: Readonly<Record<string, Migration>> = migrations,
): Promise<void> {
  await requireKnown(db, known);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...known }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) {
    for (const { migrationName } of results ?? []) log.info(`migration ${migrationName} applied`);
    return;
  }
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  const which = failed === undefined ? '' : `: migration ${failed} failed, and nothing was changed`;
  const hint =
    (error as { code?: string }).code === INSUFFICIENT_PRIVILEGE
      ? ', because its role may not: FAIRLOT_DATABASE_OWNER_URL names one that may'
      : '';
  throw new Error(`the database could not be migrated${which}${hint}`, { cause: error });
}

/** Throws when the database has migrations that this version does not know. */
async function requireKnown(db: Kysely<Tables>, known: Readonly<Record<string, Migration>>): Promise<void> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (found.length === 0) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const foreign = rows.filter(({ name }) => !Object.hasOwn(known, name)).map(({ name }) => name);
  if (foreign.length > 0)
    throw new Error(
      `the database was upgraded by a newer version (${foreign.join(', ')}): start that version, or restore the backup made before the upgrade`,
    );
}

const INSUFFICIENT_PRIVILEGE = '42501';
