import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Latencies } from '../report.ts';

const HEAD_END = Buffer.from('\r\n\r\n');

/** Result of a run of requests. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly answer: ReturnType<Latencies['summary']>;
  /** Answers with an unexpected body. */
  readonly unexpected: number;
}

export interface LoadSettings {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Builds the bytes of the next request. */
  readonly request: (serial: number) => Buffer;
  /** Beginning of the body of a successful answer. */
  readonly expects: string;
}

/**
 * Closed loop: each connection sends its next request after the answer to the previous one. Uses bare sockets, because a
 * full HTTP client would need more CPU than the measured servers.
 */
export async function load(settings: LoadSettings): Promise<Load> {
  const latencies = new Latencies();
  let serial = 0;
  let unexpected = 0;
  const begin = performance.now();
  const end = begin + settings.seconds * 1000;
  await Promise.all(
    Array.from({ length: settings.connections }, async () => {
      const connection = new Connection(connect({ port: settings.port, host: '127.0.0.1', noDelay: true }));
      while (performance.now() < end) {
        serial += 1;
        const request = settings.request(serial);
        const at = performance.now();
        const body = await connection.send(request);
        latencies.add(performance.now() - at);
        if (!body.subarray(0, settings.expects.length).equals(Buffer.from(settings.expects))) unexpected += 1;
      }
      connection.end();
    }),
  );
  return {
    requestsPerSecond: Math.round(serial / ((performance.now() - begin) / 1000)),
    answer: latencies.summary(),
    unexpected,
  };
}

/** A keep-alive connection with at most one request in flight. */
class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of head and body; 0 until the head has arrived. */
  #expected = 0;
  #headLength = 0;
  #answer: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#answer?.reject(error));
    socket.on('close', () => this.#answer?.reject(new Error('the server closed the connection')));
  }

  /** Sends a request and resolves with the body of its answer. Rejects when the connection fails. */
  send(request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#answer = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#expected === 0) this.#readHead();
    if (this.#expected === 0 || this.#size < this.#expected) return;
    const body = (this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)).subarray(this.#headLength);
    const answer = this.#answer;
    this.#chunks = [];
    this.#size = 0;
    this.#expected = 0;
    this.#answer = undefined;
    answer?.resolve(body);
  }

  #readHead(): void {
    const start = this.#chunks.length === 1 ? (this.#chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks);
    const end = start.indexOf(HEAD_END);
    if (end < 0) return;
    const length = /content-length: *(\d+)/i.exec(start.toString('latin1', 0, end))?.[1];
    if (length === undefined) throw new Error('an answer has no content-length');
    this.#headLength = end + HEAD_END.length;
    this.#expected = this.#headLength + Number(length);
  }
}

/** Bytes of an HTTP/1.1 request. */
export function wire(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body = ''): Buffer {
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  );
}
