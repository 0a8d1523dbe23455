import { CallError } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
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
  if (error.kind === 'refused') return [error.msg, meanwhile(t, error)].filter((part) => part !== '').join(' ');
  return t('error.noAnswer', { code: String(error.code) });
}

/** The fields that a colleague has changed since the form was read, with their present values. */
function meanwhile(t: Text, { reason, detail }: CallError): string {
  const changed = reason === 'record_changed' ? Object.entries(detail) : [];
  if (changed.length === 0) return '';
  const shown = (name: string, value: string): string => {
    if (name === 'dealing') return wordOf(t, 'state', value);
    if (value === 'true' || value === 'false') return value === 'true' ? t('form.yes') : t('form.no');
    return value === '' ? '–' : value;
  };
  const words = changed.map(([name, value]) => `${wordOf(t, 'field', name)} ${isolateWords(shown(name, value))}`);
  return `${t('form.meanwhile')} ${words.join(', ')}`;
}
