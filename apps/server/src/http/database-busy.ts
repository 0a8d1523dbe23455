/** SQLSTATE of a query cancelled by statement_timeout or by an administrator. Its transaction is rolled back. */
const QUERY_CANCELLED = '57014';
/** Message of the pool when no session becomes free in time. */
const NO_SESSION = 'timeout exceeded when trying to connect';

/** Tells whether a query failed because it took too long, or because all sessions are in use. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === QUERY_CANCELLED) || error.message === NO_SESSION;
}
