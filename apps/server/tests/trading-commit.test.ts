import { money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { createTestDatabase } from './support/database.ts';
import { buy, openAccount, openDesk } from './support/desk.ts';
import type { Desk } from './support/desk.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let desk: Desk;
beforeAll(async () => {
  database = await testDatabase.open();
  desk = await openDesk(database);
});
afterAll(async () => {
  await desk.host.stop();
  await database.close();
  await testDatabase.drop();
});

it('answers only what is committed, in the tables as well as in the journal', async () => {
  await desk.host.submit(openAccount(1));
  const outcome = await desk.host.submit(buy(1, 'a'));
  expect(outcome).toMatchObject({ ok: true });
  const order = await database.kysely.selectFrom('orders').selectAll().where('account', '=', 1n).executeTakeFirstOrThrow();
  expect(order).toMatchObject({ status: 'open', price: 110010000n, open_quote_bid: 110000000n, opened_at: BigInt(desk.clock.time), ended_at: null });
  const account = await database.kysely.selectFrom('accounts').selectAll().where('id', '=', 1n).executeTakeFirstOrThrow();
  const journal = await database.kysely.selectFrom('journal').selectAll().where('key', '=', 'a').executeTakeFirstOrThrow();
  expect(JSON.parse(journal.outcome)).toEqual(outcome);
  expect(account.cash).toBe(money('100000') - order.fee);

  await desk.host.submit({ type: 'closePosition', account: 1, key: 'b', order: Number(order.id) });
  expect(await database.kysely.selectFrom('orders').select(['status', 'close_price', 'profit', 'reason']).where('id', '=', order.id).executeTakeFirstOrThrow())
    .toEqual({ status: 'closed', close_price: 110000000n, profit: -1_000_000n, reason: 'client' });
});
