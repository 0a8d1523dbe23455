import { createTransport } from 'nodemailer';
import { type MailLook, layOutMail } from './mail-layout.ts';
import type { MessageSender, OutgoingMessage } from './sender.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/**
 * Sends mail through an SMTP server: smtp:// (with STARTTLS when offered) or smtps://, with user and password in the
 * URL. With `needsTls` a server that does not offer STARTTLS gets no mail and no password. Mails get the look that the
 * house has when they are sent.
 */
export function smtpSender(url: string, from: string, needsTls: boolean, look: () => MailLook): MessageSender {
  const transport = createTransport({
    url,
    requireTLS: needsTls,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, to, subject, text, language, stopUrl }: OutgoingMessage) => {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        ...layOutMail({ subject, text, language }, look()),
        messageId: `<fairlot-${id}@${domain}>`,
        headers: {
          'auto-submitted': 'auto-generated',
          // RFC 8058.
          ...(stopUrl !== undefined && {
            'List-Unsubscribe': `<${stopUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    close: () => transport.close(),
  };
}
