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
  /** Waits for the token of a set-up link that was mailed to a member of staff. */
  nextLink(address: string): Promise<string>;
  /** The same for the link with which an owner freezes the account. */
  nextFreezeLink(address: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function startMailbox(): Promise<Mailbox> {
  const codes = new Map<string, string[]>();
  const setUpLinks = new Map<string, string[]>();
  const freezeLinks = new Map<string, string[]>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = plainText(Buffer.concat(chunks).toString('utf8'));
        // The `=` before the token may be encoded.
        const setUp = /setup\?token[= ]([\w-]{20,})/.exec(text)?.[1];
        const freeze = /https?:\/\/\S+\/freeze\?\S+/.exec(text)?.[0];
        // Digits of a link or of an account number are no code.
        const code = setUp === undefined && freeze === undefined ? /\b\d{6}\b/.exec(text)?.[0] : undefined;
        for (const { address } of session.envelope.rcptTo) {
          keep(codes, address, code);
          keep(setUpLinks, address, setUp);
          keep(freezeLinks, address, freeze);
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
    nextCode: (address) => next(codes, waiting, address),
    nextLink: (address) => next(setUpLinks, waiting, address),
    nextFreezeLink: (address) => next(freezeLinks, waiting, address),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

function keep(mailed: Map<string, string[]>, address: string, found: string | undefined): void {
  if (found !== undefined) mailed.set(address, [...(mailed.get(address) ?? []), found]);
}

/** Waits for the oldest code or link that was mailed to an address. */
async function next(mailed: ReadonlyMap<string, string[]>, waiting: Set<() => void>, address: string): Promise<string> {
  const end = AbortSignal.timeout(TIMEOUT_MS);
  for (;;) {
    const first = mailed.get(address)?.shift();
    if (first !== undefined) return first;
    if (end.aborted) throw new Error(`no mail came to ${address} within ${TIMEOUT_MS / 1000} s`);
    await nextMail(waiting, end);
  }
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
