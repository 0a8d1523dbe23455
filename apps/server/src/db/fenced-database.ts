import { Kysely, PostgresDialect } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Database, QueryPool } from './database.ts';
import type { Tables } from './tables/index.ts';

/** Tells whether a process may act, such as under a lease. */
export interface Fence {
  readonly mayAct: boolean;
  /** Waits for a moment until the process may act. Throws NotReadyError when it may not. */
  require(): Promise<void>;
}

/**
 * The same database for work that a process does only while it may act: no session is handed out otherwise. Sessions that
 * were handed out before are ended by the process that takes over (endSessions).
 */
export function fencedDatabase(database: Database, fence: Fence): Database {
  const trading = fencedPool(database.trading.pool, fence);
  const calls = fencedPool(database.calls.pool, fence);
  const reports = fencedPool(database.reports.pool, fence);
  return { ...database, ...trading, trading, calls, reports };
}

type Told = (error: Error | undefined, client: PoolClient | undefined, release: (broken?: Error) => void) => void;

function fencedPool(pool: Pool, fence: Fence): QueryPool {
  const take = async (): Promise<PoolClient> => {
    for (;;) {
      await fence.require();
      const client = await pool.connect();
      // It may have been opened after another process has ended the sessions of this one.
      if (fence.mayAct) return client;
      client.release();
    }
  };
  const connect = (told?: Told): Promise<PoolClient> | undefined => {
    const taking = take();
    if (told === undefined) return taking;
    taking.then(
      (client) => told(undefined, client, (broken) => client.release(broken)),
      (error: Error) => told(error, undefined, nothing),
    );
    return undefined;
  };
  // A pool of the same sessions: all of its methods get them by `connect`.
  const fenced = Object.create(pool, { connect: { value: connect } }) as Pool;
  return { pool: fenced, kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: fenced }) }) };
}

function nothing(): void {
  // No session was handed out.
}
