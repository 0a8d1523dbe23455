import { asMoney } from '@fairlot/domain';
import type { AccountView, Applied } from '@fairlot/engine';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { runningOf } from '../src/features/copying/copy-row.ts';
import type { CopyLeaders } from '../src/features/copying/leaders.ts';
import { CopyQueries } from '../src/features/copying/queries.ts';
import { CopyRegistry } from '../src/features/copying/registry.ts';
import { CopySupervisor } from '../src/features/copying/supervisor.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { closeStored, storeCopied, storeCopy, storeUser } from './support/stored-copies.ts';

const DOLLAR = 1_000_000n;
const LOTS = 1000n;
const testDatabase = await createTestDatabase();
let database: Database;
let [leader, copier, other] = [0, 0, 0];
let orders = 1000;

const noLeaderGoes: Pick<CopyLeaders, 'lapsed' | 'gone'> = {
  lapsed: () => Promise.resolve([]),
  gone: () => Promise.resolve([]),
};

let registry: CopyRegistry;
let supervisor: CopySupervisor;
/** Open positions by account, as the engine has them: order, result in dollars, lots. */
let views: Map<number, readonly (readonly [order: number, profit: bigint, lots?: bigint])[]>;
let tell: (rows: readonly Applied[]) => void;
/** Ends of copies that the follower was asked for. */
let closings: number[];
let closing: () => Promise<void>;
/** The tables' answer to a wait for them. */
let written: Promise<void>;

beforeAll(async () => {
  database = await testDatabase.open();
  [leader, copier, other] = [
    await storeUser(database.pool),
    await storeUser(database.pool),
    await storeUser(database.pool),
  ];
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  await database.pool.query('delete from copies');
  [registry, views, closings] = [new CopyRegistry(), new Map(), []];
  [closing, written] = [() => Promise.resolve(), Promise.resolve()];
  supervisor = new CopySupervisor({
    db: database.kysely,
    queries: new CopyQueries(database.kysely),
    leaders: noLeaderGoes,
    registry,
    follower: {
      end: ({ id }) => {
        closings.push(id);
        return closing();
      },
      forget: (id) => registry.remove(id),
      reread: nothing,
    },
    trading: {
      account: viewOf,
      written: () => written,
      onCommitted: (listener) => {
        tell = listener;
        return nothing;
      },
      onRollback: () => nothing,
    },
    notices: { prepare: () => Promise.resolve(undefined) },
    onEnded: nothing,
    now: () => 5,
    clock: () => 5,
    log: silentLog,
  });
});

function nothing(): void {
  // Nothing happens.
}

function viewOf(account: number): AccountView | undefined {
  const positions = views.get(account)?.map(([id, profit, lots = LOTS]) => ({
    order: { id, lots, fee: 0n, swap: 0n },
    profit: asMoney(profit * DOLLAR),
  }));
  return positions && ({ positions, changedBy: 1 } as unknown as AccountView);
}

/** A running copy with a stop of 100 dollars that has opened positions. */
async function copyWith(count: number, account = copier): Promise<{ readonly copy: number; readonly held: number[] }> {
  const copy = await storeCopy(database.pool, { copier: account, leader, stopLoss: 100n * DOLLAR });
  await load(copy);
  const held: number[] = [];
  for (let left = count; left > 0; left -= 1) {
    orders += 1;
    await storeCopied(database.pool, copy, leader, { id: orders, copier: account, status: 'open' });
    registry.follow(copy, orders, orders);
    held.push(orders);
  }
  return { copy, held };
}

async function load(copy: number): Promise<void> {
  const row = await new CopyQueries(database.kysely).byId(copy);
  if (row !== undefined) registry.put(runningOf(row));
}

async function stateOf(copy: number): Promise<string | undefined> {
  return (await new CopyQueries(database.kysely).byId(copy))?.state;
}

async function realisedOf(copy: number): Promise<bigint | undefined> {
  return (await new CopyQueries(database.kysely).byId(copy))?.realised;
}

/** Tells of an event of the journal that the tables have. */
function tellOf(event: { readonly type: string; readonly order: number; readonly account: number }): void {
  tell([{ events: [event] } as unknown as Applied]);
}

async function correct(order: number, amount: bigint): Promise<void> {
  await database.pool.query(
    `insert into fill_corrections (shard, order_id, number, time, account, fill, from_price, price, difference, amount, waived, open_price, staff_id, reason)
     values (0, $1, 1, 6, $2, 'close', 1, 2, $3, $3, 0, 1, 1, 'wrong price')`,
    [order, copier, amount],
  );
}

