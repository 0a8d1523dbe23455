import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import webPush from 'web-push';
import { publicLookup } from '../src/http/public-network.ts';
import { PushSender } from '../src/features/push/sender.ts';
import { deliver } from '../src/features/push/transport.ts';
import { createLog } from '../src/platform/log.ts';
import { TestBrowser } from './support/push-service.ts';

/** A push service that accepts all requests but answers only those to chosen paths. */
const prompt = new Set<string>();
const failing = new Set<string>();
let asked = 0;
const server = createServer((request, response) => {
  asked += 1;
  if (prompt.has(request.url ?? '')) response.writeHead(201).end();
  if (failing.has(request.url ?? '')) response.writeHead(503).end();
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

const newSender = (isTold: () => Promise<boolean> = () => Promise.resolve(true)): PushSender =>
  new PushSender({
    keys: webPush.generateVAPIDKeys(),
    endpoints: { allowed: [origin], lookup: publicLookup() },
    contact: () => 'mailto:test@example.com',
    onGone: () => Promise.resolve(),
    isTold,
    log: createLog('silent'),
  });

it('limits concurrent and waiting messages to a slow service, and stops without waiting for it', async () => {
  const sender = newSender();
  const { subscription } = new TestBrowser(origin);
  for (let user = 0; user < 5_100; user += 1) sender.send(user, subscription, '{}');
  await expect.poll(() => asked).toBe(8);
  expect(sender.figures).toMatchObject({ sent: 0, dropped: 5_100 - 5_000 - 8, waiting: 5_008 });
  await sender.stop();
  expect(sender.figures).toMatchObject({ waiting: 0 });
  expect(asked).toBe(8);
  sender.send(1, subscription, '{}');
  expect(sender.figures).toMatchObject({ waiting: 0 });
});

it('delays no other user when the service of one does not answer', async () => {
  const sender = newSender();
  const [slow, quick] = [new TestBrowser(origin), new TestBrowser(origin)];
  prompt.add(quick.path);
  for (let count = 0; count < 150; count += 1) sender.send(1, slow.subscription, '{}');
  for (let count = 0; count < 20; count += 1) sender.send(2, quick.subscription, '{}');
  await expect.poll(() => sender.figures['sent']).toBe(20);
  // One message of this user is being sent, ninety-nine wait, and the rest was dropped.
  expect(sender.figures).toMatchObject({ dropped: 50, failed: 0, waiting: 100 });
  await sender.stop();
});

it('sends no retry to a browser that was unsubscribed in the meantime', async () => {
  let isTold = true;
  const sender = newSender(() => Promise.resolve(isTold));
  const browser = new TestBrowser(origin);
  failing.add(browser.path);
  const before = asked;
  sender.send(1, browser.subscription, '{}');
  await expect.poll(() => asked).toBe(before + 1);
  isTold = false;
  await expect.poll(() => sender.figures['waiting']).toBe(0);
  expect(sender.figures).toMatchObject({ sent: 0, failed: 0, dropped: 1 });
  expect(asked).toBe(before + 1);
  await sender.stop();
});

it('never connects to a private address, by any name', async () => {
  const { subscription } = new TestBrowser(origin.replace('127.0.0.1', 'push.example.com'));
  const home = publicLookup(() => Promise.resolve([{ address: '127.0.0.1', family: 4 }]));
  const parcel = { endpoint: subscription.endpoint, headers: {}, body: Buffer.from('x') };
  const before = asked;
  await expect(deliver(parcel, { allowed: [], lookup: home }, new AbortController().signal)).rejects.toThrow(
    'push.example.com is not on the public internet',
  );
  expect(asked).toBe(before);
});
