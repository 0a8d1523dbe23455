import { money } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { testHostScope } from './support/test-host-scope.ts';
import { buy, openAccount } from './support/test-host.ts';

const on = testHostScope();

it('answers only after the commit of both tables and journal', async () => {
  await on.testHost.host.submit(openAccount(1));
  const outcome = await on.testHost.host.submit(buy(1, 'a'));
  expect(outcome).toMatchObject({ ok: true });
  const order = await on.database.kysely
    .selectFrom('orders')
    .selectAll()
    .where('account', '=', 1n)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({
    status: 'open',
    price: 110010000n,
    open_quote_bid: 110000000n,
    opened_at: BigInt(on.testHost.clock.time),
    ended_at: null,
  });
  const account = await on.database.kysely
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', 1n)
    .executeTakeFirstOrThrow();
  const journal = await on.database.kysely
    .selectFrom('journal')
    .selectAll()
    .where('key', '=', 'a')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(journal.outcome)).toEqual(outcome);
  expect(account.cash).toBe(money('100000') - order.fee);

  await on.testHost.host.submit({ type: 'closePosition', account: 1, key: 'b', order: Number(order.id) });
  expect(
    await on.database.kysely
      .selectFrom('orders')
      .select(['status', 'close_price', 'profit', 'reason'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow(),
  ).toEqual({ status: 'closed', close_price: 110000000n, profit: -1_000_000n, reason: 'client' });
});
