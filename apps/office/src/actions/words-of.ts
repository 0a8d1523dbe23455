import type { LanguageCode } from '@fairlot/i18n';
import { countryName } from '../shared/language/countries.ts';
import type { Text } from '../shared/language/text.ts';
import { convert } from './fields.ts';
import type { Field, Value } from './fields.ts';
import { rowOf } from './news-rows.ts';

/**
 * The value of a field as the operator reads it: options by their labels, switches as yes or no, figures as they are
 * sent, so that a review shows how a typed one was read.
 */
export function wordsOf(t: Text, language: LanguageCode, field: Field, value: Value): string {
  if (typeof value === 'boolean') return value ? t('form.yes') : t('form.no');
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? String(value);
  if (field.kind === 'country') return countryName(language, String(value));
  if (field.kind === 'newsSources' && typeof value !== 'string')
    return value.map((row) => rowOf(row).name).join(', ') || '–';
  if (field.kind === 'countries' && typeof value !== 'string')
    return value.map((code) => countryName(language, code)).join(', ') || '–';
  if (field.kind === 'decimal' || field.kind === 'whole' || field.kind === 'wholes') return figureWords(field, value);
  const labels =
    field.kind === 'many' && typeof value !== 'string'
      ? value.map((each) => field.options.find((option) => option.value === each)?.label ?? each)
      : value;
  const text = typeof labels === 'string' ? labels : labels.join(', ');
  return text === '' ? '–' : text;
}

function figureWords(field: Field, value: Value): string {
  const sent = convert(field, value);
  const text = Array.isArray(sent) ? sent.join(', ') : String(sent);
  return text === '' ? '–' : text;
}
