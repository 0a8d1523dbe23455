import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** No code takes this long; without an end, a journey that waits in vain would take the whole suite's time. */
const LONGEST_WAIT_MS = 30_000;

/** A mail server that keeps what it is given. */
export interface Mailbox {
  /** For FAIRLOT_SMTP_URL. */
  readonly url: string;
  /** The code of the latest mail to an address whose code is not among those that were read before. */
  nextCode(address: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function startMailbox(): Promise<Mailbox> {
  const codes = new Map<string, string[]>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const code = /\b\d{6}\b/.exec(plainText(Buffer.concat(chunks).toString('utf8')))?.[0];
        for (const { address } of session.envelope.rcptTo) {
          if (code !== undefined) codes.set(address, [...(codes.get(address) ?? []), code]);
        }
        for (const wake of waiting) wake();
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    nextCode: async (address) => {
      const end = AbortSignal.timeout(LONGEST_WAIT_MS);
      for (;;) {
        const code = codes.get(address)?.shift();
        if (code !== undefined) return code;
        if (end.aborted) throw new Error(`no mail with a code came to ${address} within ${LONGEST_WAIT_MS / 1000} s`);
        await nextMail(waiting, end);
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

/** Waits for the next mail, or for the end of all waiting. */
async function nextMail(waiting: Set<() => void>, end: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = (): void => {
      waiting.delete(wake);
      end.removeEventListener('abort', wake);
      resolve();
    };
    waiting.add(wake);
    end.addEventListener('abort', wake);
  });
}

/** The plain text of a mail; digits are digits in either of the two encodings that it may have. */
function plainText(mail: string): string {
  const part = mail.split(/\r\n--/).find((each) => each.includes('Content-Type: text/plain')) ?? '';
  const [head = '', ...body] = part.split('\r\n\r\n');
  const content = body.join('\r\n\r\n');
  return /base64/i.test(head)
    ? Buffer.from(content, 'base64').toString('utf8')
    : content.replaceAll('=\r\n', '').replaceAll(/=[0-9A-F]{2}/g, ' ');
}
