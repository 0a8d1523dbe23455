import { ALERT_HISTORY_MAX } from '@fairlot/contract';
import { type Markup, NO_MARKUP, type Quote, asPrice, price } from '@fairlot/domain';
import { Kysely, PostgresDialect } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { Tables } from '../src/db/tables/index.ts';
import { type Alert, type AlertDraft, AlertStore } from '../src/features/alerts/queries.ts';
import { AlertWatch } from '../src/features/alerts/watch.ts';
import { createMarket } from '../src/market/create.ts';
import { wallClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { ClientPrices } from '../src/trading/client-prices.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { LosingPool } from './support/losing-pool.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let store: AlertStore;
let user = 0;
let lastKey = 0;

beforeAll(async () => {
  database = await testDatabase.open();
  // Inserts the instruments. The market is never started, so all quotes come from the test.
  await createMarket({
    pool: database.pool,
    feed: { kind: 'simulated' },
    sessions: 'always',
    seed: 1,
    clock: wallClock,
    log: silentLog,
  });
  store = new AlertStore(database.kysely);
});
beforeEach(async () => {
  const { id } = await database.kysely
    .insertInto('users')
    .values({ kind: 'demo', email: null, invite_code: `u${user + 1}`, demo_hash: Buffer.from(`${user + 1}`) })
    .returning('id')
    .executeTakeFirstOrThrow();
  user = Number(id);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const wanted = (side: 'bid' | 'ask', direction: 'rise' | 'fall', at: string): AlertDraft => ({
  instrument: 1,
  side,
  direction,
  price: price(at),
});
let lastSeq = 0;
const quoteOf = (bid: string, ask: string, instrument = 1): Quote => ({
  instrument,
  seq: (lastSeq += 1),
  time: 1_800_000_000_000 + lastSeq,
  bid: asPrice(price(bid)),
  ask: asPrice(price(ask)),
});

/** Markups by user. Users without one see the market's prices. */
const markups = new Map<number, Markup>();
const prices = new ClientPrices({ groupOf: () => undefined }, { instrument: () => ({ pricePrecision: 5 }) });
vi.spyOn(prices, 'markupOf').mockImplementation((account) => markups.get(account) ?? NO_MARKUP);

interface Watching {
  readonly watch: AlertWatch;
  readonly fired: Alert[];
}

function startWatch(alerts = store): Watching {
  const fired: Alert[] = [];
  return {
    fired,
    watch: new AlertWatch({
      store: alerts,
      prices,
      clock: wallClock,
      log: createLog('silent'),
      onFired: (alert) => fired.push(alert),
    }),
  };
}

async function set(watch: AlertWatch, want: AlertDraft): Promise<Alert> {
  lastKey += 1;
  const added = await store.add(user, want, `key-${lastKey}-of-test`, new Date());
  if (added === 'too_many_alerts') throw new Error(added);
  watch.add(added.alert);
  return added.alert;
}

describe('AlertWatch', () => {
  it('fires each alert on the first quote that reaches its price, and stores that quote', async () => {
    const { watch, fired } = startWatch();
    const alerts = {
      bidRise: await set(watch, wanted('bid', 'rise', '1.10020')),
      bidFall: await set(watch, wanted('bid', 'fall', '1.09990')),
      askRise: await set(watch, wanted('ask', 'rise', '1.10020')),
      askFall: await set(watch, wanted('ask', 'fall', '1.09990')),
    };
    watch.onQuote(quoteOf('1.10000', '1.10010'));
    watch.onQuote(quoteOf('5.00000', '5.00010', 2));
    const ask = quoteOf('1.10010', '1.10020');
    watch.onQuote(ask);
    watch.onQuote(quoteOf('1.10019', '1.10029'));
    // Jumps beyond the price without a quote at the price itself.
    const bid = quoteOf('1.10025', '1.10035');
    watch.onQuote(bid);
    const low = quoteOf('1.09990', '1.09991');
    watch.onQuote(low);
    const lowest = quoteOf('1.09980', '1.09981');
    watch.onQuote(lowest);
    watch.onQuote(quoteOf('1.10030', '1.10040'));
    await watch.stop();
    expect(new Map(fired.map(({ id, fired: told }) => [id, told?.quote]))).toEqual(
      new Map([
        [alerts.askRise.id, ask],
        [alerts.bidRise.id, bid],
        [alerts.bidFall.id, low],
        [alerts.askFall.id, lowest],
      ]),
    );
    expect(fired).toHaveLength(4);
    expect(watch.size).toBe(0);
    expect((await store.list(user)).fired).toHaveLength(4);
  });

  it('reports an alert once when the answer of the commit that fired it was lost', async () => {
    const losing = new LosingPool(database.pool);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: losing.pool }) });
    const { watch, fired } = startWatch(new AlertStore(db));
    const first = await set(watch, wanted('bid', 'rise', '1.10020'));
    const second = await set(watch, wanted('bid', 'rise', '1.10030'));
    losing.loseNext();
    const quote = quoteOf('1.10020', '1.10030');
    watch.onQuote(quote);
    await expect.poll(async () => (await store.list(user)).fired).toHaveLength(1);
    // Reached before the first one is stored again.
    watch.onQuote(quoteOf('1.10030', '1.10040'));
    await expect.poll(() => fired.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(fired[0]?.fired?.quote).toEqual(quote);
    await watch.stop();
    expect(fired).toHaveLength(2);
  });

  it('fires at the prices that its user sees, also after the markup has changed', async () => {
    const { watch, fired } = startWatch();
    onTestFinished(() => markups.clear());
    markups.set(user, { bid: price('0.00020'), ask: price('0.00030') });
    const bid = await set(watch, wanted('bid', 'rise', '1.10000'));
    const ask = await set(watch, wanted('ask', 'rise', '1.10050'));
    // The market is at both prices, the user is not.
    watch.onQuote(quoteOf('1.10000', '1.10010'));
    watch.onQuote(quoteOf('1.10019', '1.10019'));
    expect(watch.size).toBe(2);
    watch.onQuote(quoteOf('1.10010', '1.10020'));
    await expect.poll(() => fired.map(({ id }) => id)).toEqual([ask.id]);
    expect(fired[0]?.fired?.quote).toMatchObject({ bid: price('1.09990'), ask: price('1.10050') });
    markups.delete(user);
    watch.onQuote(quoteOf('1.10001', '1.10010'));
    expect(watch.size).toBe(1);
    watch.regroup();
    watch.onQuote(quoteOf('1.10002', '1.10010'));
    await expect.poll(() => fired.map(({ id }) => id)).toEqual([ask.id, bid.id]);
    await watch.stop();
    expect(watch.size).toBe(0);
  });

  it('does not fire a removed alert, even one removed between the quote and its storing', async () => {
    const { watch, fired } = startWatch();
    const [gone, late, kept] = [
      await set(watch, wanted('bid', 'rise', '1.2')),
      await set(watch, wanted('bid', 'rise', '1.2')),
      await set(watch, wanted('bid', 'rise', '1.2')),
    ];
    await store.remove(user, gone.id);
    watch.remove(gone);
    await store.remove(user, late.id);
    watch.onQuote(quoteOf('1.3', '1.4'));
    await expect.poll(() => fired.map(({ id }) => id)).toEqual([kept.id]);
    await watch.stop();
  });

  it('watches waiting alerts after a restart and does not fire fired ones again', async () => {
    const first = startWatch();
    const [fires, waits] = [
      await set(first.watch, wanted('bid', 'rise', '1.2')),
      await set(first.watch, wanted('bid', 'rise', '1.5')),
    ];
    first.watch.onQuote(quoteOf('1.3', '1.31'));
    await expect.poll(() => first.fired.map(({ id }) => id)).toEqual([fires.id]);
    await first.watch.stop();
    const second = startWatch();
    for (const alert of await store.waiting()) if (alert.user === user) second.watch.add(alert);
    second.watch.onQuote(quoteOf('1.6', '1.61'));
    await expect.poll(() => second.fired.map(({ id }) => id)).toEqual([waits.id]);
    await second.watch.stop();
  });

  it('loses no alert while the database is unavailable', async () => {
    const { watch, fired } = startWatch();
    const alert = await set(watch, wanted('bid', 'rise', '1.2'));
    const blocker = new Client({ connectionString: testDatabase.url });
    await blocker.connect();
    await blocker.query('alter table price_alerts rename to price_alerts_away');
    const quote = quoteOf('1.25', '1.26');
    watch.onQuote(quote);
    watch.onQuote(quoteOf('1.10', '1.11'));
    await blocker.query('select pg_sleep(0.2)');
    expect(fired).toEqual([]);
    await blocker.query('alter table price_alerts_away rename to price_alerts');
    await blocker.end();
    await expect
      .poll(() => fired.map(({ id, fired: told }) => [id, told?.quote]), { timeout: 120_000 })
      .toEqual([[alert.id, quote]]);
    await watch.stop();
  });

  it('reports the other alerts when reporting one fails, and logs its id', async () => {
    const told: number[] = [];
    const logged: unknown[] = [];
    const log = Object.assign(createLog('silent'), { error: (entry: unknown) => void logged.push(entry) });
    const failure = new Error('simulated failure');
    const watch = new AlertWatch({
      store,
      prices,
      clock: wallClock,
      log,
      onFired: ({ id }) => {
        if (id === unlucky.id) throw failure;
        told.push(id);
      },
    });
    const [unlucky, next, last] = [
      await set(watch, wanted('bid', 'rise', '1.2')),
      await set(watch, wanted('bid', 'rise', '1.21')),
      await set(watch, wanted('bid', 'rise', '1.3')),
    ];
    watch.onQuote(quoteOf('1.25', '1.26'));
    await expect.poll(() => logged).toEqual([{ err: failure, alert: unlucky.id }]);
    watch.onQuote(quoteOf('1.31', '1.32'));
    await expect.poll(() => told).toEqual([next.id, last.id]);
    await watch.stop();
  });

  it('keeps only the newest fired alerts', async () => {
    const { watch, fired } = startWatch();
    const ids: number[] = [];
    for (let count = 0; count < ALERT_HISTORY_MAX + 7; count += 1) {
      ids.push((await set(watch, wanted('bid', 'rise', '1.2'))).id);
      watch.onQuote(quoteOf('1.3', '1.31'));
      await expect.poll(() => fired.length).toBe(count + 1);
    }
    await watch.stop();
    expect((await store.list(user)).fired.map(({ id }) => id)).toEqual(ids.slice(-ALERT_HISTORY_MAX).toReversed());
    const { count } = await database.kysely
      .selectFrom('price_alerts')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(ALERT_HISTORY_MAX);
  });
});
