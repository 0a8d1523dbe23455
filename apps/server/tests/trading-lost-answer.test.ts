import { money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { MarketData } from '../src/market/port.ts';
import { AccountStreams } from '../src/realtime/account-streams.ts';
import { createTestDatabase } from './support/database.ts';
import { type AnswerProxy, startAnswerProxy } from './support/lost-answers.ts';
import { type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let proxy: AnswerProxy;
let testHost: TestHost;
beforeAll(async () => {
  database = await testDatabase.open();
  proxy = await startAnswerProxy(database.connection);
  testHost = await startTestHost(database, { connection: proxy.connection });
});
afterAll(async () => {
  await testHost.host.stop();
  await proxy.close();
  await database.close();
  await testDatabase.drop();
});

const deposit = (amount: string) =>
  ({ type: 'deposit', account: 1, key: 'same', amount: money(amount), reference: 1 }) as const;

const journalled = (key: string) =>
  database.kysely.selectFrom('journal').select('seq').where('key', '=', key).execute();

it('refuses another payload under a used key also when the answer of the commit was lost', async () => {
  const { host } = testHost;
  await host.submit(openAccount(1));
  proxy.holdAnswers();
  const answers = Promise.all([host.submit(deposit('10')), host.submit(deposit('999')), host.submit(deposit('10'))]);
  await expect.poll(async () => (await journalled('same')).length).toBe(1);
  proxy.cut();
  expect(await answers).toEqual([{ ok: true }, { ok: false, reason: 'key_reused' }, { ok: true }]);
  await expect.poll(() => host.ready).toBe(true);
  expect(await host.submit(deposit('999'))).toEqual({ ok: false, reason: 'key_reused' });
});

it('pages load again once after a recovery that committed the close of a position', async () => {
  const { host } = testHost;
  await host.submit(openAccount(2));
  expect(await host.submit(buy(2, 'buy'))).toMatchObject({ ok: true });
  const view = host.account(2);
  const order = (typeof view === 'object' ? view.positions[0]?.order.id : undefined) ?? 0;
  const streams = new AccountStreams({
    trading: host,
    market: { instrument: () => undefined } as unknown as MarketData,
    marginCall: () => undefined,
  });
  const stop = streams.follow();
  const received: object[] = [];
  streams.find(2, 'FOREX_CLOSED')?.add({
    isSlow: false,
    send: (frame) => received.push(JSON.parse(frame.subarray(frame.indexOf('{"')).toString()) as object),
    fallBehind: () => undefined,
  });
  const snapshot = { type: 'snapshot', data: [] };
  expect(received).toMatchObject([snapshot]);

  proxy.holdAnswers();
  const answer = host.submit({ type: 'closePosition', account: 2, key: 'close', order });
  await expect.poll(async () => (await journalled('close')).length).toBe(1);
  streams.tick(1);
  proxy.cut();
  // Ticks go on during the recovery.
  await expect.poll(() => (streams.tick(1), received.length)).toBe(2);
  expect(await answer).toEqual({ ok: true });
  expect(host.account(2)).toMatchObject({ positions: [] });
  for (let tick = 0; tick < 3; tick += 1) streams.tick(1);
  expect(received).toMatchObject([snapshot, snapshot]);
  stop();
});
