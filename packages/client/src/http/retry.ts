import { CallError } from './call-error.ts';

const MAX_RETRIES = 2;
/** Enough for about half a minute with the query library's waits, which double from one second. */
const MAX_BUSY_RETRIES = 5;
/** Refusals that say nothing about the request, only that the server has no room for it now. */
const BUSY: ReadonlySet<string | undefined> = new Set(['overloaded', 'not_ready', 'too_many_requests']);

/**
 * True if a read should be retried: twice after a transport error, five times when the server was too busy for it. Any
 * other refusal is an answer and is final.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  if (error.kind === 'transport') return failures < MAX_RETRIES;
  return error.kind === 'refused' && BUSY.has(error.reason) && failures < MAX_BUSY_RETRIES;
}
