import { type LanguageCode, type Params, type ServerKey, fill, isServerKey, translate } from '@fairlot/i18n';
import { type LaidOutMail, type MailLook, layOutMail } from './mail-layout.ts';
import type { MailWording } from './mail-text-rules.ts';

/**
 * Message templates in the server's catalogue: mail.{template}.subject and .text. SMS use sms.{template}, or the
 * subject when it is missing.
 */
export type MailTemplate = ServerKey extends infer K ? (K extends `mail.${infer Name}.subject` ? Name : never) : never;

/** A message to one person. */
export interface Message {
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly template: MailTemplate;
  readonly language: LanguageCode;
  readonly params?: Params;
  /** The message contains a code: its body is deleted after sending, unless an operator has to read it. */
  readonly secret?: boolean;
  /** The message is not sent after this moment. */
  readonly expiresAt?: Date;
  /** Address that ends mails of this kind with one click; it must need no session. */
  readonly stopUrl?: string;
  /** Words of a mail instead of those in force, for a test of a draft. */
  readonly draft?: MailWording;
}

/** The text of a message. */
export interface RenderedMessage {
  readonly subject: string;
  readonly text: string;
}

/** True for the name of a kind of mail. */
export function isMailTemplate(kind: string): kind is MailTemplate {
  return isServerKey(`mail.${kind}.subject`);
}

/** Renders a message. `site` is the sender's name in it; `house` are the house's own words for the mail, if it has any. */
export function renderMessage(
  { channel, template, language, params = {} }: Message,
  site: string,
  house?: MailWording,
): RenderedMessage {
  const values = { site, ...params };
  if (channel === 'mail' && house !== undefined)
    return { subject: fill(house.subject, values), text: fill(house.text, values) };
  const subject = translate(language, `mail.${template}.subject`, values);
  if (channel === 'mail') return { subject, text: translate(language, `mail.${template}.text`, values) };
  const key = `sms.${template}`;
  return { subject, text: isServerKey(key) ? translate(language, key, values) : `${site}: ${subject}` };
}

/** A mail as it is sent: words in a language with their values, in the house's layout. */
export function renderMail(
  words: MailWording,
  language: LanguageCode,
  values: Params,
  look: MailLook,
): RenderedMessage & LaidOutMail {
  const [subject, text] = [fill(words.subject, values), fill(words.text, values)];
  return { subject, ...layOutMail({ subject, text, language }, look) };
}
