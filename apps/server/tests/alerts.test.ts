import { ALERTS_MAX } from '@fairlot/contract';
import type { PriceAlert } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../src/composition.ts';
import type { RunningServer } from '../src/composition.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { query } from './support/real-user.ts';
import { SECRETS_KEY, clientOf } from './support/server.ts';
import type { TestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

let database: TestDatabase;
let running: RunningServer;
let server: TestServer;
let eurusd = 0;

async function start(): Promise<void> {
  const result = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    FAIRLOT_SECRETS_KEY: SECRETS_KEY,
    FAIRLOT_CALLS_PER_SECOND: '0',
    FAIRLOT_ORDERS_PER_SECOND: '0',
    FAIRLOT_DEMOS_PER_HOUR: '0',
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  running = await startServer(result.config, createLog('fatal'));
  server = { ...clientOf(running.url), databaseUrl: database.url, stop: () => running.stop() };
}

beforeAll(async () => {
  database = await createTestDatabase();
  await start();
  eurusd = await server.instrument('EURUSD');
});
afterAll(async () => {
  await running.stop();
  await database.drop();
});

interface Person {
  readonly token: string;
  readonly id: number;
  set(
    wish: object,
    key?: string,
  ): Promise<{
    readonly reason: string;
    readonly alert: PriceAlert;
    readonly detail: Readonly<Record<string, string>> | undefined;
  }>;
  list(): Promise<{ readonly waiting: PriceAlert[]; readonly fired: PriceAlert[]; readonly limit: number }>;
}

async function newPerson(): Promise<Person> {
  const { token, id } = await server.demo();
  return {
    token,
    id,
    set: async (wish, key) => {
      const { envelope } = await server.call(
        'alertSet',
        { forex_id: eurusd, side: 'bid', direction: 'rise', ...wish },
        { token, ...(key === undefined ? {} : { key }) },
      );
      return { reason: envelope.reason, alert: envelope.data, detail: envelope.detail };
    },
    list: async () => (await server.call('alertList', {}, { token })).envelope.data,
  };
}

/** The newest quote of EURUSD in points. */
async function bidPoints(): Promise<number> {
  const { data } = (await server.call('tradeList')).envelope;
  return Math.round(Number(data.find(({ Id }) => Id === eurusd)?.ForexQuotations?.Bid) * 1e5);
}
const written = (points: number): string => (points / 1e5).toFixed(5);

describe('a price alert', () => {
  it('fires once, on a quote that has come to its price, tells every device, and stays in the history', async () => {
    const ada = await newPerson();
    const [one, two] = [await TestSocket.open(server.url), await TestSocket.open(server.url)];
    for (const socket of [one, two]) {
      await socket.ask({ type: 'login', token: ada.token }, 'login_result');
      expect((await socket.ask({ type: 'subscribe', topic: 'PRICE_ALERT' }, 'snapshot')).data).toEqual([]);
    }
    // The market wanders: within a pip on one side or the other it comes by very soon.
    const bid = await bidPoints();
    const wishes = [2, 4, 8].flatMap((distance) => [
      { direction: 'rise', price: written(bid + distance) },
      { direction: 'fall', price: written(bid - distance) },
    ]);
    for (const wish of wishes) expect(['ok', 'alert_already_met']).toContain((await ada.set(wish)).reason);
    const [news] = await Promise.all(
      [one, two].map((socket) => socket.next(({ topic, type }) => topic === 'PRICE_ALERT' && type === 'update')),
    );
    const [fired] = (news?.data ?? []) as PriceAlert[];
    if (fired === undefined || fired.quote === null) throw new Error('news of nothing');
    const reached =
      fired.direction === 'rise'
        ? Number(fired.quote.Bid) >= Number(fired.price)
        : Number(fired.quote.Bid) <= Number(fired.price);
    expect(reached).toBe(true);
    const { waiting, fired: history } = await ada.list();
    expect(history.find(({ id }) => id === fired.id)).toEqual(fired);
    expect(waiting.map(({ id }) => id)).not.toContain(fired.id);
    // Each is told once, however often the market comes by.
    await expect.poll(async () => (await ada.list()).fired.length, { timeout: 60_000 }).toBeGreaterThan(1);
    const told = one.received
      .filter(({ topic, type }) => topic === 'PRICE_ALERT' && type === 'update')
      .flatMap(({ data }) => (data as PriceAlert[]).map(({ id }) => id));
    expect(new Set(told).size).toBe(told.length);
    one.close();
    two.close();
  });

  it('is the caller’s own', async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    const bid = await bidPoints();
    const { alert } = await ada.set({ price: written(bid * 2) });
    expect(alert).toMatchObject({
      forex_id: eurusd,
      side: 'bid',
      direction: 'rise',
      price: written(bid * 2),
      fired_at: null,
      quote: null,
    });
    expect((await bob.list()).waiting).toEqual([]);
    expect((await server.call('alertRemove', { id: alert.id }, { token: bob.token })).envelope.reason).toBe(
      'unknown_alert',
    );
    expect((await ada.list()).waiting).toEqual([alert]);
    expect((await server.call('alertRemove', { id: alert.id }, { token: ada.token })).envelope.reason).toBe('ok');
    expect((await server.call('alertRemove', { id: alert.id }, { token: ada.token })).envelope.reason).toBe(
      'unknown_alert',
    );
    expect((await ada.list()).waiting).toEqual([]);
  });

  it('is refused with its reason when nothing could come of it', async () => {
    const ada = await newPerson();
    const bid = await bidPoints();
    const reasonOf = async (wish: object): Promise<string> => (await ada.set(wish)).reason;
    expect(await reasonOf({ forex_id: 999_999, price: '1.2' })).toBe('unknown_instrument');
    expect(await reasonOf({ price: '' })).toBe('price_required');
    for (const price of ['abc', '-1', '0', '1e5', '1,2', 'NaN'])
      expect(await reasonOf({ price })).toBe('price_invalid');
    for (const price of ['1.123456', '1.1234567891']) expect(await reasonOf({ price })).toBe('price_off_grid');
    for (const price of [written(bid * 20), written(Math.round(bid / 20)), '99999999999999'])
      expect(await reasonOf({ price })).toBe('price_out_of_range');
    for (const field of [{ side: 'mid' }, { direction: 'sideways' }, { forex_id: 'x' }, { price: null }])
      expect(await reasonOf({ price: '1.2', ...field })).toBe('bad_request');
    const met = await ada.set({ direction: 'rise', price: written(bid - 2000) });
    expect(met.reason).toBe('alert_already_met');
    expect(Number(met.detail?.['price'])).toBeGreaterThan(0);
    expect(await reasonOf({ side: 'ask', direction: 'fall', price: written(bid + 2000) })).toBe('alert_already_met');
    expect((await ada.list()).waiting).toEqual([]);
  });

  it('is set once a key, whatever is repeated, and the same key for nothing else', async () => {
    const ada = await newPerson();
    const price = written((await bidPoints()) * 2);
    const key = 'the-same-alert-1';
    const tries = await Promise.all(Array.from({ length: 8 }, () => ada.set({ price }, key)));
    expect(new Set(tries.map(({ alert }) => alert.id)).size).toBe(1);
    expect((await ada.set({ price, side: 'ask' }, key)).reason).toBe('key_reused');
    expect((await ada.list()).waiting).toHaveLength(1);
  });

  it('is one of fifty at most, however fast they are asked for', async () => {
    const ada = await newPerson();
    const bid = await bidPoints();
    const reasons = await Promise.all(
      Array.from(
        { length: ALERTS_MAX + 5 },
        async (_, index) => (await ada.set({ price: written(bid * 2 + index) })).reason,
      ),
    );
    expect(reasons.filter((reason) => reason === 'ok')).toHaveLength(ALERTS_MAX);
    expect(reasons.filter((reason) => reason === 'too_many_alerts')).toHaveLength(5);
    expect(await ada.list()).toMatchObject({ limit: ALERTS_MAX });
  });

  it('that the market passed while the server was down fires on the first quote after', async () => {
    const ada = await newPerson();
    const bid = await bidPoints();
    const { alert } = await ada.set({ direction: 'rise', price: written(bid * 2) });
    await running.stop();
    // Instead of the market the alert moves: its price is far behind the market now.
    await query(server, 'update price_alerts set price = 1 where id = $1', [alert.id]);
    await start();
    await expect
      .poll(async () => (await ada.list()).fired.map(({ id }) => id), { timeout: 30_000 })
      .toEqual([alert.id]);
    expect((await ada.list()).fired[0]?.quote?.Bid).toMatch(/^\d\.\d{5}$/);
  });
});
