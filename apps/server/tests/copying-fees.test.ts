import { DAY_MS, formatMoney } from '@fairlot/domain';
import type { ChargeCopyFee, Outcome, PayCopyFee } from '@fairlot/engine';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { CopyFees } from '../src/features/copying/fees.ts';
import { REFUSED_NOT_READY, type TradingHost } from '../src/trading/port.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { storeCopied, storeCopy, storeUser, storeWaitingFees } from './support/stored-copies.ts';

type Sent = (ChargeCopyFee | PayCopyFee) & { readonly key: string };

const SHARE = 20;
const DAY = 20_000;
const testDatabase = await createTestDatabase();
let database: Database;
let [leader, copier, order] = [0, 0, 1000];
/** Market time. */
let now = 0;
let sent: Sent[] = [];
/** True while the sums of a charged copy can't be read, and how often all copies were to be read for it. */
let [isLost, rereads] = [false, 0];
/** The engine's answer by account and type; what is not here succeeds in full. */
let answers: Readonly<Record<string, Awaited<ReturnType<TradingHost['submit']>> | 'crash'>> = {};

beforeAll(async () => {
  database = await testDatabase.open();
  [leader, copier] = [await storeUser(database.pool), await storeUser(database.pool)];
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.pool.query('delete from copies');
  now = DAY * DAY_MS;
  [sent, answers] = [[], {}];
  [isLost, rereads] = [false, 0];
});

const newFees = () =>
  new CopyFees({
    db: database.kysely,
    trading: {
      shardOf: (account) => (account === leader || account === copier ? 0 : 1),
      submit: (command) => {
        const wanted = command as Sent;
        sent.push(wanted);
        const answer = answers[`${wanted.type} ${wanted.account}`] ?? { ok: true, taken: formatMoney(wanted.amount) };
        return answer === 'crash' ? Promise.reject(new Error('the connection broke')) : Promise.resolve(answer);
      },
    },
    now: () => now,
    follower: { reread: () => (rereads += 1) },
    charged: () => (isLost ? Promise.reject(new Error('the connection broke')) : Promise.resolve()),
    clock: () => now,
    log: silentLog,
  });

/** A running copy with closed results of its own orders of 100 dollars. */
async function newCopy(): Promise<number> {
  const id = await storeCopy(database.pool, { copier, leader, feePercent: SHARE, feeDay: DAY });
  await closeOrder(id, 100_000_000n);
  return id;
}

/** Stores a copied order that was closed with a result. */
async function closeOrder(copy: number, profit: bigint): Promise<void> {
  order += 1;
  await storeCopied(database.pool, copy, leader, { id: order, copier, status: 'closed', profit });
}

async function endCopy(copy: number): Promise<void> {
  await database.pool.query(
    `update copies set state = 'ended', ended = 'copier', closes = false, ended_time = $2, ended_at = now() where id = $1`,
    [copy, now],
  );
}

const stored = async (copy: number) => {
  const [charges, sums] = await Promise.all([
    database.pool.query<{ amount: bigint; charged: bigint | null; paid: boolean; paid_to: string | null }>(
      'select amount, charged, paid, paid_to from copy_fees where copy_id = $1 order by number',
      [copy],
    ),
    database.pool.query<{ fees: bigint; high_water: bigint }>('select fees, high_water from copies where id = $1', [
      copy,
    ]),
  ]);
  return { charges: charges.rows, ...sums.rows[0] };
};

const keysOf = (type: Sent['type']) => sent.filter((command) => command.type === type).map(({ key }) => key);
const GONE = { ok: false, reason: 'unknown_account' } as const satisfies Outcome;

it('is charged once at the end of each day, on profit above the highest', async () => {
  const copy = await newCopy();
  const fees = newFees();
  await fees.run();
  expect(sent).toEqual([]);
  now += DAY_MS;
  await fees.run();
  await fees.run();
  expect(sent.map(({ type, account, amount }) => [type, account, amount])).toEqual([
    ['chargeCopyFee', copier, 20_000_000n],
    ['payCopyFee', leader, 20_000_000n],
  ]);
  expect(await stored(copy)).toMatchObject({ fees: 20_000_000n, high_water: 100_000_000n });
  // A loss and a part of its recovery are below the highest.
  await closeOrder(copy, -50_000_000n);
  now += DAY_MS;
  await fees.run();
  await closeOrder(copy, 60_000_000n);
  now += DAY_MS;
  await fees.run();
  expect(sent.slice(2).map(({ type, amount }) => [type, amount])).toEqual([
    ['chargeCopyFee', 2_000_000n],
    ['payCopyFee', 2_000_000n],
  ]);
});

it('that an account can pay in part moves the mark by the part, and the rest stays due', async () => {
  const copy = await newCopy();
  const fees = newFees();
  answers = { [`chargeCopyFee ${copier}`]: { ok: true, taken: '5.000000' } };
  now += DAY_MS;
  await fees.run();
  expect(await stored(copy)).toMatchObject({ fees: 5_000_000n, high_water: 25_000_000n });
  answers = { [`chargeCopyFee ${copier}`]: { ok: false, reason: 'insufficient_balance' } };
  now += DAY_MS;
  await fees.run();
  expect(await stored(copy)).toMatchObject({ fees: 5_000_000n, high_water: 25_000_000n });
  answers = {};
  now += DAY_MS;
  await fees.run();
  expect((await stored(copy)).charges.map(({ charged, paid_to: to }) => [charged, to])).toEqual([
    [5_000_000n, 'leader'],
    [0n, null],
    [15_000_000n, 'leader'],
  ]);
  expect(await stored(copy)).toMatchObject({ fees: 20_000_000n, high_water: 100_000_000n });
});

