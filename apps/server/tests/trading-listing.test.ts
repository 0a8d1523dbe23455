import { asPrice, lots, price } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { defineTerms } from '../src/trading/define-terms.ts';
import { openShardRouter } from '../src/trading/shard-router.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, RULES, buy, openAccount, routed, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const NEW = { ...EURUSD, id: 1000, code: 'EURSGD' };
const REAL = 1;
const DEMO = 2;
const define = { type: 'defineInstrument', instrument: NEW } as const;
const remove = { type: 'removeInstrument', instrument: NEW.id } as const;
const deal = (mode: 'closeOnly' | 'normal') =>
  ({ type: 'setDealing', instrument: NEW.id, mode, staff: 3, memo: 'to be delisted' }) as const;
const quote = (seq: number, time: number) => ({
  instrument: NEW.id,
  seq,
  time,
  bid: asPrice(price('1.5')),
  ask: asPrice(price('1.5002')),
});
const findings = async () => [
  ...(await verifyShard(database.pool, 0)).shown,
  ...(await verifyShard(database.pool, 1)).shown,
];
const buyNew = (account: number, key: string) => ({ ...buy(account, key), instrument: NEW.id });

async function start() {
  const [real, demo] = await Promise.all([0, 1].map((shard) => startTestHost(database, { shard })));
  if (real === undefined || demo === undefined) throw new Error('no hosts');
  const router = await openShardRouter(database.pool, routed([real, demo]));
  return { real, demo, router };
}

it('an instrument comes and goes in every shard at run time, over recoveries, and is verified', async () => {
  const { real, router } = await start();
  await router.submit({ ...openAccount(REAL), kind: 'real' });
  await router.submit({ type: 'deposit', account: REAL, key: 'money', amount: RULES.demoFunds, reference: 1 });
  await router.submit(openAccount(DEMO));
  const stale = real.clock.time;
  // The market knows of it first, as when its price comes before the last shard has it.
  router.setOpen(NEW.id, true);
  router.onQuote(quote(1, stale));
  expect(await router.submit(buyNew(REAL, 'early'))).toMatchObject({ reason: 'unknown_instrument' });
  expect(await router.submit(define)).toEqual({ ok: true });
  expect(await router.submit(buyNew(REAL, 'one'))).toMatchObject({ ok: true });
  const bought = await router.submit({ ...buyNew(DEMO, 'one'), lots: lots('0.2') });
  if (!bought.ok || bought.order === undefined) throw new Error('not bought');

  expect(await router.submit(remove)).toMatchObject({ reason: 'instrument_not_restricted' });
  expect(await router.submit(deal('closeOnly'))).toEqual({ ok: true });
  const close = (account: number, order: number) =>
    router.submit({ type: 'closePosition', account, key: `close ${order}`, order } as const);
  // Nothing is open for demo accounts, but for real ones: the demo shard takes it back.
  expect(await close(DEMO, bought.order)).toEqual({ ok: true });
  expect(await router.submit(remove)).toMatchObject({ reason: 'instrument_has_orders' });
  expect(await router.submit(define)).toEqual({ ok: true });
  expect(await router.submit(buyNew(DEMO, 'two'))).toMatchObject({ reason: 'instrument_close_only' });
  const [position] = committed(router.account(REAL)).positions;
  expect(await close(REAL, position?.order.id ?? 0)).toEqual({ ok: true });
  expect(await router.submit(remove)).toEqual({ ok: true });
  expect(await findings()).toEqual([]);
  expect(await router.submit(buyNew(REAL, 'late'))).toMatchObject({ reason: 'unknown_instrument' });
  // A quote of a removed instrument has no effect.
  router.onQuote(quote(2, stale));
  await router.stop();
  expect((await database.pool.query(`select 1 from instrument_terms where id = ${NEW.id}`)).rowCount).toBe(0);
  expect((await database.pool.query(`select 1 from markets where instrument = ${NEW.id}`)).rowCount).toBe(0);
});

it('a start repairs what the end of the process left between two shards', async () => {
  const first = await start();
  await first.demo.host.submit(define);
  await first.router.stop();
  const second = await start();
  await second.demo.host.submit(deal('normal'));
  await defineTerms(second.demo.host, database.pool, RULES, [EURUSD], 1);
  expect((await database.pool.query(`select 1 from instrument_terms where id = ${NEW.id}`)).rowCount).toBe(0);
  expect(await second.real.host.submit(define)).toEqual({ ok: true });
  expect(second.real.host.restricted?.get(NEW.id)).toBe('closeOnly');
  // Removed, added and quoted again in one batch: the last state holds.
  await Promise.all([second.real.host.submit(remove), second.real.host.submit(define)]);
  second.real.host.setOpen(NEW.id, true);
  second.real.host.onQuote(quote(9, second.real.clock.time));
  await second.real.host.submit(deal('normal'));
  expect(await second.real.host.submit(buyNew(REAL, 'again'))).toMatchObject({ ok: true });
  expect(await findings()).toEqual([]);
  await second.router.stop();
  const third = await start();
  expect(committed(third.router.account(REAL)).positions).toHaveLength(1);
  await third.router.stop();
});

function committed<T extends object>(view: T | 'uncommitted' | undefined): T {
  if (view === undefined || view === 'uncommitted') throw new Error('the account is not committed');
  return view;
}
