import type { Text } from '../shared/language/text.ts';
import type { Field, Value } from './fields.ts';

/** The value of a field as the operator reads it: options by their labels, switches as yes or no. */
export function wordsOf(t: Text, field: Field, value: Value): string {
  if (typeof value === 'boolean') return value ? t('form.yes') : t('form.no');
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? String(value);
  const labels =
    field.kind === 'many' && typeof value !== 'string'
      ? value.map((each) => field.options.find((option) => option.value === each)?.label ?? each)
      : value;
  const text = typeof labels === 'string' ? labels : labels.join(', ');
  return text === '' ? '–' : text;
}
