import { money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { createTestDatabase } from './support/database.ts';
import { type AnswerProxy, startAnswerProxy } from './support/lost-answers.ts';
import { type TestHost, openAccount, startTestHost } from './support/test-host.ts';

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

it('refuses another payload under a used key also when the answer of the commit was lost', async () => {
  const { host } = testHost;
  await host.submit(openAccount(1));
  proxy.holdAnswers();
  const answers = Promise.all([host.submit(deposit('10')), host.submit(deposit('999')), host.submit(deposit('10'))]);
  const journalled = () => database.kysely.selectFrom('journal').select('seq').where('key', '=', 'same').execute();
  await expect.poll(async () => (await journalled()).length).toBe(1);
  proxy.cut();
  expect(await answers).toEqual([{ ok: true }, { ok: false, reason: 'key_reused' }, { ok: true }]);
  await expect.poll(() => host.ready).toBe(true);
  expect(await host.submit(deposit('999'))).toEqual({ ok: false, reason: 'key_reused' });
});
