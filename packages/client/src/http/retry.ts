import { CallError } from './call-error.ts';

const MAX_RETRIES = 2;

/** True if a read should be retried: after a transport error, at most twice. A refusal is an answer and is final. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && error instanceof CallError && error.kind === 'transport';
}
