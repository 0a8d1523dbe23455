import { randomBytes } from 'node:crypto';
import type { QueryResult, QueryResultRow } from 'pg';

/** Characters of a process's name in the name of its sessions, of which PostgreSQL keeps 63 characters. */
const MOST_CHARACTERS = 48;

/**
 * Makes a name for the sessions of a process's pools, another one for each start. PostgreSQL keeps printable ASCII; names
 * of processes that are too long differ at their end.
 */
export function newSessionsName(process: string): string {
  const name = process.replaceAll(/[^ -~]/g, '?').slice(-MOST_CHARACTERS);
  return `fairlot ${name} ${randomBytes(3).toString('hex')}`;
}

/**
 * Ends the sessions of other processes' pools, so that nothing that they began can be committed any more. Resolves with
 * true when none is left. It does not wait for the end of those that it finds: a session is listed until its transaction
 * is over.
 */
export async function endSessions(
  names: readonly string[],
  session: { query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>> },
): Promise<boolean> {
  const { rows } = await session.query<{ found: number }>(
    `select count(pg_terminate_backend(pid))::integer as found from pg_stat_activity
       where application_name = any($1) and datname = current_database() and usename = current_user
         and pid <> pg_backend_pid()`,
    [names],
  );
  return rows[0]?.found === 0;
}