it('counts a close once, whether the engine or the tables have it first', async () => {
  const { copy, held } = await copyWith(2);
  const [losing = 0, winning = 0] = held;
  views.set(copier, [
    [losing, -110n],
    [winning, 80n],
  ]);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('active');
  // The engine has the close of the winner, the tables lack it.
  views.set(copier, [[losing, -110n]]);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('active');
  await closeStored(database.pool, winning, 80n * DOLLAR);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('active');
  // The tables have a close that the replica of another process lacks.
  views.set(copier, [[losing, -95n]]);
  await closeStored(database.pool, losing, -95n * DOLLAR);
  supervisor.changed(copy);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('active');
  views.set(copier, []);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('active');
});

it('counts a closed part once', async () => {
  const { copy, held } = await copyWith(1);
  const [order = 0] = held;
  views.set(copier, [[order, -60n, LOTS / 2n]]);
  orders += 1;
  // The tables lack the part that the engine has closed with a gain.
  await supervisor.look();
  views.set(copier, [[order, -110n, LOTS / 2n]]);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('active');
  await database.pool.query('update orders set lots = $2 where id = $1', [order, LOTS / 2n]);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('stopping');
});

it('stops at a loss that engine and tables agree on', async () => {
  const { copy, held } = await copyWith(2);
  const [losing = 0, winning = 0] = held;
  await closeStored(database.pool, winning, 80n * DOLLAR);
  views.set(copier, [[losing, -179n]]);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('active');
  views.set(copier, [[losing, -180n]]);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('stopping');
});

it('stops a copy whose closes never let the tables agree, once they have caught up with the first doubt', async () => {
  const { copy, held } = await copyWith(2);
  let catchUp: () => void = nothing;
  written = new Promise((done) => {
    catchUp = done;
  });
  views.set(copier, [[held[0] ?? 0, -110n]]);
  for (let looks = 0; looks < 20; looks += 1) await supervisor.look();
  expect(await stateOf(copy)).toBe('active');
  catchUp();
  await written;
  await supervisor.look();
  expect(await stateOf(copy)).toBe('stopping');
});

it('checks losses while the positions of another copy cannot be closed', async () => {
  const stuck = await copyWith(1);
  const { copy, held } = await copyWith(1, other);
  views.set(copier, [[stuck.held[0] ?? 0, -100n]]);
  views.set(other, [[held[0] ?? 0, -1n]]);
  let release: () => void = nothing;
  closing = () =>
    new Promise((done) => {
      release = done;
    });
  await supervisor.look();
  await supervisor.look();
  await supervisor.look();
  // A second attempt does not begin during the first.
  expect(closings).toEqual([stuck.copy]);
  views.set(other, [[held[0] ?? 0, -100n]]);
  await supervisor.look();
  expect(await stateOf(copy)).toBe('stopping');
  release();
});

it('goes on with the other copies when one cannot be checked, and tells it afterwards', async () => {
  await copyWith(1);
  const { copy, held } = await copyWith(1, other);
  views.set(other, [[held[0] ?? 0, -150n]]);
  const read = views.get.bind(views);
  views.get = (account) => {
    if (account === copier) throw new Error('the database is slow');
    return read(account);
  };
  await expect(supervisor.look()).rejects.toThrow('slow');
  expect(await stateOf(copy)).toBe('stopping');
  expect(closings).toContain(copy);
});

it('adds corrections of fills to copies that run and to copies that have ended', async () => {
  const ended = await copyWith(1);
  await closeStored(database.pool, ended.held[0] ?? 0, 10n * DOLLAR);
  await supervisor.stopCopy(ended.copy, { ended: 'copier', closes: false });
  const running = await copyWith(1);
  await closeStored(database.pool, running.held[0] ?? 0, 10n * DOLLAR);
  supervisor.start();
  // The leader's position has closed too, so the copied one is followed no more.
  registry.forget(running.copy, running.held[0] ?? 0, () => false);
  await supervisor.look();
  expect([await realisedOf(ended.copy), await realisedOf(running.copy)]).toEqual([10n * DOLLAR, 10n * DOLLAR]);
  for (const order of [...ended.held, ...running.held]) {
    await correct(order, 3n * DOLLAR);
    tellOf({ type: 'fillCorrected', order, account: copier });
  }
  await supervisor.look();
  expect([await realisedOf(ended.copy), await realisedOf(running.copy)]).toEqual([13n * DOLLAR, 13n * DOLLAR]);
  expect(registry.get(running.copy)?.realised).toBe(13n * DOLLAR);
  await supervisor.stop();
});

it('adds a correction that came while the server was stopped, also when nothing is copied any more', async () => {
  const { copy, held } = await copyWith(1);
  await closeStored(database.pool, held[0] ?? 0, 10n * DOLLAR);
  await supervisor.stopCopy(copy, { ended: 'copier', closes: false });
  await correct(held[0] ?? 0, 3n * DOLLAR);
  supervisor.start();
  await supervisor.look();
  expect(await realisedOf(copy)).toBe(13n * DOLLAR);
  await supervisor.stop();
});
