import { Kysely, PostgresDialect } from 'kysely';
import type { ClientConfig } from 'pg';
import { withClient } from './client.ts';
import { takeServerLock } from './lock.ts';
import type { DatabaseLog } from './log.ts';
import { hasPending, isMigrated, migrate } from './migrator.ts';
import { createPool } from './pool.ts';
import { excessRights } from './roles/excess-rights.ts';
import { grantWorkingRights } from './roles/rights.ts';
import type { Tables } from './tables/index.ts';

/** Key of the advisory lock of the process that prepares a database. The number is arbitrary. */
const PREPARE_KEY = 4_713_902_212;

/** The two ways into a database. */
export interface Connections {
  /** Of the role that the server works with. */
  readonly working: ClientConfig;
  /** Of the role that owns the tables; undefined when the server has only the other one. */
  readonly owner: ClientConfig | undefined;
}

const OTHERS_USE_IT = 'the database must be migrated first, and processes of another version use it: stop them all';
const REMEDY = 'docs/operations.md, "The roles of the database"';

/**
 * Migrates the database, and gives the working role its rights. Returns true when PostgreSQL itself keeps the working
 * role from changing the append-only tables. Throws when an owner is named and the working role can change them all the
 * same, because the operator relies on it. The caller has the server lock.
 */
export async function prepareDatabase(connections: Connections, log: DatabaseLog): Promise<boolean> {
  return inTurn(connections, () => prepareInTurn(connections, log));
}

/**
 * Does the same for one of several processes, which take their share of the server lock by `share` when the database is
 * ready for this version. Throws DatabaseInUseError, and changes nothing, when it must be migrated and processes use it:
 * they are of an earlier version, and would go on with tables that they do not know.
 */
export async function prepareShared(
  connections: Connections,
  log: DatabaseLog,
  share: () => Promise<void>,
): Promise<boolean> {
  return inTurn(connections, async () => {
    const parted = (await withClient(connections.owner ?? connections.working, hasPending))
      ? await prepareAlone(connections, log)
      : await prepareInTurn(connections, log);
    await share();
    return parted;
  });
}

/** Processes of one installation start together, and grants of the same rights would fail each other. */
function inTurn<T>({ owner, working }: Connections, work: () => Promise<T>): Promise<T> {
  return withClient(owner ?? working, async (turn) => {
    await turn.query('select pg_advisory_lock($1)', [PREPARE_KEY]);
    return work();
  });
}

async function prepareAlone(connections: Connections, log: DatabaseLog): Promise<boolean> {
  // The loss of the lock's session shows in the migration, which is one transaction.
  const alone = await takeServerLock(connections.working, ignoreLoss, { inUse: OTHERS_USE_IT });
  try {
    return await prepareInTurn(connections, log);
  } finally {
    await alone.release();
  }
}

function ignoreLoss(): void {}

async function prepareInTurn({ working, owner }: Connections, log: DatabaseLog): Promise<boolean> {
  if (owner !== undefined) await prepareAsOwner(owner, await roleOf(working), log);
  else if (!(await withClient(working, isMigrated))) await withKysely(working, (db) => migrate(db, log));
  if (!(await withClient(working, isMigrated)))
    throw new Error('DATABASE_URL and FAIRLOT_DATABASE_OWNER_URL do not name the same database and schema');
  const { role, rights } = await withClient(working, excessRights);
  if (rights.length === 0) return true;
  const excess = `the role ${role} of the server could change the journal and the audit log, because it ${rights.join(' and ')}`;
  if (owner !== undefined) throw new Error(`${excess}: see ${REMEDY}`);
  log.warn(`${excess}; name a role of its own to part them: see ${REMEDY}`);
  return false;
}

async function prepareAsOwner(owner: ClientConfig, role: string, log: DatabaseLog): Promise<void> {
  await withKysely(owner, (db) => migrate(db, log));
  await withClient(owner, (client) => grantWorkingRights(client, role));
}

function roleOf(connection: ClientConfig): Promise<string> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ role: string }>('select current_user::text as role');
    return rows[0]?.role ?? '';
  });
}

async function withKysely(connection: ClientConfig, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPool(connection, { max: 2 }) }) });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
