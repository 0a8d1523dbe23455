import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/**
 * `pass` forwards both ways. `drop_answers` forwards requests and drops the server's data. `drop_all` drops both and
 * closes no connection, like a lost network. `cut` closes connections and refuses new ones.
 */
export type ProxyMode = 'pass' | 'drop_answers' | 'drop_all' | 'cut';

/** A TCP proxy between browser and server that can drop bytes or cut connections. */
export interface NetworkProxy {
  /** The address for the browser. */
  readonly url: string;
  setMode(mode: ProxyMode): void;
  stop(): Promise<void>;
}

/** Starts a proxy to a server on a free port of the loopback. */
export async function startProxy(serverUrl: string): Promise<NetworkProxy> {
  const { port: serverPort, hostname } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let mode: ProxyMode = 'pass';
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const proxy = createServer((browser) => {
    if (mode === 'cut') {
      browser.destroy();
      return;
    }
    const server = connect(Number(serverPort), hostname);
    track(browser);
    track(server);
    browser.on('data', (bytes) => {
      if (mode === 'pass' || mode === 'drop_answers') server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (mode === 'pass') browser.write(bytes);
    });
    browser.on('close', () => server.destroy());
    // A dropped connection does not announce its end either.
    server.on('close', () => {
      if (mode !== 'drop_all') browser.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    setMode: (next) => {
      // A connection that lost bytes cannot continue.
      if (next === 'cut' || (next === 'pass' && mode !== 'pass')) endAll();
      mode = next;
    },
    stop: () =>
      new Promise((resolve) => {
        endAll();
        proxy.close(() => resolve());
      }),
  };
}
