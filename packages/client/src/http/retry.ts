import { CallError } from './call-error.ts';

const MOST_RETRIES = 2;

/** Whether a question is asked again: a refusal is an answer and is not, a lost one is, twice. For what changes nothing. */
export function isAskedAgain(failures: number, error: unknown): boolean {
  return failures < MOST_RETRIES && error instanceof CallError && error.kind === 'transport';
}
