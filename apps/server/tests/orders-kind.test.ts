import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const START = Date.UTC(2026, 10, 18, 12);
const SECOND_MS = 1000;
/** More than any run of this file takes, so that the market never becomes stale. */
const SECONDS = 3600;
/** The market that the trader saw, and the one that the order meets. */
const [SEEN, NOW] = ['1.10040,1.10050', '1.09970,1.09980'];

let server: TestServer;
let eurusd: number;
let token: string;
let recording: string;

beforeAll(async () => {
  recording = await mkdtemp(join(tmpdir(), 'fairlot-kind-'));
  const lines = Array.from(
    { length: SECONDS },
    (_, second) => `${START + second * SECOND_MS},${second === 0 ? SEEN : NOW}\n`,
  );
  await writeFile(join(recording, 'eurusd-20261118.csv'), lines.join(''));
  const begun = Date.now();
  const clock = (): number => START + (Date.now() - begun);
  server = await startTestServer({ FAIRLOT_FEED: `replay:${recording}`, FAIRLOT_SESSIONS: 'always' }, clock);
  eurusd = await server.instrument('EURUSD');
  ({ token } = await server.demo());
  // The ask has fallen from 1.10050 to 1.09980 while the order was under way.
  await vi.waitUntil(async () => (await askNow()) === '1.09980', { timeout: 120_000, interval: 50 });
});
afterAll(async () => {
  await server.stop();
  await rm(recording, { recursive: true, force: true });
});

async function askNow(): Promise<string | undefined> {
  const { envelope } = await server.call('tradeList');
  return envelope.data.find(({ Id }) => Id === eurusd)?.ForexQuotations?.Ask;
}
const submit = async (input: Record<string, unknown>, as = token) =>
  (await whenQuoted(() => server.call('submit', marketOrder(eurusd, input), { token: as }))).envelope;
const pending = (target: string, more: Record<string, unknown> = {}, as = token) =>
  submit({ status: 0, target_price: target, ...more }, as);
const amend = async (id: number, target: string, more: Record<string, unknown> = {}) =>
  (await whenQuoted(() => server.call('amendPendingOrder', { id, target_price: target, ...more }, { token }))).envelope;
const close = async (id: number, more: Record<string, unknown> = {}) =>
  (await whenQuoted(() => server.call('close', { id, ...more }, { token }))).envelope;
const waiting = async (id: number) =>
  (await server.call('myDeal', { status: 0 }, { token })).envelope.data.data.find((order) => order.Id === id);

const PASSED = {
  code: 3025,
  reason: 'stop_passed',
  data: null,
  detail: { market: '1.09980' },
  msg: 'The market has already passed the stop price: it is at 1.09980. Nothing was traded.',
};

describe('the kind of a pending order', () => {
  it('lets a buy limit fill at once at the better price when the market has passed it under way', async () => {
    const { data, msg } = await pending('1.10000', { kind: 'limit' });
    expect(data.order).toMatchObject({ Status: 1, Kind: 'market', Price: '1.09980' });
    expect(msg).toBe('Your order has been confirmed');
  });

  it('lets a sell limit fill at once at the better price', async () => {
    expect((await pending('1.09900', { kind: 'limit', type: 2 })).data.order).toMatchObject({
      Status: 1,
      OrderType: 2,
      Price: '1.09970',
    });
  });

  it('lets a stop wait, and refuses one that the market has passed, with the price of its side', async () => {
    expect((await pending('1.10500', { kind: 'stop' })).data.order).toMatchObject({ Status: 0, Kind: 'stop' });
    const visitor = await server.demo();
    expect(await pending('1.09900', { kind: 'stop' }, visitor.token)).toMatchObject(PASSED);
    expect(await pending('1.10100', { kind: 'stop', type: 2 }, visitor.token)).toMatchObject({
      reason: 'stop_passed',
      detail: { market: '1.09970' },
    });
    expect((await server.call('myDeal', { status: 0 }, { token: visitor.token })).envelope.data.total).toBe(0);
  });

  it('is decided by the market at arrival when it is absent', async () => {
    expect((await pending('1.10000')).data.order).toMatchObject({ Status: 0, Kind: 'stop' });
    expect((await pending('1.09900')).data.order).toMatchObject({ Status: 0, Kind: 'limit' });
  });

  it('holds for a moved order too', async () => {
    const { Id: id } = (await pending('1.09000', { kind: 'limit' })).data.order;
    expect(await amend(id, '1.09900', { kind: 'stop' })).toMatchObject(PASSED);
    expect(await waiting(id)).toMatchObject({ Kind: 'limit', OriginPrice: '1.09000' });
    expect((await amend(id, '1.10500', { kind: 'stop' })).data.order).toMatchObject({ Status: 0, Kind: 'stop' });
    expect((await amend(id, '1.10000', { kind: 'limit' })).data.order).toMatchObject({
      Id: id,
      Status: 1,
      Price: '1.09980',
      OriginPrice: '1.10000',
    });
  });

  it('is refused when it is another word, and for an order at the market', async () => {
    const refused = { reason: 'bad_request', detail: { field: 'kind' }, data: null };
    for (const word of ['market', 'Limit', '', '1'])
      expect(await pending('1.09000', { kind: word })).toMatchObject(refused);
    expect(await submit({ kind: 'limit' })).toMatchObject(refused);
    const { Id: id } = (await pending('1.09000', { kind: 'limit' })).data.order;
    expect(await amend(id, '1.09100', { kind: 'buy' })).toMatchObject(refused);
  });

  it('can be said by GET', async () => {
    const query = `type=1&cont=0.1&forex_id=${eurusd}&status=0&target_price=1.10000&kind=limit&multiple=100&t=1`;
    const { envelope } = await whenQuoted(() =>
      server.request<{ order: { Status: number; Price: string } }>(`/v1/api/forex/submit?${query}`, {
        headers: { authorization: token, lang: 'en' },
      }),
    );
    expect(envelope.data.order).toMatchObject({ Status: 1, Price: '1.09980' });
  });
});

describe('the worst price of a close', () => {
  const REFUSED = { code: 3010, reason: 'price_worse_than_accepted', data: null };

  it.each([
    { side: 'buy', type: 1, worse: '1.09971', accepted: '1.09970', at: '1.09970' },
    { side: 'sell', type: 2, worse: '1.09979', accepted: '1.09980', at: '1.09980' },
  ])('leaves a $side open when its price is worse, and closes it at that price or better', async (position) => {
    const { Id: id } = (await submit({ type: position.type })).data.order;
    expect(await close(id, { worst_price: position.worse })).toMatchObject(REFUSED);
    const open = (await server.call('myDeal', { status: 1 }, { token })).envelope.data.data;
    expect(open.map((order) => order.Id)).toContain(id);
    expect((await close(id, { worst_price: position.accepted })).data.order).toMatchObject({
      Status: 3,
      UpdatePrice: position.at,
    });
  });

  it('may be absent or off, and is refused when it is no price', async () => {
    const [first, second] = [(await submit({})).data.order.Id, (await submit({})).data.order.Id];
    expect(await close(first, { worst_price: 'low' })).toMatchObject({
      reason: 'price_invalid',
      detail: { field: 'worst_price' },
    });
    expect((await close(first, { worst_price: '0' })).reason).toBe('ok');
    expect((await close(second)).reason).toBe('ok');
  });
});

it('leaves a journal and tables that agree', async () => {
  const pool = new Pool({ connectionString: server.databaseUrl });
  try {
    expect(await verifyShard(pool)).toMatchObject({ count: 0, shown: [] });
  } finally {
    await pool.end();
  }
});
