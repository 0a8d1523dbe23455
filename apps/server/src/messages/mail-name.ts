import { type LanguageCode, isServerKey, translate } from '@fairlot/i18n';
import { builtIn } from './mail-text-rules.ts';
import { isMailTemplate } from './message.ts';

const PLACEHOLDER = /\{\{\w+\}\}/g;
/** A figure that ends a subject, such as "Deposit credited: {{amount}}". */
const FIGURE_AT_END = /\s*[:：]\s*\p{Cf}*\{\{\w+\}\}\p{Cf}*$/u;

/**
 * Name of a kind of message for staff: `mail_name.{kind}` where subjects are equal or only figures, else the built-in
 * subject without its figures. A kind of an earlier version has no name but its code.
 */
export function mailName(kind: string, language: LanguageCode): string {
  if (!isMailTemplate(kind)) return kind;
  const name = `mail_name.${kind}`;
  if (isServerKey(name)) return translate(language, name);
  return builtIn(kind, language).subject.replace(FIGURE_AT_END, '').replaceAll(PLACEHOLDER, '…');
}
