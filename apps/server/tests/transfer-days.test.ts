import { DAY_MS } from '@fairlot/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { readTransfers } from '../src/features/ledger/queries.ts';
import { readBooks } from '../src/features/statement/books.ts';
import { Holdings } from '../src/features/statement/holdings.ts';
import { MovementRecords } from '../src/features/statement/movements.ts';
import { TransferDays } from '../src/trading/days/transfer-days.ts';
import { checkDays } from '../src/trading/verify/day-check.ts';
import { Findings } from '../src/trading/verify/findings.ts';
import { createTestDatabase, silentLog } from './support/database.ts';

/** More than a year of two accounts, longer than the curve shows moment by moment. */
const DAYS = 430;
const TRANSFERS = 60_000;
const FIRST_DAY = Date.UTC(2025, 5, 1);
/**
 * Account 1 receives, pays, freezes and releases money; every eleventh transfer belongs to account 2. A transfer may be
 * up to 17 seconds older than the one before it.
 */
const FILL = `insert into transfers (shard, id, seq, time, kind, account, debit_account, debit_book, credit_account, credit_book, amount)
  select 0, n, n, $1::bigint + (n * ${DAYS}::bigint * ${DAY_MS} / ${TRANSFERS}) - (n % 7) * 17000, case n % 5 when 0 then 1 when 1 then 4 when 2 then 5 when 3 then 6 else 7 end, who,
    case n % 5 when 0 then -1 when 2 then case when n % 2 = 0 then -2 else who end else who end, case n % 5 when 4 then 'orderReserve' else 'cash' end,
    case n % 5 when 0 then who when 1 then -2 when 2 then case when n % 2 = 0 then who else -2 end else who end, case n % 5 when 3 then 'orderReserve' else 'cash' end,
    1 + (n * 7919) % 1000003
  from (select n, case when n % 11 = 0 then 2 else 1 end as who from generate_series(1, ${TRANSFERS}) n) each`;

const testDatabase = await createTestDatabase();
let database: Database;
let days: TransferDays;

/** A transfer read without code of the product. */
interface Plain {
  readonly id: number;
  readonly time: number;
  readonly kind: number;
  readonly total: bigint;
  readonly available: bigint;
}
const all = new Map<number, readonly Plain[]>();
/** The money of an account after each of its transfers, by time. A period has hundreds of marks, so each is looked up. */
const curves = new Map<number, readonly { readonly time: number; readonly held: bigint }[]>();

function remember(account: number, transfers: readonly Plain[]): void {
  all.set(account, transfers);
  let held = 0n;
  curves.set(
    account,
    transfers
      .toSorted((one, other) => one.time - other.time)
      .map(({ time, total }) => ({ time, held: (held += total) })),
  );
}

/** The money of an account before a moment. */
function heldBefore(account: number, moment: number): bigint {
  const curve = curves.get(account) ?? [];
  let [low, high] = [0, curve.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((curve[middle]?.time ?? moment) < moment) low = middle + 1;
    else high = middle;
  }
  return curve[low - 1]?.held ?? 0n;
}

const sum = (account: number, from: number, to: number, pick: (each: Plain) => bigint = ({ total }) => total): bigint =>
  (all.get(account) ?? []).reduce(
    (whole, each) => (each.time >= from && each.time < to ? whole + pick(each) : whole),
    0n,
  );

async function readPlainly(account: number): Promise<readonly Plain[]> {
  const rows = await database.kysely
    .selectFrom('transfers')
    .selectAll()
    .where('account', '=', BigInt(account))
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const side = (of: bigint, book: string, sign: bigint, only: boolean): bigint =>
      of === BigInt(account) && (!only || book === 'cash') ? sign * row.amount : 0n;
    const change = (only: boolean): bigint =>
      side(row.credit_account, row.credit_book, 1n, only) + side(row.debit_account, row.debit_book, -1n, only);
    return {
      id: Number(row.id),
      time: Number(row.time),
      kind: row.kind,
      total: change(false),
      available: change(true),
    };
  });
}

async function agrees(): Promise<void> {
  const client = await database.pool.connect();
  try {
    const findings = new Findings();
    await checkDays(client, 0, findings);
    expect(findings.shown).toEqual([]);
  } finally {
    client.release();
  }
}

const summed = async (): Promise<number> =>
  Number((await database.kysely.selectFrom('transfer_days_through').select('id').executeTakeFirst())?.id ?? 0n);

