import { money, price } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Bus } from '../src/bus/bus.ts';
import { LocalBus } from '../src/bus/local-bus.ts';
import { subjectsOf } from '../src/bus/subjects.ts';
import type { Database } from '../src/db/database.ts';
import { committedAccount } from '../src/trading/committed-account.ts';
import { REFUSED_NOT_READY, type TradingShard } from '../src/trading/port.ts';
import { RemoteShard } from '../src/trading/remote/remote-shard.ts';
import { ShardServer } from '../src/trading/remote/shard-server.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { RULES, type TestHost, buy, openAccount, quoteOf, startTestHost } from './support/test-host.ts';

const WAIT = { interval: 10 };
/** Longer than the holder of a shard may be silent. */
const SILENCE_MS = 2000;
/** An answer is lost only when a test loses it: a stall of the machine is no loss. */
const ANSWER_MS = 300_000;
const FOLLOWED_BY_NOBODY = { onCommitted: () => () => undefined, onRollback: () => () => undefined };
const LEASE = { epoch: 1, isCurrent: true };
const subjects = subjectsOf('test');
const testDatabase = await createTestDatabase();
let database: Database;
let local: LocalBus;
let holder: TestHost;
let server: ShardServer;
let remote: RemoteShard;
/** The steady clock, by which silence is noticed and commands are given up. Only a test moves it. */
let now = 0;
/** Drops a message of rows when it returns true. */
let drops: () => boolean = () => false;
/** Answers to commands that are lost on their way. */
let lost = 0;
/** The end of the bus at a holder that was cut off from the database. Processes take the first answer to a command. */
let cutOff: LocalBus | undefined;

/** The bus as the remote side sees it: rows and answers can be lost. */
const lossy = (): Bus => ({
  get connected() {
    return local.connected;
  },
  publish: (subject, data) => local.publish(subject, data),
  subscribe: (subject, listener, options) =>
    local.subscribe(subject, (data) => (drops() ? undefined : listener(data)), options),
  request: async (subject, data) => {
    const holders = cutOff === undefined ? [local] : [cutOff, local];
    const answer = await Promise.race(holders.map((each) => each.request(subject, data, ANSWER_MS)));
    if (lost === 0) return answer;
    lost -= 1;
    return local.request('nobody', new Uint8Array(), 1);
  },
  respond: (...given) => local.respond(...given),
  close: () => local.close(),
});

async function serve(): Promise<void> {
  const { pool } = database;
  server = new ShardServer({ bus: local, subjects, shard: 0, host: holder.host, lease: LEASE, pool });
  await server.start();
}

beforeAll(async () => {
  database = await testDatabase.open();
});
beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  [drops, lost, cutOff] = [() => false, 0, undefined];
  local = new LocalBus();
  holder = await startTestHost(database);
  await serve();
  remote = new RemoteShard({ bus: lossy(), subjects, pool: database.pool, shard: 0, log: silentLog });
  await remote.start();
});
afterEach(async () => {
  await remote.stop();
  await server.stop();
  await holder.host.stop();
  await local.close();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

let accounts = 0;
const opened = async (): Promise<number> => {
  accounts += 1;
  expect(await remote.submit(openAccount(accounts))).toEqual({ ok: true });
  return accounts;
};

it('carries commands, and shows an account only with the rows whose outcomes it has passed on', async () => {
  const account = await opened();
  remote.onQuote(quoteOf(1_000_000, 0, '1.10000', '1.10010'));
  expect(await remote.submit({ type: 'deposit', account, key: 'in', amount: money('5'), reference: 1 })).toEqual({
    ok: true,
  });
  expect(remote.account(account)).toBe('uncommitted');
  expect((await committedAccount(remote, account))?.cash).toBe(money('100005'));
  const bought = await remote.submit(buy(account, 'one'));
  expect(bought).toMatchObject({ ok: true });
  expect((await committedAccount(remote, account))?.positions).toHaveLength(1);
  expect(await remote.submit(buy(999, 'one'))).toMatchObject({ reason: 'unknown_account' });
  expect([remote.ready, remote.rules, remote.groups, remote.restricted?.size]).toEqual([true, RULES, [], 0]);
  expect(remote.groupOf(account)).toBe(holder.host.groupOf(account));
  expect(remote.exposure('demo')).toEqual(holder.host.exposure('demo'));
});

it('values accounts at the quotes of its own process', async () => {
  const account = await opened();
  await remote.submit(buy(account, 'one'));
  const next = quoteOf(2_000_000, holder.clock.time, '1.20000', '1.20010');
  remote.onQuote(next);
  holder.host.onQuote(next);
  const seen = await committedAccount(remote, account);
  expect(seen?.positions[0]?.closing.bid).toBe(price('1.20000'));
  expect(seen).toEqual(holder.host.account(account));
  holder.quote('1.10000', '1.10010');
});

it('carries a command out once when its answer is lost, and tells the first outcome', async () => {
  const account = await opened();
  lost = 3;
  const outcome = await remote.submit(buy(account, 'once'));
  expect([lost, outcome.ok]).toEqual([0, true]);
  const { rows } = await database.pool.query<{ outcome: string }>(
    `select outcome from journal where account = ${account} and key = 'once'`,
  );
  expect(rows.map((row) => JSON.parse(row.outcome) as unknown)).toEqual([outcome]);
});

/** Places an order whose row is committed while its table rows wait, and does something before they may be written. */
async function whileTablesWait(account: number, meanwhile: () => Promise<unknown>): Promise<void> {
  await committedAccount(remote, account);
  const client = await database.pool.connect();
  await client.query('begin; lock table orders in share mode');
  // Read in the turn of the answer: soon afterwards the replica has the row.
  const placed = remote.submit(buy(account, 'one')).then(({ ok }) => [ok, remote.account(account)]);
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where application_name like 'fairlot tables%' and wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows.length;
    }, WAIT)
    .toBe(1);
  await meanwhile();
  await client.query('rollback');
  client.release();
  // The answer names its row, so the replica knows that it lacks it, and reads it although no row follows.
  expect(await placed).toEqual([true, 'uncommitted']);
  expect((await committedAccount(remote, account))?.positions).toHaveLength(1);
}

