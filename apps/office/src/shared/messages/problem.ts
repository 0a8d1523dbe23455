import { CallError } from '@fairlot/client';
import { wordOf } from '../language/text.ts';
import type { Text } from '../language/text.ts';

/** Name of the field that made a request invalid, without the names of the records around it. */
export function fieldOf(error: CallError): string | undefined {
  if (error.kind !== 'refused' || error.reason !== 'bad_request') return undefined;
  return error.detail['field']?.split('.').at(-1);
}

/**
 * The text of an error for users: the server's message for a refusal, or a sentence with the code of a transport error.
 */
export function problemText(t: Text, error: unknown): string {
  if (!(error instanceof CallError)) return t('error.broken');
  const field = fieldOf(error);
  if (field !== undefined) return `${error.msg} (${wordOf(t, 'field', field)})`;
  if (error.kind === 'refused') return error.msg;
  return t('error.noAnswer', { code: String(error.code) });
}
