import { type LanguageCode, type Params, type ServerKey, isServerKey, translate } from '@fairlot/i18n';
import { type LaidOutMail, type MailLook, layOutMail } from './mail-layout.ts';

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
}

/** The text of a message. */
export interface RenderedMessage {
  readonly subject: string;
  readonly text: string;
}

/** Renders a message. `site` is the sender's name in it. */
export function renderMessage({ channel, template, language, params = {} }: Message, site: string): RenderedMessage {
  const values = { site, ...params };
  const subject = translate(language, `mail.${template}.subject`, values);
  if (channel === 'mail') return { subject, text: translate(language, `mail.${template}.text`, values) };
  const key = `sms.${template}`;
  return { subject, text: isServerKey(key) ? translate(language, key, values) : `${site}: ${subject}` };
}

/** A mail as it is sent: the words of a kind in a language with their values, in the house's layout. */
export function renderMail(
  kind: MailTemplate,
  language: LanguageCode,
  values: Params,
  look: MailLook,
): RenderedMessage & LaidOutMail {
  const { subject, text } = renderMessage(
    { channel: 'mail', to: '', template: kind, language, params: values },
    look.site,
  );
  return { subject, ...layOutMail({ subject, text, language }, look) };
}
