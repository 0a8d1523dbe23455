import { randomBytes } from 'node:crypto';
import type { QueryResult, QueryResultRow } from 'pg';

/** Characters of a process's name in the name of its sessions, of which PostgreSQL keeps 63 characters. */
const MOST_CHARACTERS = 48;
/** Milliseconds for which the end of one session is waited for. */
const END_MS = 500;

/**
 * Makes a name for the sessions of a process's pools, another one for each start. PostgreSQL keeps printable ASCII; names
 * of processes that are too long differ at their end.
 */
export function newSessionsName(process: string): string {
  const name = process.replaceAll(/[^ -~]/g, '?').slice(-MOST_CHARACTERS);
  return `fairlot ${name} ${randomBytes(3).toString('hex')}`;
}

/**
 * Ends the sessions of another process's pools, so that nothing that it began can be committed any more. Resolves with
 * true when none is left.
 */
export async function endSessions(
  name: string,
  session: { query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>> },
): Promise<boolean> {
  const { rows } = await session.query<{ left: number }>(
    `select (count(*) filter (where not pg_terminate_backend(pid, $2)))::integer as left from pg_stat_activity
       where application_name = $1 and datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    [name, END_MS],
  );
  return rows[0]?.left === 0;
}