beforeAll(async () => {
  database = await testDatabase.open();
  await database.pool.query(FILL, [FIRST_DAY]);
  // Without statistics the database may choose plans of an empty table, which autovacuum would end some day.
  await database.pool.query('analyze transfers');
  for (const account of [1, 2]) {
    const plain = await readPlainly(account);
    remember(account, plain);
    const cash = plain.reduce((whole, { available }) => whole + available, 0n);
    const total = plain.reduce((whole, each) => whole + each.total, 0n);
    await database.pool.query(
      `insert into accounts (id, shard, kind, cash, order_reserve, withdrawal_hold, opened_at) values ($1, 0, 'demo', $2, $3, 0, $4)`,
      [account, cash, total - cash, FIRST_DAY],
    );
  }
  days = new TransferDays({ db: database.kysely, log: silentLog });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const midnight = fc.integer({ min: -3, max: DAYS + 3 }).map((day) => FIRST_DAY + day * DAY_MS);
const anyPeriod = fc
  .record({ account: fc.constantFrom(1, 2), ends: fc.tuple(midnight, midnight) })
  .map(({ account, ends: [one, other] }) => ({ account, from: Math.min(one, other), to: Math.max(one, other) }));

/** Compares all money figures of statements with the single transfers. */
async function holdsForAnyDays(): Promise<void> {
  const holdings = new Holdings(database.kysely);
  const movements = new MovementRecords(database.kysely);
  await fc.assert(
    fc.asyncProperty(anyPeriod, async ({ account, from, to }) => {
      const books = await readBooks(database.kysely, account, { from, to });
      expect([books.opening, books.closing]).toEqual(
        [0, 1].map((end) => {
          const at = end === 0 ? from : to;
          return { total: sum(account, 0, at), available: sum(account, 0, at, ({ available }) => available) };
        }),
      );
      const moved = [...books.moved.values()].reduce((whole: bigint, each) => whole + each, 0n);
      expect(moved).toBe(sum(account, from, to));
      const sums = await movements.sums(account, { from, to }, {});
      expect([sums.total, sums.available + sums.frozen]).toEqual([
        (all.get(account) ?? []).filter(({ time }) => time >= from && time < to).length,
        sum(account, from, to),
      ]);
      expect((await movements.sums(account, { from, to }, { type: 5 })).available).toBe(
        sum(account, from, to, ({ kind, available }) => (kind === 5 ? available : 0n)),
      );
      const [newest] = await movements.page(account, { from, to }, {}, { offset: 0, limit: 1 });
      expect(Number(newest?.id ?? 0n)).toBe(
        (all.get(account) ?? []).reduce((last, { id, time }) => (time >= from && time < to ? id : last), 0),
      );

      const points = await holdings.balances(account, { from, to }, books.opening.total, 400);
      for (const { time, value } of points) expect([time, value]).toEqual([time, heldBefore(account, time + 1)]);
      expect(points.at(-1)?.value ?? books.opening.total).toBe(books.closing.total);
      const marks = Array.from(
        { length: Math.floor((to - from) / DAY_MS / 7) + 1 },
        (_, index) => from + index * 7 * DAY_MS,
      );
      expect(await holdings.moneyAt(account, marks, false)).toEqual(marks.map((mark) => heldBefore(account, mark)));
      const hours = Array.from({ length: 30 }, (_, index) => from + index * 3_600_000);
      expect(await holdings.moneyAt(account, hours, true)).toEqual(hours.map((hour) => heldBefore(account, hour)));
    }),
    { numRuns: 15 },
  );
}

describe('the past money of an account', () => {
  it('is read from its transfers before day sums exist', holdsForAnyDays);

  it('is the same after an interrupted run has summed a part of them', async () => {
    // The second transaction of the run fails and is rolled back; the first one stays committed.
    await database.pool.query(
      `create function break_off() returns trigger language plpgsql as $$ begin if new.id > 50000 then raise exception 'simulated failure'; end if; return new; end $$`,
    );
    await database.pool.query(
      'create trigger break_off before update on transfer_days_through for each row execute function break_off()',
    );
    await expect(days.catchUp()).rejects.toThrow('simulated failure');
    await database.pool.query('drop trigger break_off on transfer_days_through');
    expect(await summed()).toBe(50_000);
    await agrees();
    await holdsForAnyDays();
  });

  it('is the same when all are summed, also with later transfers on past days', async () => {
    await days.catchUp(1);
    await days.catchUp(1);
    expect(await summed()).toBe(TRANSFERS);
    await agrees();
    await holdsForAnyDays();
    const { total } = await readTransfers(database.kysely, 1, 0, 1);
    expect(total).toBe(all.get(1)?.length);

    await database.pool.query(
      `insert into transfers (shard, id, seq, time, kind, account, debit_account, debit_book, credit_account, credit_book, amount)
      values (0, ${TRANSFERS + 1}, 1, $1, 1, 1, -1, 'cash', 1, 'cash', 250000)`,
      [FIRST_DAY + 200 * DAY_MS],
    );
    await database.pool.query('update accounts set cash = cash + 250000 where id = 1');
    remember(1, await readPlainly(1));
    await holdsForAnyDays();
    await days.catchUp();
    expect(await summed()).toBe(TRANSFERS);
    await days.catchUp(1);
    await agrees();
    await holdsForAnyDays();
  });

  it('is refused when it does not match the account’s balance', async () => {
    await database.pool.query(
      'update transfer_days set total = total + 1 where account = 2 and day = (select min(day) from transfer_days where account = 2) and kind = 1',
    );
    await expect(
      readBooks(database.kysely, 2, { from: FIRST_DAY + 100 * DAY_MS, to: FIRST_DAY + 101 * DAY_MS }),
    ).rejects.toThrow(/do not add up/);
  });
});
