import { SOCKET_PATH } from '@fairlot/contract';
import { WebSocket } from 'ws';
import { type Incoming, type Outgoing, call } from './call.ts';
import type { HonestRecord } from './record.ts';

const ORDER_EVERY_MS = 500;
const SIGN_IN_EVERY_MS = 10_000;
const MESSAGE_EVERY_MS = 60_000;
const MOST_OPEN = 4;
/** A socket that hears nothing for this long has failed: quotes come several times a second. */
const SILENCE_MS = 15_000;

interface Client {
  readonly base: string;
  readonly address: string;
  readonly record: HonestRecord;
}

/** A call of an honest client. Everything but success is a failure. */
async function ask({ base, address, record }: Client, outgoing: Omit<Outgoing, 'from'>): Promise<Incoming | undefined> {
  record.calls += 1;
  const name = outgoing.path.split('?')[0];
  try {
    const answer = await call(base, { ...outgoing, from: address });
    if (answer.reason === 'ok') return answer;
    record.fail(`${name}: ${answer.status} ${answer.reason}`);
  } catch (error) {
    record.fail(`${name}: ${String(error)}`);
  }
  return undefined;
}

/** A demo account that trades, reads and listens. Resolves when `isStopping` says so. */
export async function trade(client: Client, instruments: readonly number[], isStopping: () => boolean): Promise<void> {
  const demo = await ask(client, { method: 'POST', path: '/api/user/createAccountDemoForU', body: {} });
  const token = (demo?.data as { token: string } | undefined)?.token;
  if (token === undefined) return;
  client.record.traders += 1;
  const closeSocket = listen(client, token);
  const open: number[] = [];
  for (let round = 0; !isStopping(); round += 1) {
    const begin = performance.now();
    await order(client, token, open, instruments[round % instruments.length] ?? 1);
    if (round % 4 === 0) await lookAround(client, token, instruments[round % instruments.length] ?? 1);
    if (round % (MESSAGE_EVERY_MS / ORDER_EVERY_MS) === 20) await write(client, token);
    await pause(Math.max(0, ORDER_EVERY_MS - (performance.now() - begin)));
  }
  closeSocket();
}

async function order(client: Client, token: string, open: number[], instrument: number): Promise<void> {
  const begin = performance.now();
  const metMeasurement = client.record.isMeasuring;
  const closes = open.length >= MOST_OPEN ? open.shift() : undefined;
  const answer = await ask(client, {
    method: 'POST',
    token,
    ...(closes === undefined
      ? {
          path: '/v1/api/forex/submit',
          body: new URLSearchParams({ type: '1', cont: '0.01', forex_id: String(instrument), status: '1' }),
        }
      : { path: '/v1/api/forex/close', body: new URLSearchParams({ id: String(closes) }) }),
  });
  client.record.addOrder(begin, metMeasurement);
  if (closes === undefined && answer !== undefined) open.push((answer.data as { order: { Id: number } }).order.Id);
}

/** The reads of a page that its user moves about in. */
async function lookAround(client: Client, token: string, instrument: number): Promise<void> {
  for (const path of [
    '/v1/api/main/wallet/getBalance',
    '/v1/api/forex/my_deal?status=1&page=1',
    '/v1/api/forex/my_deal?status=3&page=1',
    `/v1/api/forex/kline?forex_id=${instrument}&period=1min&limit=300`,
    '/v1/api/forex/trade_list',
    '/v1/api/main/statement?period=week',
  ])
    await ask(client, { path, token });
}

async function write(client: Client, token: string): Promise<void> {
  await ask(client, { method: 'POST', path: '/api/support/send', token, body: { text: 'Good morning' } });
  client.record.messages += 1;
}

/** Keeps a socket open that follows the market and the account. Returns what closes it. */
function listen({ base, address, record }: Client, token: string): () => void {
  const socket = new WebSocket(base.replace(/^http/, 'ws') + SOCKET_PATH, { headers: { 'x-forwarded-for': address } });
  let lastHeard = performance.now();
  let isLeaving = false;
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'login', token }));
    for (const topic of ['DAY_MARKET', 'FOREX_TRADE']) socket.send(JSON.stringify({ type: 'subscribe', topic }));
  });
  socket.on('message', () => {
    lastHeard = performance.now();
    record.heard += 1;
  });
  socket.on('error', (error) => record.fail(`socket: ${error.message}`));
  socket.on('close', (code) => {
    if (!isLeaving) record.fail(`socket closed with ${code}`);
  });
  const watch = setInterval(() => {
    if (performance.now() - lastHeard > SILENCE_MS) record.fail('socket hears nothing');
  }, SILENCE_MS);
  return () => {
    isLeaving = true;
    clearInterval(watch);
    socket.close();
  };
}

/** A user with a real account who signs in, reads and signs out, again and again. */
export async function visit(
  client: Client,
  { account, password }: { readonly account: string; readonly password: string },
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping()) {
    const begin = performance.now();
    const answer = await ask(client, { method: 'POST', path: '/api/user/loginForU', body: { account, password } });
    client.record.signIns += 1;
    const token = (answer?.data as { token: string } | undefined)?.token;
    if (token !== undefined) {
      for (const path of ['/api/user/info', '/v1/api/main/statement?period=month', '/api/user/sessions'])
        await ask(client, { path, token });
      await ask(client, { method: 'POST', path: '/api/user/logout', token, body: {} });
    }
    while (!isStopping() && performance.now() - begin < SIGN_IN_EVERY_MS) await pause(200);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}
