import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Usage } from './load.ts';

/**
 * Starts an HTTP server that answers the process's Usage. Sockets connect to the same server. The first request of /start
 * calls `start`: the load begins when all sockets are open.
 */
export async function listen(delivered: () => number, start: () => void): Promise<Server> {
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  let isStarted = false;
  const server = createServer(({ url }, response) => {
    if (url === '/start' && !isStarted) {
      isStarted = true;
      start();
    }
    const { user, system } = process.cpuUsage();
    const [worstPauseMs, p99PauseMs] = [ms(pauses.max), ms(pauses.percentile(99))];
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    const usage: Usage = {
      cpuMicros: user + system,
      delivered: delivered(),
      heapBytes: heapUsed,
      externalBytes: external,
      residentBytes: rss,
      worstPauseMs,
      p99PauseMs,
    };
    response.end(JSON.stringify(usage));
    pauses.reset();
  });
  await new Promise<void>((resolve) => {
    server.listen(Number(process.env['PORT']), '127.0.0.1', resolve);
  });
  process.once('SIGTERM', () => process.exit());
  return server;
}

function ms(nanoseconds: number): number {
  return Number((nanoseconds / 1e6).toFixed(1));
}
