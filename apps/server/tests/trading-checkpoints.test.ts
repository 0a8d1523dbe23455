import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { CheckpointKeys, checkpointOf, lineOf } from '../src/trading/checkpoints/checkpoint.ts';
import { storedCheckpoints } from '../src/trading/checkpoints/checkpoint-store.ts';
import { Checkpoints } from '../src/trading/checkpoints/checkpoints.ts';
import { NO_HASH, writeJournalRow } from '../src/trading/journal/batch.ts';
import { decodeRow } from '../src/trading/journal/codec.ts';
import { CopyBuffer } from '../src/trading/journal/copy-buffer.ts';
import type { VerifyOptions } from '../src/trading/verify/verify-shard.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { EURUSD, type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'fairlot-checkpoints-'));
const file = join(folder, 'checkpoints.log');
const seed = randomBytes(32);
const keys = new CheckpointKeys([seed]);
const announced: string[] = [];
const logged: string[] = [];
let wall = Date.UTC(2026, 10, 20);
let database: Database;
let testHost: TestHost;

const maker = (everyRows = 1_000_000): Checkpoints =>
  new Checkpoints({
    pool: database.pool,
    trading: testHost.host,
    keys,
    everyRows,
    file,
    clock: () => wall,
    log: { ...silentLog, info: (line) => logged.push(line) },
    announce: (line) => Promise.resolve(void announced.push(line)),
  });
const verify = (more: VerifyOptions = {}) => verifyShard(database.pool, 0, { checkpoints: { keys, file }, ...more });

let serial = 0;
const next = (name: string): string => `${name} ${(serial += 1)}`;
async function order(more: object = {}): Promise<number> {
  const outcome = await testHost.host.submit({ ...buy(1, next('order')), ...more });
  if (!outcome.ok || outcome.order === undefined) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.order;
}

/** Leaves positions, pending orders and a withdrawal under review. Returns an open position and a pending order. */
async function trade(): Promise<{ readonly open: number; readonly waits: number; readonly withdrawal: number }> {
  const { host, clock } = testHost;
  const closed = await order();
  const open = await order({ stopLoss: 100_000_000n });
  const waits = await order({ target: 105_000_000n });
  await host.submit({ type: 'closePosition', account: 1, key: next('close'), order: closed });
  await host.submit({ type: 'chargeSwap', account: 1, key: next('swap'), rolloverTime: clock.time + 1, weekday: 3 });
  const withdrawal = (serial += 1);
  await host.submit({
    type: 'holdWithdrawal',
    account: 1,
    key: next('hold'),
    withdrawal,
    amount: money('50'),
    fee: money('5'),
  });
  await host.submit({ type: 'adjust', account: 1, key: next('adjust'), amount: money('1.25'), memo: 'a correction' });
  return { open, waits, withdrawal };
}

/** A text of the journal with another reason of the correction. */
const forged = (text: string): string => text.replaceAll('a correction', 'another reason');

beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database);
  await testHost.host.submit(openAccount(1));
});
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

it('verifies from a checkpoint as the whole journal does, whatever ends after it', async () => {
  const { host } = testHost;
  const before = await trade();
  host.setDoubt(EURUSD.id, true);
  expect(await host.submit(buy(1, next('in doubt')))).toMatchObject({ reason: 'price_in_doubt' });
  const made = await maker().make();
  expect(made).toMatchObject({ shard: 0, seq: expect.any(Number) as number });
  expect(await verify({ fromCheckpoint: true })).toMatchObject({ shown: [], checkpoints: 1 });
  expect(await host.submit(buy(1, next('in doubt')))).toMatchObject({ reason: 'price_in_doubt' });
  host.setDoubt(EURUSD.id, false);
  await host.submit({
    type: 'setStops',
    account: 1,
    key: next('stops'),
    order: before.open,
    takeProfit: 120_000_000n as never,
  });
  await host.submit({
    type: 'chargeSwap',
    account: 1,
    key: next('swap'),
    rolloverTime: testHost.clock.time + 2,
    weekday: 3,
  });
  await host.submit({
    type: 'amendOrder',
    account: 1,
    key: next('amend'),
    order: before.waits,
    target: 110_010_000n as never,
    stops: 'kept',
  });
  await host.submit({ type: 'closePosition', account: 1, key: next('close'), order: before.open });
  await host.submit({ type: 'payWithdrawal', account: 1, key: next('pay'), withdrawal: before.withdrawal });
  await trade();
  const whole = await verify();
  const rest = await verify({ fromCheckpoint: true });
  expect(whole).toMatchObject({ shown: [], checkpoints: 1 });
  expect(rest).toMatchObject({
    shown: [],
    checkpoints: 1,
    rows: whole.rows,
    head: whole.head,
    stateHash: whole.stateHash,
  });
  expect(rest.from?.seq).toBe(made?.seq);
  expect(rest.orders).toBeLessThan(whole.orders);
  const { rows } = await database.pool.query<{ head: string }>(
    `select encode(hash, 'hex') as head from journal order by seq desc limit 1`,
  );
  expect(whole.head).toBe(rows[0]?.head);
});

