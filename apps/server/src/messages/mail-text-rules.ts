import { type LanguageCode, placeholders, translate } from '@fairlot/i18n';
import { isOwn } from './mail-layout.ts';
import type { MailTemplate, MailWording } from './message.ts';

/** A placeholder of a kind of mail. */
export interface MailPlaceholder {
  readonly name: string;
  /** The text must have it. */
  readonly required: boolean;
}

/** A fault of a changed text: its field, and the placeholder or address at fault. */
export interface MailTextProblem {
  readonly reason: 'mail_placeholder_unknown' | 'mail_placeholder_missing' | 'mail_link_foreign';
  readonly field: 'subject_line' | 'text';
  readonly name: string;
}

/** Placeholders that a text may leave out; texts changed before there was help for a margin call have none. All others tell the reader a fact, or are the code or link of the mail. */
const OPTIONAL: ReadonlySet<string> = new Set(['site', 'name', 'help']);
const VALID = /\{\{\w+\}\}/g;
const BRACES = /\{\{[^{}]{0,40}\}?\}?|\}\}/;
/** Everything that mail programs make a link of by its form. */
const ADDRESSES = /(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.)[^\s<>"'\u2066-\u2069]*|(?:javascript|data|mailto):[^\s]*/giu;

/** The built-in words of a kind of mail. */
export function builtIn(kind: MailTemplate, language: LanguageCode): MailWording {
  return {
    subject: translate(language, `mail.${kind}.subject`),
    text: translate(language, `mail.${kind}.text`),
  };
}

/** The placeholders of a kind, in the order of the built-in English text. */
export function placeholdersOf(kind: MailTemplate): readonly MailPlaceholder[] {
  const { text } = builtIn(kind, 'en');
  return [...new Set([...placeholders(text), 'site'])].map((name) => ({ name, required: !OPTIONAL.has(name) }));
}

/**
 * The first fault of a changed text, or undefined. The text keeps every fact, code and link of the built-in one; a link
 * stays out of the subject. Addresses of other sites than `origin` are refused, because a reader trusts this mail.
 */
export function mailTextProblem(
  kind: MailTemplate,
  { subject, text }: MailWording,
  origin: string,
): MailTextProblem | undefined {
  const english = builtIn(kind, 'en');
  const known = placeholdersOf(kind);
  const inSubject = new Set([...placeholders(english.subject), 'site']);
  return (
    unknownIn('subject_line', subject, (name) => inSubject.has(name)) ??
    unknownIn('text', text, (name) => known.some((each) => each.name === name)) ??
    missingIn(text, known) ??
    foreignIn('subject_line', subject, origin) ??
    foreignIn('text', text, origin)
  );
}

function unknownIn(
  field: MailTextProblem['field'],
  words: string,
  isKnown: (name: string) => boolean,
): MailTextProblem | undefined {
  const name =
    placeholders(words).find((each) => !isKnown(each)) ?? BRACES.exec(words.replaceAll(VALID, ''))?.[0] ?? undefined;
  return name === undefined ? undefined : { reason: 'mail_placeholder_unknown', field, name: braced(name) };
}

function missingIn(text: string, known: readonly MailPlaceholder[]): MailTextProblem | undefined {
  const given = new Set(placeholders(text));
  const missing = known.find(({ name, required }) => required && !given.has(name));
  return missing === undefined
    ? undefined
    : { reason: 'mail_placeholder_missing', field: 'text', name: braced(missing.name) };
}

function foreignIn(field: MailTextProblem['field'], words: string, origin: string): MailTextProblem | undefined {
  const foreign = (words.match(ADDRESSES) ?? []).find((address) => !isOwn(address, origin));
  return foreign === undefined ? undefined : { reason: 'mail_link_foreign', field, name: foreign.slice(0, 80) };
}

function braced(name: string): string {
  return name.includes('{') || name.includes('}') ? name : `{{${name}}}`;
}
