import { randomBytes } from 'node:crypto';
import { type Socket, createConnection } from 'node:net';
import { SOCKET_PATH } from '@fairlot/contract';
import { WebSocket } from 'ws';
import type { CrowdOrder } from './crowd-order.ts';
import { hostileAddress } from './networks.ts';

type Count = (attack: string, outcome: string) => void;

const SLOW_BODIES = 60;
const HALF_OPEN_UPLOADS = 20;
const DEAF_SOCKETS = 60;
const TALKATIVE_SOCKETS = 10;
/** A slow sender sends a byte this often. */
const DRIP_MS = 2000;
/** Time after which a connection that was refused or closed is opened again. */
const AGAIN_MS = 1000;

/** Attacks that keep something open: slow bodies, uploads that never end, sockets that don't read or that never stop talking. */
export function holdOpen(order: CrowdOrder, count: Count): void {
  for (let index = 0; index < SLOW_BODIES; index += 1) void again(() => slowBody(order, count));
  for (let index = 0; index < HALF_OPEN_UPLOADS; index += 1) void upload(order, index, count);
  for (let index = 0; index < DEAF_SOCKETS; index += 1) void again(() => deafSocket(order, count));
  for (let index = 0; index < TALKATIVE_SOCKETS; index += 1) void again(() => talkativeSocket(order, count));
}

async function again(open: () => Promise<void>): Promise<void> {
  for (;;) {
    await open();
    await pause(AGAIN_MS);
  }
}

function slowBody(order: CrowdOrder, count: Count): Promise<void> {
  const head = ['content-type: application/json', 'content-length: 5000'];
  return drip(order, '/api/user/loginForU', head, (outcome) => count('slow bodies', outcome));
}

/** Uploads images as a user with a real account, or documents to the office as a stranger. */
async function upload(order: CrowdOrder, index: number, count: Count): Promise<void> {
  const token = order.tokens[index % order.tokens.length];
  const image = ['content-type: multipart/form-data; boundary=x', 'content-length: 9000000'];
  const document = ['content-type: application/json', 'content-length: 12000000', 'x-fairlot-office: 1'];
  await again(() =>
    Math.random() < 0.5
      ? drip(order, '/api/common/image_upload', [...image, `authorization: ${token ?? 'none'}`], (outcome) =>
          count('uploads', outcome),
        )
      : drip(order, '/office/api/media/add', document, (outcome) => count('uploads to the office', outcome)),
  );
}

/** Sends a request's head, and its body byte by byte, until the server closes the connection. */
function drip(
  { base }: CrowdOrder,
  path: string,
  head: readonly string[],
  report: (outcome: string) => void,
): Promise<void> {
  const from = hostileAddress();
  const { hostname, port } = new URL(base);
  const socket: Socket = createConnection(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'host: fairlot',
      `x-forwarded-for: ${from}`,
      'x-forwarded-proto: https',
      ...head,
      '',
      '',
    ].join('\r\n'),
  );
  const drips = setInterval(() => socket.write('{'), DRIP_MS);
  return new Promise((done) => {
    socket.on('close', () => {
      clearInterval(drips);
      const reason = /"reason":"(\w+)"/.exec(answer)?.[1] ?? /^HTTP\/1.1 (\d+)/.exec(answer)?.[1];
      report(reason === undefined ? 'closed without an answer' : `closed after ${reason}`);
      done();
    });
  });
}

/** Subscribes to everything and never reads. */
function deafSocket({ base }: CrowdOrder, count: Count): Promise<void> {
  return socketOf(base, 'sockets that do not read', count, (socket, raw) => {
    for (const topic of ['DAY_MARKET', 'KLINE.EURUSD', 'TERMS'])
      socket.send(JSON.stringify({ type: 'subscribe', topic }));
    raw()?.pause();
  });
}

/** Sends nonsense and subscriptions without end. */
function talkativeSocket({ base }: CrowdOrder, count: Count): Promise<void> {
  return socketOf(base, 'sockets that talk', count, (socket) => {
    const talk = setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return clearInterval(talk);
      socket.send(randomBytes(200).toString('base64'));
      return socket.send(JSON.stringify({ type: 'subscribe', topic: `KLINE.${randomBytes(4).toString('hex')}` }));
    }, 50);
  });
}

function socketOf(
  base: string,
  name: string,
  count: Count,
  opened: (socket: WebSocket, raw: () => Socket | undefined) => void,
): Promise<void> {
  const socket = new WebSocket(base.replace(/^http/, 'ws') + SOCKET_PATH, {
    headers: {
      'x-forwarded-for': hostileAddress(),
      ...(Math.random() < 0.1 && { origin: 'https://evil.example.org' }),
    },
  });
  let raw: Socket | undefined;
  socket.on('upgrade', (response) => (raw = response.socket));
  socket.on('error', (error) => count(name, error.message));
  socket.on('open', () => {
    count(name, 'opened');
    opened(socket, () => raw);
  });
  return new Promise((done) => {
    socket.on('close', (code) => {
      count(name, `closed with ${code}`);
      done();
    });
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}
