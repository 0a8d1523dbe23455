import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows give to outgoing connections (from 32768 or 49152 on). */
const [LEAST, MOST] = [10_000, 32_000];

/**
 * A port of the loopback that is free at this moment. It is drawn from a range that the system does not draw from by
 * itself: a port from that range could be taken by any outgoing connection before the caller listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LEAST + Math.floor(Math.random() * (MOST - LEAST));
    if (await isFree(port)) return port;
  }
}

/** The first port of the loopback from `first` on that is free at this moment. */
export async function freePortFrom(first: number): Promise<number> {
  for (let port = first; ; port += 1) if (await isFree(port)) return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
