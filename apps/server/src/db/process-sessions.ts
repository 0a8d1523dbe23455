import type { QueryResult, QueryResultRow } from 'pg';

/** Characters that PostgreSQL keeps of a session's name, without the prefix. */
const MOST_CHARACTERS = 55;
/** Milliseconds for which the end of one session is waited for. */
const END_MS = 500;

/** Name of the sessions of a process's pools. PostgreSQL keeps printable ASCII; names that are too long differ at their end. */
export function sessionsName(process: string): string {
  return `fairlot ${process.replaceAll(/[^ -~]/g, '?').slice(-MOST_CHARACTERS)}`;
}

/**
 * Ends the sessions of another process's pools, so that nothing that it began can be committed any more. Resolves with
 * true when none is left.
 */
export async function endSessionsOf(
  process: string,
  session: { query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>> },
): Promise<boolean> {
  const { rows } = await session.query<{ left: number }>(
    `select (count(*) filter (where not pg_terminate_backend(pid, $2)))::integer as left from pg_stat_activity
       where application_name = $1 and datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    [sessionsName(process), END_MS],
  );
  return rows[0]?.left === 0;
}
