import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Dialect, ReaderAnswer, ReaderOrder } from './dialect.ts';

/** One address has about 28,000 ports. */
const CLIENTS_OF_ADDRESS = 4_000;
/** Opened at a time: a burst of connections is not part of the measurement. */
const AT_ONCE = 100;
/**
 * Pause between two rounds of reading. The kernel keeps the bytes meanwhile, so one read takes several frames. Without it
 * the readers would need as much of the processor as the server.
 */
const REST_MS = 300;

/** Loopback address of the n-th client. */
export function localAddress(index: number): string {
  return `127.0.0.${2 + Math.floor(index / CLIENTS_OF_ADDRESS)}`;
}

const tell = (answer: ReaderAnswer): void => console.log(JSON.stringify(answer));

/** Connects clients that only count bytes, by orders of the parent process. */
function serve(): void {
  const sockets: Socket[] = [];
  const shared = Buffer.alloc(256 * 1024);
  let bytes = 0;
  const open = async ({ connect: wanted, port, ...dialect }: ReaderOrder): Promise<void> => {
    for (let done = 0; done < wanted;) {
      const batch = Math.min(AT_ONCE, wanted - done);
      const opened = Array.from({ length: batch }, (_, index) =>
        read(port, localAddress(sockets.length + index), dialect, shared, (size) => {
          bytes += size;
        }),
      );
      sockets.push(...(await Promise.all(opened)));
      done += batch;
    }
    tell({ bytes });
  };
  const orders = createInterface(process.stdin);
  orders.on('line', (line) => {
    const order = JSON.parse(line) as ReaderOrder | 'bytes';
    if (order === 'bytes') {
      tell({ bytes });
      rest();
    } else open(order).catch((error: unknown) => tell({ bytes, failed: String(error) }));
  });
  orders.once('close', () => process.exit());
}

let rests = false;
/** From the first reading of the counter on, reads in rounds. */
function rest(): void {
  if (rests) return;
  rests = true;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const round = (): void => {
    Atomics.wait(cell, 0, 0, REST_MS);
    // Immediates run after the poll phase, which reads every socket that has bytes.
    setTimeout(() => setImmediate(round), 0);
  };
  round();
}

/** Opens a websocket on a bare TCP socket, because thousands of ws clients would need more CPU than the server. */
function read(
  port: number,
  from: string,
  { path, hello, afterHello }: Pick<Dialect, 'path' | 'hello' | 'afterHello'>,
  buffer: Buffer,
  count: (bytes: number) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const callback = (size: number): boolean => {
      if (isOpen) count(size);
      else {
        isOpen = true;
        socket.write(maskedText(hello));
        if (afterHello !== undefined) socket.write(maskedText(afterHello));
        resolve(socket);
      }
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, onread: { buffer, callback } });
    socket.once('error', reject);
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

if (process.argv[1]?.includes('readers')) serve();
