import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../src/composition/server.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { staffCall } from './support/office.ts';
import { LONGEST_PAST_MS, SECRETS_KEY, type TestServer, clientOf } from './support/server.ts';

let database: TestDatabase;
let running: RunningServer;
let server: TestServer;

async function start(): Promise<void> {
  const result = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    ...database.settings,
    FAIRLOT_SECRETS_KEY: SECRETS_KEY,
    FAIRLOT_SITE_TITLE: 'From the environment',
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  running = await startServer(result.config, createLog('fatal'), { longestPastMs: LONGEST_PAST_MS });
  server = { ...clientOf(running.url), databaseUrl: database.url, stop: () => running.stop() };
}

async function sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

const tokenOf = (link: string | undefined): string =>
  /\/office\/#\/setup\?token=([\w-]{43})$/.exec(link ?? '')?.[1] ?? '';

beforeAll(async () => {
  database = await createTestDatabase('history');
  await start();
});
afterAll(async () => {
  await running.stop();
  await database.drop();
});

it('completes approved corrections after a restart, keeps settings, and accepts only the newest set-up link', async () => {
  const firstToken = tokenOf(running.setUpUrl);
  expect(firstToken).not.toBe('');
  const { token, id } = await server.demo();
  await running.stop();

  const [author] = await sql<{ id: string }>(
    `insert into staff (name, roles) values ('author', '{finance}') returning id`,
  );
  await sql(
    `insert into adjustments (user_id, amount, memo, state, key, author_id) values ($1, 1500000, 'approved before the crash', 'approved', $2, $3)`,
    [id, randomUUID(), author?.id],
  );
  await sql(
    `insert into adjustments (user_id, amount, memo, state, key, author_id) values ($1, 9000000, 'still waiting', 'waiting', $2, $3)`,
    [id, randomUUID(), author?.id],
  );
  await sql(
    `insert into site_settings (key, value) values ('site_title', '"From the office"'), ('stop_out_ratio', '40'), ('no_longer_known', '1'), ('warning_ratio', '"odd"')`,
  );
  await start();

  expect((await server.call('getBalance', {}, { token })).envelope.data.balance).toBe('100001.500000');
  expect(await sql('select state from adjustments order by id')).toEqual([{ state: 'done' }, { state: 'waiting' }]);
  expect((await server.call('basicInfo')).envelope.data).toMatchObject({
    title: 'From the office',
    stop_out_ratio: 40,
    warning_ratio: 100,
  });
  const [rules] = await sql<{ rules: string }>('select rules from trading_rules');
  expect(rules?.rules).toContain('40');

  const secondToken = tokenOf(running.setUpUrl);
  const stored = await sql<{ hex: string }>(
    `select encode(token_hash, 'escape') || encode(token_hash, 'base64') as hex from staff_links`,
  );
  expect(JSON.stringify(stored)).not.toContain(secondToken);
  expect((await staffCall(server, 'staffLinkInfo', { token: firstToken })).envelope.reason).toBe('link_invalid');
  expect(
    (await staffCall(server, 'staffSetUp', { token: secondToken, name: 'root', password: 'harbour lantern mosaic' }))
      .envelope.reason,
  ).toBe('ok');
  await running.stop();
  await start();
  expect(running.setUpUrl).toBeUndefined();
});

it('starts with a withdrawal that cannot be completed, and counts it', async () => {
  const { id } = await server.demo();
  await running.stop();
  await sql(
    `with method as (insert into draw_methods (user_id, currency_id, dc_address, bank_name, bank_address, bank_swift, payee_name, payee_account, key)
      values ($1, 1, 'x', '', '', '', '', '', 'x') returning id)
    insert into withdrawals (user_id, type, currency_id, method_id, amount, fee, receipt, memo, state, approvals_needed, key)
    select $1, 1, 1, id, 10000000, 2000000, 800, '', 'rejecting', 1, 'x' from method`,
    [id],
  );
  await start();
  expect((await server.raw('/metrics')).text).toContain('fairlot_records_stuck{kind="withdrawals"} 1');
  expect(await sql('select kind, reason from stuck_records')).toEqual([
    { kind: 'withdrawals', reason: 'withdrawal_not_held' },
  ]);
});
