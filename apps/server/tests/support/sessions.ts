import { Kysely, PostgresDialect } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import type { Tables } from '../../src/db/tables/index.ts';
import type { User } from '../../src/features/auth/queries.ts';
import type { EndedSessions } from '../../src/features/auth/session-memory.ts';
import { SessionQueries } from '../../src/features/auth/session-queries.ts';
import { SessionStore, type SessionStoreDeps } from '../../src/features/auth/session-store.ts';
import type { LosingPool } from './losing-pool.ts';

/** The sessions of a process. */
export interface ProcessSessions {
  readonly sessions: SessionStore;
  /** Endings that it told the other processes. */
  readonly told: EndedSessions[];
  /** Number of rows that it looked up. */
  readonly reads: () => number;
}

class CountingQueries extends SessionQueries {
  reads = 0;

  override byHash(tokenHash: Buffer) {
    this.reads += 1;
    return super.byHash(tokenHash);
  }
}

/** Opens the sessions of a process whose connections to the database can break. */
export function openSessions({ pool }: LosingPool, times: Pick<SessionStoreDeps, 'clock' | 'idleMs'>): ProcessSessions {
  const queries = new CountingQueries(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }));
  const told: EndedSessions[] = [];
  const sessions = new SessionStore({
    queries,
    ...times,
    log: { error: () => undefined },
    ended: (ended) => told.push(ended),
  });
  return { sessions, told, reads: () => queries.reads };
}

/** The one user of a database, without sessions. */
export async function userWithoutSessions({ kysely, pool }: Database): Promise<User> {
  const { id } = await kysely
    .insertInto('users')
    .values({ kind: 'demo', email: null, invite_code: 'u', demo_hash: Buffer.from('u') })
    .onConflict((conflict) => conflict.column('invite_code').doUpdateSet({ kind: 'demo' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await pool.query('delete from sessions');
  return { id: Number(id), kind: 'demo' } as User;
}
