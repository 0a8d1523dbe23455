import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';

const INFO = { server_id: 'fake', version: '2.10.0', proto: 1, headers: true, max_payload: 1_048_576 };

/** A server that speaks as much of NATS as a connection needs, and refuses connections as a busy one does. */
export interface FakeNats {
  readonly url: string;
  /** The number of connections that were refused. */
  readonly refused: number;
  /** Breaks the connection, and refuses the next one because it took too long. */
  breakAndRefuse(): void;
  /** Breaks the connection. */
  break(): void;
  close(): Promise<void>;
}

/** Starts a fake NATS server on a free port of this machine. */
export async function startFakeNats(): Promise<FakeNats> {
  const sockets = new Set<Socket>();
  let refusals = 0;
  let refused = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.write(`INFO ${JSON.stringify(INFO)}\r\n`);
    if (refusals > 0) {
      refusals -= 1;
      refused += 1;
      socket.end(`-ERR 'Authentication Timeout'\r\n`);
      return;
    }
    socket.on('data', (data) => {
      const pings = data
        .toString()
        .split('\r\n')
        .filter((line) => line === 'PING').length;
      if (pings > 0) socket.write('PONG\r\n'.repeat(pings));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const disconnect = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get refused() {
      return refused;
    },
    break: disconnect,
    breakAndRefuse: () => {
      refusals += 1;
      disconnect();
    },
    close: async () => {
      disconnect();
      server.close();
      await once(server, 'close');
    },
  };
}
