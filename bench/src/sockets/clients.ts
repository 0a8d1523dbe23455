import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { Latencies } from '../report.ts';

/** Protocol of a server under measurement. */
export interface Dialect {
  readonly path: string;
  /** Sent once the socket is open. */
  readonly hello: string;
  /** Reads the times of the quotes in a message, in epoch milliseconds. */
  readonly times: (message: string) => readonly number[];
}

/** Connected clients. Ten of them measure the delay of each update; the others only count bytes. */
export interface SocketClients {
  readonly delays: Latencies;
  /** Bytes read by all clients that only count. */
  bytes(): number;
  close(): void;
}

const WATCHERS = 10;

/** Connects `count` clients and says hello on each. Rejects when a connection fails. */
export async function connectClients(port: number, count: number, dialect: Dialect): Promise<SocketClients> {
  const delays = new Latencies();
  const watchers = await Promise.all(Array.from({ length: WATCHERS }, () => watch(port, dialect, delays)));
  const readers: Socket[] = [];
  let bytes = 0;
  // Opens 100 at a time: a burst of connections is not part of the measurement.
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

/** Opens a websocket on a bare TCP socket, because 2,000 ws clients would need more CPU than the server. */
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

/** A text frame of a client (RFC 6455): less than 126 bytes, with a mask of zeros. */
function maskedText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | Buffer.byteLength(text), 0, 0, 0, 0]), Buffer.from(text)]);
}