it('stays due for some days after the end of a copy that could not pay it', async () => {
  const copy = await newCopy();
  await endCopy(copy);
  const fees = newFees();
  answers = { [`chargeCopyFee ${copier}`]: { ok: false, reason: 'insufficient_balance' } };
  await fees.run();
  expect((await stored(copy)).charges.map(({ charged }) => charged)).toEqual([0n]);
  answers = { [`chargeCopyFee ${copier}`]: { ok: true, taken: '5.000000' } };
  // Not again on the same day.
  await fees.run();
  expect(keysOf('chargeCopyFee')).toHaveLength(1);
  now += DAY_MS;
  await fees.run();
  answers = {};
  now += DAY_MS;
  await fees.run();
  expect((await stored(copy)).charges.map(({ charged }) => charged)).toEqual([0n, 5_000_000n, 15_000_000n]);
  expect(await stored(copy)).toMatchObject({ fees: 20_000_000n, high_water: 100_000_000n });
  now += DAY_MS;
  await fees.run();
  expect(keysOf('chargeCopyFee')).toHaveLength(3);
});

it('is given up a month after the end of a copy', async () => {
  const copy = await newCopy();
  await endCopy(copy);
  const fees = newFees();
  answers = { [`chargeCopyFee ${copier}`]: { ok: false, reason: 'insufficient_balance' } };
  for (let day = 0; day < 40; day += 1) {
    await fees.run();
    now += DAY_MS;
  }
  // On the day of the end, and on thirty more.
  expect(keysOf('chargeCopyFee')).toHaveLength(31);
  expect((await stored(copy)).charges).toHaveLength(31);
});

it.each(['overloaded', 'not_ready', 'crash'] as const)('goes on under the same keys after %s', async (broken) => {
  await newCopy();
  now += DAY_MS;
  for (const step of [`chargeCopyFee ${copier}`, `payCopyFee ${leader}`]) {
    answers = { [step]: broken === 'crash' ? 'crash' : { ok: false, reason: broken } };
    await newFees()
      .run()
      .catch(() => undefined);
    await newFees()
      .run()
      .catch(() => undefined);
  }
  answers = {};
  await newFees().run();
  expect(new Set(keysOf('chargeCopyFee')).size).toBe(1);
  expect(new Set(keysOf('payCopyFee')).size).toBe(1);
  // Its answer was stored, so the charge was not sent again while only the payment was open.
  expect(keysOf('chargeCopyFee')).toHaveLength(3);
});

it('is charged although more fees than are read at once wait for a shard that takes no commands', async () => {
  const away = await storeUser(database.pool);
  await storeWaitingFees(database.pool, { copier: away, leader, feeDay: DAY, count: 501 });
  const copy = await newCopy();
  answers = { [`chargeCopyFee ${away}`]: REFUSED_NOT_READY };
  now += DAY_MS;
  await newFees().run();
  expect(sent.map(({ account }) => account)).toEqual([away, copier, leader]);
  expect(await stored(copy)).toMatchObject({ fees: 20_000_000n });
});

it('goes back to the copier when the account of the leader is gone', async () => {
  const copy = await newCopy();
  answers = { [`payCopyFee ${leader}`]: GONE };
  now += DAY_MS;
  const fees = newFees();
  await fees.run();
  expect(sent.map(({ type, account, amount }) => [type, account, amount])).toEqual([
    ['chargeCopyFee', copier, 20_000_000n],
    ['payCopyFee', leader, 20_000_000n],
    ['payCopyFee', copier, 20_000_000n],
  ]);
  const { charges, ...sums } = await stored(copy);
  expect(charges).toEqual([{ amount: 20_000_000n, charged: 20_000_000n, paid: true, paid_to: 'copier' }]);
  expect(sums).toEqual({ fees: 0n, high_water: 100_000_000n });
  expect(fees.held).toBe(0);
});

it('stays with the house, and is counted for staff, when the copier is gone too', async () => {
  const copy = await newCopy();
  answers = { [`payCopyFee ${leader}`]: GONE, [`payCopyFee ${copier}`]: GONE };
  now += DAY_MS;
  const fees = newFees();
  await fees.run();
  expect((await stored(copy)).charges).toMatchObject([{ paid: true, paid_to: 'house' }]);
  expect(fees.held).toBe(1);
});

it('has the copies read again when the new sums of one are unknown', async () => {
  const copy = await newCopy();
  const fees = newFees();
  now += DAY_MS;
  isLost = true;
  await expect(fees.run()).rejects.toThrow('the connection broke');
  expect(rereads).toBe(1);
  isLost = false;
  await fees.run();
  expect([sent.length, rereads]).toEqual([2, 1]);
  expect(await stored(copy)).toMatchObject({ fees: 20_000_000n });
});
