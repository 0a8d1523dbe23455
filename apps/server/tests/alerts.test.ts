import { ALERTS_MAX, type PriceAlert } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../src/composition/server.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { query } from './support/real-user.ts';
import { FREE, LONGEST_PAST_MS, SECRETS_KEY, type TestServer, clientOf } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

let database: TestDatabase;
let running: RunningServer;
let server: TestServer;
let eurusd = 0;

async function start(): Promise<void> {
  const result = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    ...database.settings,
    FAIRLOT_SECRETS_KEY: SECRETS_KEY,
    // A slow machine must not have calls refused.
    FAIRLOT_CALL_TIMEOUT_MS: FREE.FAIRLOT_CALL_TIMEOUT_MS,
    FAIRLOT_CALLS_PER_SECOND: '0',
    FAIRLOT_ORDERS_PER_SECOND: '0',
    FAIRLOT_DEMOS_PER_HOUR: '0',
    FAIRLOT_DEMOS_PER_DAY: '0',
    FAIRLOT_DEMO_COMMANDS_PER_MINUTE: '0',
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  running = await startServer(result.config, createLog('silent'), { longestPastMs: LONGEST_PAST_MS });
  server = { ...clientOf(running.url), databaseUrl: database.url, stop: () => running.stop() };
}

beforeAll(async () => {
  database = await createTestDatabase('history');
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
    draft: object,
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
    set: async (draft, key) => {
      const { envelope } = await server.call(
        'alertSet',
        { forex_id: eurusd, side: 'bid', direction: 'rise', ...draft },
        { token, ...(key === undefined ? {} : { key }) },
      );
      return { reason: envelope.reason, alert: envelope.data, detail: envelope.detail };
    },
    list: async () => (await server.call('alertList', {}, { token })).envelope.data,
  };
}

/** The current bid of EURUSD in points. */
async function bidPoints(): Promise<number> {
  const { data } = (await server.call('tradeList')).envelope;
  return Math.round(Number(data.find(({ Id }) => Id === eurusd)?.ForexQuotations?.Bid) * 1e5);
}
const written = (points: number): string => (points / 1e5).toFixed(5);

describe('a price alert', () => {
  it('fires once on a quote that reaches its price, notifies every device, and stays in the history', async () => {
    const ada = await newPerson();
    const [one, two] = [await TestSocket.open(server.url), await TestSocket.open(server.url)];
    for (const socket of [one, two]) {
      await socket.ask({ type: 'login', token: ada.token }, 'login_result');
      expect((await socket.ask({ type: 'subscribe', topic: 'PRICE_ALERT' }, 'snapshot')).data).toEqual([]);
    }
    // The simulated market soon moves by a pip in one direction or the other.
    const bid = await bidPoints();
    const drafts = [2, 4, 8].flatMap((distance) => [
      { direction: 'rise', price: written(bid + distance) },
      { direction: 'fall', price: written(bid - distance) },
    ]);
    for (const draft of drafts) expect(['ok', 'alert_already_met']).toContain((await ada.set(draft)).reason);
    const [news] = await Promise.all(
      [one, two].map((socket) => socket.next(({ topic, type }) => topic === 'PRICE_ALERT' && type === 'update')),
    );
    const [fired] = (news?.data ?? []) as PriceAlert[];
    if (fired === undefined || fired.quote === null) throw new Error('the message contains no fired alert');
    const reached =
      fired.direction === 'rise'
        ? Number(fired.quote.Bid) >= Number(fired.price)
        : Number(fired.quote.Bid) <= Number(fired.price);
    expect(reached).toBe(true);
    const { waiting, fired: history } = await ada.list();
    expect(history.find(({ id }) => id === fired.id)).toEqual(fired);
    expect(waiting.map(({ id }) => id)).not.toContain(fired.id);
    // Each alert is reported once, even when the market crosses its price again.
    await expect.poll(async () => (await ada.list()).fired.length, { timeout: 120_000 }).toBeGreaterThan(1);
    const told = one.received
      .filter(({ topic, type }) => topic === 'PRICE_ALERT' && type === 'update')
      .flatMap(({ data }) => (data as PriceAlert[]).map(({ id }) => id));
    expect(new Set(told).size).toBe(told.length);
    one.close();
    two.close();
  });

  it('can be seen and removed by its owner only', async () => {
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

  it('is refused with a reason when it could not work', async () => {
    const ada = await newPerson();
    const bid = await bidPoints();
    const reasonOf = async (draft: object): Promise<string> => (await ada.set(draft)).reason;
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

  it('is set once per key, and the key is refused for another alert', async () => {
    const ada = await newPerson();
    const price = written((await bidPoints()) * 2);
    const key = 'the-same-alert-1';
    const tries = await Promise.all(Array.from({ length: 8 }, () => ada.set({ price }, key)));
    expect(new Set(tries.map(({ alert }) => alert.id)).size).toBe(1);
    expect((await ada.set({ price, side: 'ask' }, key)).reason).toBe('key_reused');
    expect((await ada.list()).waiting).toHaveLength(1);
  });

  it('is limited to fifty per user, even with concurrent requests', async () => {
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

  it('fires on the first quote after a restart when the market passed its price meanwhile', async () => {
    const ada = await newPerson();
    const bid = await bidPoints();
    const { alert } = await ada.set({ direction: 'rise', price: written(bid * 2) });
    await running.stop();
    // Moves the alert's price far below the market, as if the market had moved.
    await query(server, 'update price_alerts set price = 1 where id = $1', [alert.id]);
    await start();
    await expect
      .poll(async () => (await ada.list()).fired.map(({ id }) => id), { timeout: 120_000 })
      .toEqual([alert.id]);
    expect((await ada.list()).fired[0]?.quote?.Bid).toMatch(/^\d\.\d{5}$/);
  });
});
