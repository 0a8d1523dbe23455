import { isServerKey, languageOf, translate } from '@fairlot/i18n';
import type { LanguageCode, Params, ServerKey } from '@fairlot/i18n';

/** Texts that are sent: mail.{template}.subject and .text, and for a phone sms.{template} or else the subject, in the server's catalogue. */
export type MailTemplate = ServerKey extends infer K ? (K extends `mail.${infer Name}.subject` ? Name : never) : never;

/** A message to one person. */
export interface Message {
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly template: MailTemplate;
  readonly language: LanguageCode;
  readonly params?: Params;
  /** Holds a code: its body is kept no longer than it takes to send it, except where an operator has to read it. */
  readonly secret?: boolean;
  /** Not to be sent after this moment. */
  readonly expiresAt?: Date;
}

/** A message as it is sent. */
export interface Written {
  readonly subject: string;
  readonly text: string;
}

/** The words of a message. `site` is the name that it speaks for. */
export function write({ channel, template, language, params = {} }: Message, site: string): Written {
  const values = { site, ...params };
  const subject = translate(language, `mail.${template}.subject`, values);
  if (channel === 'mail') return { subject, text: translate(language, `mail.${template}.text`, values) };
  const key = `sms.${template}`;
  return { subject, text: isServerKey(key) ? translate(language, key, values) : `${site}: ${subject}` };
}

/** A plain text as simple HTML, for readers that show nothing else well. */
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
