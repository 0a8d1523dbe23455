import { createServer } from 'node:net';

/** A port of the loopback that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address === null || typeof address === 'string' ? failed(new Error('no port is free')) : found(address.port),
      );
    });
  });
}