it('finds changed tables from a checkpoint', async () => {
  const changes = [
    [
      'update orders set close_price = close_price + 1 where ended_at = (select max(ended_at) from orders)',
      /close_price/,
    ],
    ['update accounts set cash = cash + 1', /cash/],
    ['delete from journal where seq = (select max(seq) - 2 from journal)', /is missing/],
    [`update orders set margin = margin + 1 where status = 'open'`, /margin/],
    ['update checkpoints set state_hash = journal_hash', /is not signed/],
    [`update checkpoints set image = substr(image, 1, 100)`, /can't be used/],
  ] as const;
  for (const [change, finding] of changes) {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(change);
      const inside = {
        query: (question: string, values?: unknown[]) =>
          /^(?:begin|commit)/.test(question) ? Promise.resolve() : client.query(question, values),
        release: () => undefined,
      };
      const pool = { connect: () => Promise.resolve(inside) } as unknown as Database['pool'];
      const { shown } = await verifyShard(pool, 0, { checkpoints: { keys, file }, fromCheckpoint: true });
      expect(shown.join('\n')).toMatch(finding);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

it('leaves each checkpoint in the table, the file, the log and the mailbox, with images of the newest two', async () => {
  for (let count = 0; count < 3; count += 1) {
    await order();
    await maker().make();
  }
  expect(await maker().make()).toBeUndefined();
  const stored = await storedCheckpoints(database.pool, 0);
  expect(stored).toHaveLength(4);
  const lines = stored.map(lineOf).toReversed();
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(lines);
  expect(announced).toEqual(lines);
  expect(logged).toEqual(lines);
  const { rows } = await database.pool.query('select 1 from checkpoints where image is not null');
  expect(rows).toHaveLength(2);
  for (const line of lines) expect(keys.verifies(checkpointOf(line) as never)).toBe(true);
});

it('are made after so many rows, and after a day when anything has changed', async () => {
  const running = maker(10);
  await running.make();
  running.start();
  const before = (await storedCheckpoints(database.pool, 0)).length;
  for (let count = 0; count < 10; count += 1) await order();
  await expect
    .poll(async () => (await storedCheckpoints(database.pool, 0)).length, { timeout: 120_000 })
    .toBe(before + 1);
  await running.stop();
  const daily = maker();
  await daily.makeIfDue();
  await order();
  await daily.makeIfDue();
  expect(await storedCheckpoints(database.pool, 0)).toHaveLength(before + 1);
  wall += DAY_MS;
  await maker().makeIfDue();
  expect(await storedCheckpoints(database.pool, 0)).toHaveLength(before + 2);
  wall += DAY_MS;
  await maker().makeIfDue();
  expect(await storedCheckpoints(database.pool, 0)).toHaveLength(before + 2);
  expect(await verify()).toMatchObject({ shown: [] });
});

it('refuses another key, and takes an earlier one of several', async () => {
  const other = new CheckpointKeys([randomBytes(32)]);
  const { shown } = await verify({ checkpoints: { keys: other, file: undefined } });
  expect(shown[0]).toMatch(/the checkpoint of row \d+ is not signed/);
  const start = await verify({ checkpoints: { keys: other, file: undefined }, fromCheckpoint: true });
  expect(start.shown).toContain('there is no signed checkpoint from which verification could start');
  const rotated = new CheckpointKeys([randomBytes(32), seed]);
  expect(await verify({ checkpoints: { keys: rotated, file } })).toMatchObject({ shown: [] });
  const [newest] = await storedCheckpoints(database.pool, 0);
  if (newest === undefined) throw new Error('there is no checkpoint');
  for (const field of ['seq', 'time', 'shard'] as const)
    expect(keys.verifies({ ...newest, [field]: newest[field] + 1 })).toBe(false);
  for (const field of ['journalHash', 'stateHash', 'imageHash'] as const)
    expect(keys.verifies({ ...newest, [field]: '0'.repeat(64) })).toBe(false);
});

it('reveals a changed row with recomputed hashes, although nothing else differs, and although the table’s checkpoints are gone', async () => {
  await database.pool.query(`update transfers set memo = 'another reason' where memo = 'a correction'`);
  const { rows } = await database.pool.query<
    Record<'command' | 'markets' | 'outcome' | 'events' | 'seq' | 'epoch' | 'rules', string>
  >('select seq, epoch, rules, command, markets, outcome, events from journal order by seq');
  const client = await database.pool.connect();
  let hash = NO_HASH;
  for (const stored of rows) {
    const texts = { ...stored, command: forged(stored.command), events: forged(stored.events) };
    const place = { shard: 0, epoch: Number(stored.epoch) };
    hash = writeJournalRow(
      new CopyBuffer(),
      place,
      decodeRow(Number(stored.seq), Number(stored.rules), texts),
      texts,
      hash,
    );
    await client.query('update journal set command = $2, events = $3, hash = $4 where seq = $1', [
      stored.seq,
      texts.command,
      texts.events,
      Buffer.from(hash, 'latin1'),
    ]);
  }
  client.release();
  expect(await verifyShard(database.pool)).toMatchObject({ shown: [] });
  expect((await verify()).shown.join('\n')).toMatch(/row \d+ has another hash than its signed checkpoint/);
  expect((await verify({ fromCheckpoint: true })).shown.join('\n')).toMatch(/row \d+ has another hash/);
  await database.pool.query('delete from checkpoints');
  expect((await verify()).shown.join('\n')).toMatch(/row \d+ has another hash than its signed checkpoint/);
});

it('reveals a journal that was cut off before a checkpoint of the file', async () => {
  const made = keys.sign({
    shard: 0,
    seq: 1_000_000,
    time: wall,
    journalHash: 'a'.repeat(64),
    stateHash: 'b'.repeat(64),
    imageHash: 'c'.repeat(64),
  });
  await writeFile(file, `some other line\n{"level":"info","msg":"started"}\n${lineOf(made)}\n`);
  expect((await verify()).shown.join('\n')).toMatch(
    /row 1000000 of the signed checkpoint of \S+ is not in the journal/,
  );
});
