import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createHttpServer } from './http-server.ts';

it('sends the headers of data with every answer, also where no hook has run', async () => {
  const app = await createHttpServer({ origins: [], isTrustedProxy: () => false, log: createLog('silent') });
  app.get('/call/:id', () => ({}));
  for (const url of ['/v1/%ZZ', `/call/${'x'.repeat(201)}`, '/call/1', '/nothing']) {
    const { headers } = await app.inject(url);
    expect([url, headers]).toMatchObject([
      url,
      {
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    ]);
  }
  await app.close();
});

it('closes at once although a connection has sent nothing yet', async () => {
  const app = await createHttpServer({ origins: [], isTrustedProxy: () => false, log: createLog('silent') });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(app.server, 'connection');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const ended = once(socket, 'close');
  await connected;
  await app.close();
  await ended;
});
