import { type LanguageCode, type Params, type ServerKey, isServerKey, languageOf, translate } from '@fairlot/i18n';

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

/** A plain text as simple HTML, for mail programs that display only HTML well. */
export function toHtml(text: string, language: LanguageCode): string {
  const { tag, direction } = languageOf(language);
  const paragraphs = text.split('\n\n').map((part) => `<p>${escape(part).replaceAll('\n', '<br>')}</p>`);
  return (
    `<!doctype html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8"></head>` +
    `<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:24px auto;padding:0 16px">${paragraphs.join('')}</body></html>`
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
