import { once } from 'node:events';
import { type Socket, createConnection } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RealUser, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
const BODY_BYTES = 9_000_000;
let server: TestServer;
let users: readonly RealUser[];
const open: { readonly socket: Socket; readonly closed: Promise<unknown> }[] = [];

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' }, () => clock.time);
  users = await Promise.all(Array.from({ length: 14 }, () => registerUser(server)));
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const { socket, closed } of open.splice(0)) {
    socket.destroy();
    await closed;
  }
  await untilTaken(0);
});

/** Announces a large body, sends its first bytes only, and collects the answer. */
function halfOpen(path: string, from: string, header: string, type = 'multipart/form-data; boundary=x') {
  const { hostname, port } = new URL(server.url);
  const socket = createConnection(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  open.push({ socket, closed });
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n${header}\r\ncontent-type: ${type}\r\ncontent-length: ${BODY_BYTES}\r\n\r\n` +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc',
  );
  return { closed, answer: () => text };
}

const upload = (user: RealUser | undefined, from: string) =>
  halfOpen('/api/common/image_upload', from, `authorization: ${user?.token ?? ''}`);

/** Starts an upload, and returns the reason of its refusal: the body never arrives, so there is no other answer. */
async function refusalOf(user: RealUser | undefined, from: string): Promise<string | undefined> {
  const { answer } = upload(user, from);
  await expect.poll(answer).toContain('"reason"');
  return /"reason":"(\w+)"/.exec(answer())?.[1];
}

/** Starts uploads that never end, and waits until each has its place. */
async function hold(count: number, addressOf: (index: number) => string) {
  const held = users.slice(0, count).map((user, index) => upload(user, addressOf(index)));
  await untilTaken(count);
  return held;
}

/** Waits until so many places are taken. */
async function untilTaken(count: number): Promise<void> {
  await expect.poll(async () => (await server.raw('/metrics')).text).toContain(`\nfairlot_uploads_open ${count}\n`);
}

describe('an upload that never ends', () => {
  it('takes a place of its network', async () => {
    await hold(4, () => '203.0.113.7');
    expect(await refusalOf(users[13], '203.0.113.7')).toBe('too_many_requests');
  });

  it('takes a place of all, which are few, and loses it after a time', async () => {
    const held = await hold(12, (index) => `203.0.${index}.7`);
    expect(await refusalOf(users[13], '198.51.100.7')).toBe('overloaded');
    clock.time += 31_000;
    await Promise.all(held.map(({ closed }) => closed));
    await untilTaken(0);
    const next = upload(users[13], '198.51.100.8');
    await untilTaken(1);
    // One user has one place.
    expect(await refusalOf(users[13], '198.51.100.9')).toBe('too_many_requests');
    expect(next.answer()).toBe('');
  });
});

it('a stranger’s large body for the office is not read', async () => {
  const { answer, closed } = halfOpen(
    '/office/api/media/add',
    '203.0.113.9',
    'x-fairlot-office: 1\r\nx-forwarded-proto: https',
    'application/json',
  );
  await closed;
  expect(answer()).toContain('session_invalid');
});
