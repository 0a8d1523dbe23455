import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** A call of a client. */
export interface Outgoing {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  /** Address of the client, as a trusted proxy would forward it. */
  readonly from: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, form parameters as a form, a text as it is. */
  readonly body?: object | string | undefined;
}

export interface Incoming {
  readonly status: number;
  /** Reason of an envelope; empty for other answers. */
  readonly reason: string;
  readonly data: unknown;
}

const TIMEOUT_MS = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Sends a call and reads its answer. Rejects without one. */
export function call(base: string, { method = 'GET', path, from, token, headers, body }: Outgoing): Promise<Incoming> {
  const [type, text] = encoded(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      base + path,
      {
        method,
        agent,
        timeout: TIMEOUT_MS,
        headers: {
          'x-forwarded-for': from,
          'x-forwarded-proto': 'https',
          ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
          ...(token !== undefined && { authorization: token }),
          ...(text !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) }),
          ...headers,
        },
      },
      (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (received += chunk));
        response.on('error', reject);
        response.on('end', () => resolve(read(response.statusCode ?? 0, received)));
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

function encoded(body: Outgoing['body']): [type: string, text: string | undefined] {
  if (body instanceof URLSearchParams) return ['application/x-www-form-urlencoded', body.toString()];
  if (typeof body === 'object') return ['application/json', JSON.stringify(body)];
  return ['application/json', body];
}

function read(status: number, text: string): Incoming {
  try {
    const { reason = '', data } = JSON.parse(text) as { reason?: string; data?: unknown };
    return { status, reason, data };
  } catch {
    return { status, reason: '', data: undefined };
  }
}
