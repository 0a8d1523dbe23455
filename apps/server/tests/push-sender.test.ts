import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import webPush from 'web-push';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicLookup } from '../src/features/push/endpoint.ts';
import { PushSender } from '../src/features/push/sender.ts';
import { deliver } from '../src/features/push/transport.ts';
import { createLog } from '../src/platform/log.ts';
import { TestBrowser } from './support/push-service.ts';

/** A push service that takes everything and answers nothing. */
let asked = 0;
const server = createServer(() => {
  asked += 1;
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('asks a slow service a few at a time, keeps a limited number waiting, and stops without waiting for it', async () => {
  const sender = new PushSender({
    keys: webPush.generateVAPIDKeys(), endpoints: { allowed: [origin], lookup: publicLookup }, contact: () => 'mailto:test@example.com', onGone: () => Promise.resolve(), log: createLog('silent'),
  });
  const { subscription } = new TestBrowser(origin);
  for (let count = 0; count < 5_100; count += 1) sender.send(subscription, '{}');
  await expect.poll(() => asked).toBe(8);
  expect(sender.figures).toMatchObject({ sent: 0, dropped: 5_100 - 5_000 - 8, waiting: 5_008 });
  await sender.stop();
  expect(sender.figures).toMatchObject({ waiting: 0 });
  expect(asked).toBe(8);
  sender.send(subscription, '{}');
  expect(sender.figures).toMatchObject({ waiting: 0 });
});

it('connects to no address inside, whatever the name says', async () => {
  const { subscription } = new TestBrowser(origin.replace('127.0.0.1', 'localhost'));
  const parcel = { endpoint: subscription.endpoint, headers: {}, body: Buffer.from('x') };
  const before = asked;
  await expect(deliver(parcel, { allowed: [], lookup: publicLookup }, new AbortController().signal)).rejects.toThrow('localhost is not on the public internet');
  expect(asked).toBe(before);
});