it('shows no account without a row that a recovery has answered', async () => {
  const account = await opened();
  await whileTablesWait(account, () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'fairlot tables%' and datname = current_database()`,
    ),
  );
});

it('shows no account without a row that a hand-over has committed', async () => {
  const account = await opened();
  await whileTablesWait(account, () => server.stop());
});

it('tells the outcome of the holder, whatever a former one that was cut off from the database has to say', async () => {
  const account = await opened();
  cutOff = new LocalBus();
  const former = new ShardServer({
    bus: cutOff,
    subjects,
    shard: 0,
    // The host of a lease that may have ended refuses all.
    host: { ...FOLLOWED_BY_NOBODY, submit: () => Promise.resolve(REFUSED_NOT_READY) } as unknown as TradingShard,
    lease: { epoch: 0, isCurrent: false },
    pool: database.pool,
  });
  await former.start();
  expect(await remote.submit(buy(account, 'two holders'))).toMatchObject({ ok: true });
  const rules = { ...RULES, stopOutPercent: 44 };
  expect(await remote.submit({ type: 'setRules', rules })).toEqual({ ok: true });
  expect(await remote.submit({ type: 'setRules', rules: RULES })).toEqual({ ok: true });
  await former.stop();
  await cutOff.close();
});

it('does not repeat what has no key', async () => {
  lost = 1;
  expect(await remote.submit({ type: 'setRules', rules: { ...RULES, stopOutPercent: 45 } })).toEqual({
    ok: false,
    reason: 'not_ready',
  });
  await expect.poll(() => remote.rules?.stopOutPercent, WAIT).toBe(45);
  await remote.submit({ type: 'setRules', rules: RULES });
});

it('reads lost rows from the journal, and reports every row once and in order', async () => {
  const account = await opened();
  const seen: Applied[] = [];
  await committedAccount(remote, account);
  remote.onCommitted((rows) => seen.push(...rows));
  let count = 0;
  drops = () => (count += 1) % 3 !== 0;
  await Promise.all(
    Array.from({ length: 40 }, async (_, turn) => {
      const placed = await remote.submit(buy(account, `lossy-${turn}`));
      if (placed.ok && placed.order !== undefined)
        await remote.submit({ type: 'closePosition', account, key: `lossy-close-${turn}`, order: placed.order });
    }),
  );
  const { rows } = await database.pool.query<{ seq: bigint }>('select max(seq) as seq from journal');
  const last = Number(rows[0]?.seq);
  await expect.poll(() => seen.at(-1)?.seq, WAIT).toBe(last);
  expect(seen.map(({ seq }) => seq)).toEqual(
    Array.from({ length: seen.length }, (_, at) => last - seen.length + 1 + at),
  );
  expect(seen.length).toBeGreaterThanOrEqual(80);
  expect(remote.account(account)).toEqual(holder.host.account(account));
});

it('is not ready while nobody holds the shard, and repeats commands until somebody does', async () => {
  const account = await opened();
  await server.stop();
  await expect
    .poll(() => {
      now += SILENCE_MS;
      return remote.ready;
    }, WAIT)
    .toBe(false);
  // The first attempt comes before somebody holds the shard.
  const waiting = remote.submit(buy(account, 'patient'));
  await serve();
  expect(await waiting).toMatchObject({ ok: true });
  await expect.poll(() => remote.ready, WAIT).toBe(true);
});
