import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, type Socket, createConnection } from 'node:net';
import { expect, it } from 'vitest';
import { limitConnections } from './connection-limit.ts';

it.each([
  ['a network', false, 2],
  ['a named proxy', true, 4],
])('keeps open of %s (trusted: %s) %d of four idle connections', async (_of, isTrusted, kept) => {
  const server = createServer((_request, response) => response.end());
  limitConnections(server, () => isTrusted, undefined, 2);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  for (let count = 0; count < 4; count += 1) {
    const client = createConnection(port, '127.0.0.1').on('error', () => undefined);
    const accepted = once(server, 'connection');
    clients.push(client);
    await accepted;
  }
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(open).toBe(kept);
  clients[0]?.destroy();
  await expect.poll(open).toBe(kept - 1);
  const next = createConnection(port, '127.0.0.1');
  next.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(String((await once(next, 'data'))[0])).toContain('200 OK');
  for (const client of [...clients, next]) client.destroy();
  server.close();
});
