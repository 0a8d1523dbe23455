import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Usage } from './load.ts';

/** Starts an HTTP server that answers the process's Usage. Sockets connect to the same server. */
export async function listen(delivered: () => number): Promise<Server> {
  const server = createServer((_request, response) => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpuMicros: user + system, delivered: delivered() };
    response.end(JSON.stringify(usage));
  });
  await new Promise<void>((resolve) => {
    server.listen(Number(process.env['PORT']), '127.0.0.1', resolve);
  });
  process.once('SIGTERM', () => process.exit());
  return server;
}
