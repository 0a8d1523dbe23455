import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/**
 * How a line behaves: `open`; `deaf`: what is sent arrives, what is answered is lost; `silent`: nothing passes and nobody
 * is told, as behind a network that went away; `cut`: connections end and new ones are refused.
 */
export type LineState = 'open' | 'deaf' | 'silent' | 'cut';

/** The way between a phone and the server, which can fail as ways do. */
export interface Line {
  /** Where the phone finds the server. */
  readonly url: string;
  become(state: LineState): void;
  stop(): Promise<void>;
}

/** Lays a line to a server. */
export async function layLine(serverUrl: string): Promise<Line> {
  const { port: serverPort, hostname } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let state: LineState = 'open';
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((phone) => {
    if (state === 'cut') {
      phone.destroy();
      return;
    }
    const far = connect(Number(serverPort), hostname);
    keep(phone);
    keep(far);
    phone.on('data', (bytes) => {
      if (state === 'open' || state === 'deaf') far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (state === 'open') phone.write(bytes);
    });
    // Who is not told of anything is not told of an end either.
    phone.on('close', () => far.destroy());
    far.on('close', () => {
      if (state !== 'silent') phone.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become: (next) => {
      // A connection that lost bytes cannot go on.
      if (next === 'cut' || (next === 'open' && state !== 'open')) endAll();
      state = next;
    },
    stop: () =>
      new Promise((resolve) => {
        endAll();
        server.close(() => resolve());
      }),
  };
}
