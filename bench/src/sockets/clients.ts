import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { Latencies } from '../report.ts';

/** How a kind of server is spoken to. */
export interface Dialect {
  readonly path: string;
  /** Sent once the socket is open. */
  readonly hello: string;
  /** Times of the quotes in a message, epoch milliseconds. */
  readonly times: (message: string) => readonly number[];
}

/** Clients that read everything and look at nothing, but for a few that measure the delay of each update. */
export interface Crowd {
  readonly delays: Latencies;
  /** Bytes read by all. */
  bytes(): number;
  close(): void;
}

const WATCHERS = 10;

export async function gather(port: number, count: number, dialect: Dialect): Promise<Crowd> {
  const delays = new Latencies();
  const watchers = await Promise.all(Array.from({ length: WATCHERS }, () => watch(port, dialect, delays)));
  const readers: Socket[] = [];
  let bytes = 0;
  // Opened some at a time: a storm of connections is another figure.
  while (readers.length < count - WATCHERS) {
    const size = Math.min(100, count - WATCHERS - readers.length);
    readers.push(
      ...(await Promise.all(
        Array.from({ length: size }, () =>
          read(port, dialect, (chunk) => {
            bytes += chunk;
          }),
        ),
      )),
    );
  }
  return {
    delays,
    bytes: () => bytes,
    close: () => {
      for (const watcher of watchers) watcher.terminate();
      for (const reader of readers) reader.destroy();
    },
  };
}

function watch(port: number, { path, hello, times }: Dialect, delays: Latencies): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(hello);
      resolve(socket);
    });
    socket.on('message', (data: Buffer) => {
      const now = Date.now();
      for (const time of times(data.toString('utf8'))) delays.add(now - time);
    });
  });
}

/** A socket that upgrades and says hello by hand, because two thousand real clients would cost more than the server. */
function read(port: number, { path, hello }: Dialect, count: (bytes: number) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', reject);
    socket.once('data', () => {
      socket.on('data', (chunk: Buffer) => count(chunk.length));
      socket.write(maskedText(hello));
      resolve(socket);
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
  });
}

/** A client's text frame of less than 126 bytes, masked with zeros. */
function maskedText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | Buffer.byteLength(text), 0, 0, 0, 0]), Buffer.from(text)]);
}
