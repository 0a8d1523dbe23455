import { CallError } from '@fairlot/client';
import type { Text } from '../language/text.ts';

/**
 * The text of an error for users: the server's message for a refusal, or a sentence with the code of a transport error.
 */
export function problemText(t: Text, error: unknown): string {
  if (!(error instanceof CallError)) return t('error.broken');
  if (error.kind === 'refused')
    return error.reason === 'bad_request' && error.detail['field'] !== undefined
      ? `${error.msg} (${error.detail['field']})`
      : error.msg;
  return t('error.noAnswer', { code: String(error.code) });
}
