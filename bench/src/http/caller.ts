import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Latencies } from '../report.ts';

const HEAD_END = Buffer.from('\r\n\r\n');

/** What a run of requests gave. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly answer: ReturnType<Latencies['summary']>;
  /** Answers whose body did not begin as expected. */
  readonly unexpected: number;
}

export interface LoadSettings {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The whole request as it goes over the wire. */
  readonly request: (serial: number) => Buffer;
  /** How the body of a good answer begins. */
  readonly expects: string;
}

/**
 * Connections that each send the next request when the last one is answered. A client of a few lines on bare sockets,
 * because a full one would cost more than the servers that it measures.
 */
export async function load(settings: LoadSettings): Promise<Load> {
  const latencies = new Latencies();
  let serial = 0;
  let unexpected = 0;
  const begin = performance.now();
  const end = begin + settings.seconds * 1000;
  await Promise.all(
    Array.from({ length: settings.connections }, async () => {
      const line = new Line(connect({ port: settings.port, host: '127.0.0.1', noDelay: true }));
      while (performance.now() < end) {
        serial += 1;
        const request = settings.request(serial);
        const at = performance.now();
        const body = await line.ask(request);
        latencies.add(performance.now() - at);
        if (!body.subarray(0, settings.expects.length).equals(Buffer.from(settings.expects))) unexpected += 1;
      }
      line.end();
    }),
  );
  return {
    requestsPerSecond: Math.round(serial / ((performance.now() - begin) / 1000)),
    answer: latencies.summary(),
    unexpected,
  };
}

/** One keep-alive connection with one request on its way at a time. */
class Line {
  private readonly socket: Socket;
  private chunks: Buffer[] = [];
  private size = 0;
  /** Of the whole answer; 0 while its head isn't there. */
  private expected = 0;
  private headLength = 0;
  private answer: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', (error) => this.answer?.reject(error));
    socket.on('close', () => this.answer?.reject(new Error('the connection was closed')));
  }

  ask(request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.answer = { resolve, reject };
      this.socket.write(request);
    });
  }

  end(): void {
    this.answer = undefined;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.expected === 0) this.readHead();
    if (this.expected === 0 || this.size < this.expected) return;
    const body = (this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks)).subarray(this.headLength);
    const answer = this.answer;
    this.chunks = [];
    this.size = 0;
    this.expected = 0;
    this.answer = undefined;
    answer?.resolve(body);
  }

  private readHead(): void {
    const start = this.chunks.length === 1 ? (this.chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.chunks);
    const end = start.indexOf(HEAD_END);
    if (end < 0) return;
    const length = /content-length: *(\d+)/i.exec(start.toString('latin1', 0, end))?.[1];
    if (length === undefined) throw new Error('an answer came without content-length');
    this.headLength = end + HEAD_END.length;
    this.expected = this.headLength + Number(length);
  }
}

/** A request as it goes over the wire. */
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
