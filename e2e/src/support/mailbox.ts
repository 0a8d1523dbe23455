import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Timeout for a mail, far longer than it takes. It prevents a journey that waits in vain from blocking the suite. */
const TIMEOUT_MS = 60_000;

/** A mail server that stores the mails it receives. */
export interface Mailbox {
  /** For FAIRLOT_SMTP_URL. */
  readonly url: string;
  /** Waits for a code that was mailed to an address. Returns each code once, the oldest first. */
  nextCode(address: string): Promise<string>;
  /** The same for the link with which an owner freezes the account. */
  nextFreezeLink(address: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function startMailbox(): Promise<Mailbox> {
  const codes = new Map<string, string[]>();
  const links = new Map<string, string[]>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = plainText(Buffer.concat(chunks).toString('utf8'));
        const link = /https?:\/\/\S+\/freeze\?\S+/.exec(text)?.[0];
        // Digits of a link or of an account number are no code.
        const found = link ?? /\b\d{6}\b/.exec(text)?.[0];
        const kept = link === undefined ? codes : links;
        for (const { address } of session.envelope.rcptTo) {
          if (found !== undefined) kept.set(address, [...(kept.get(address) ?? []), found]);
        }
        for (const wake of waiting) wake();
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const next = async (kept: ReadonlyMap<string, string[]>, address: string): Promise<string> => {
    const end = AbortSignal.timeout(TIMEOUT_MS);
    for (;;) {
      const found = kept.get(address)?.shift();
      if (found !== undefined) return found;
      if (end.aborted) throw new Error(`no such mail came to ${address} within ${TIMEOUT_MS / 1000} s`);
      await nextMail(waiting, end);
    }
  };
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    nextCode: (address) => next(codes, address),
    nextFreezeLink: (address) => next(links, address),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

/** Waits for the next mail or the timeout. */
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

/** Returns the plain text of a mail, in either encoding that it may have. */
function plainText(mail: string): string {
  const step = mail.split(/\r\n--/).find((each) => each.includes('Content-Type: text/plain')) ?? '';
  const [head = '', ...body] = step.split('\r\n\r\n');
  const content = body.join('\r\n\r\n');
  return /base64/i.test(head)
    ? Buffer.from(content, 'base64').toString('utf8')
    : content
        .replaceAll('=\r\n', '')
        .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
}
