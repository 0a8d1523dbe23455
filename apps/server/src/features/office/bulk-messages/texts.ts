import { type LanguageCode, languageOr } from '@fairlot/i18n';

/** A message in one language. */
export interface BulkText {
  readonly language: string;
  readonly subject: string;
  readonly text: string;
}

/** The text for a client's language: the English one when that language has none. */
export function textFor(texts: readonly BulkText[], language: string): BulkText & { readonly language: LanguageCode } {
  const text = texts.find((each) => each.language === language) ?? texts.find((each) => each.language === 'en');
  if (text === undefined) throw new Error('a message to many clients has no English text');
  return { ...text, language: languageOr(text.language) };
}

/** The message as it is written in the support chat. */
export function chatText({ subject, text }: BulkText): string {
  return `${subject}\n\n${text}`;
}
