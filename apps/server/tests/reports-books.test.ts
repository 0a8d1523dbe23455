import { DAY_MS, money } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { ReportRequest } from '../src/features/office/reports/report.ts';
import { uidOf } from '../src/platform/uid.ts';
import { OrderDays } from '../src/trading/days/order-days.ts';
import { TransferDays } from '../src/trading/days/transfer-days.ts';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { reportCells, sumOf as sum } from './support/report-cells.ts';
import { ScriptedMonth } from './support/scripted-month.ts';
import { type TestHost, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let testHost: TestHost;
let month: ScriptedMonth;
/** Days of the month, with the day of its last order. */
let from: number;
let to: number;

beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database);
  from = Math.floor(testHost.clock.time / DAY_MS) * DAY_MS;
  month = new ScriptedMonth(testHost, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const swaps = new SwapSchedule({ trading: testHost.host, pool: database.pool, log: silentLog });
  const of = { db: database.kysely, log: silentLog };
  for (let week = 0; week < 4; week += 1) {
    await month.run(60);
    await swaps.runDue();
    // The last weeks are read row by row, earlier ones from sums of days.
    if (week < 2) await Promise.all([new TransferDays(of).catchUp(1), new OrderDays(of).catchUp()]);
  }
  to = (Math.floor(testHost.clock.time / DAY_MS) + 1) * DAY_MS;
}, 120_000);
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await testDatabase.drop();
});

const report = (request: Partial<ReportRequest>) =>
  reportCells({ db: database.kysely, market: month.past }, { from, to, ...request });

const key = (...parts: unknown[]): string => parts.join(' ');

/** Closed positions and transfers, read without code of the product. */
async function plain(kind: 'real' | 'demo') {
  const orders = await database.pool.query<{
    id: bigint;
    account: bigint;
    instrument: number;
    net: bigint;
    at: bigint;
  }>(
    `select o.id, account, instrument, profit - fee + swap as net, ended_at as at from orders o join accounts a on a.id = account
     where status = 'closed' and a.kind = $1 order by ended_at, o.id`,
    [kind],
  );
  const transfers = await database.pool.query<{
    id: bigint;
    account: bigint;
    kind: number;
    time: bigint;
    total: bigint;
    instrument: number;
  }>(
    `select t.id, t.account, t.kind, t.time, o.instrument,
       case when credit_account = t.account then amount else 0 end - case when debit_account = t.account then amount else 0 end as total
     from transfers t join accounts a on a.id = t.account left join orders o on o.id = t.reference and t.kind in (4, 5, 8)
     where a.kind = $1 order by t.id`,
    [kind],
  );
  return { orders: orders.rows, transfers: transfers.rows };
}

describe('a report of closed positions', () => {
  it('has each of them once, with the client’s result, on the days of their closing', async () => {
    for (const accounts of ['real', 'demo'] as const) {
      const rows = await report({ accounts });
      const { orders } = await plain(accounts);
      expect(orders.length).toBeGreaterThan(10);
      expect(rows.map(({ id }) => id)).toEqual(orders.map(({ id }) => String(id)));
      expect(rows.map(({ net }) => money(net ?? ''))).toEqual(orders.map(({ net }) => net));
    }
    const middle = from + 9 * DAY_MS;
    const [first, second, all] = [await report({ to: middle }), await report({ from: middle }), await report({})];
    expect(first.length * second.length).toBeGreaterThan(0);
    expect([...first, ...second]).toEqual(all);
    expect(first.every(({ closed_at: at = '' }) => Date.parse(at) < middle)).toBe(true);
  });

  it('is narrowed to a user and an instrument', async () => {
    const all = await report({});
    const rows = await report({ user: 2, instrument: 1 });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(all.filter(({ uid, instrument }) => uid === uidOf(2) && instrument === 'EURUSD'));
  });
});

describe('a report of the ledger', () => {
  it('has each entry once, and adds up to the balances', async () => {
    const rows = await report({ kind: 'ledger' });
    const { transfers } = await plain('real');
    expect(rows.map(({ id }) => id)).toEqual(transfers.map(({ id }) => String(id)));
    const { rows: accounts } = await database.pool.query<{ id: bigint; all: string }>(
      `select id, (cash + order_reserve + withdrawal_hold)::text as all from accounts where kind = 'real' order by id`,
    );
    for (const { id, all } of accounts)
      expect(
        sum(
          rows.filter(({ user_id: user }) => user === String(id)),
          'total',
        ),
      ).toBe(BigInt(all));
    expect(sum(rows, 'available') + sum(rows, 'frozen')).toBe(sum(rows, 'total'));
    const middle = from + 9 * DAY_MS;
    expect([
      ...(await report({ kind: 'ledger', to: middle })),
      ...(await report({ kind: 'ledger', from: middle })),
    ]).toEqual(rows);
    expect(await report({ kind: 'payments' })).toEqual(
      rows
        .filter(({ type = '' }) => ['deposit', 'withdrawal', 'withdrawalFee'].includes(type))
        .map(({ id, time, user_id, uid, group_id, group, type, total, reference }) => ({
          id,
          time,
          user_id,
          uid,
          group_id,
          group,
          type,
          total,
          reference,
        })),
    );
  });
});

describe('sums', () => {
  it('by client, instrument and day are those of the entries, however they are put together', async () => {
    const each = await report({ kind: 'results' });
    const { transfers } = await plain('real');
    const expected = new Map<string, bigint>();
    for (const { account, kind, time, total, instrument } of transfers.filter((row) => [4, 5, 8].includes(row.kind))) {
      const at = key(
        new Date(Number(time)).toISOString().slice(0, 10),
        account,
        instrument === 1 ? 'EURUSD' : 'USDJPY',
      );
      for (const name of [at, `${at} ${kind}`]) expected.set(name, (expected.get(name) ?? 0n) + total);
    }
    for (const row of each) {
      const at = key(row['day'], row['user_id'], row['instrument']);
      expect([at, money(row['net'] ?? '')]).toEqual([at, expected.get(at) ?? 0n]);
      expect(money(row['fees'] ?? '')).toBe(expected.get(`${at} 4`) ?? 0n);
      expect(money(row['swaps'] ?? '')).toBe(expected.get(`${at} 8`) ?? 0n);
      expect(sum([row], 'gross_profit') + sum([row], 'gross_loss')).toBe(expected.get(`${at} 5`) ?? 0n);
    }
    const names = new Set(each.map((row) => key(row['day'], row['user_id'], row['instrument'])));
    expect(names.size).toBe(each.length);
    for (const [name, total] of expected) if (!/ [458]$/.test(name) && total !== 0n) expect(names).toContain(name);
    for (const by of ['client', 'group', 'instrument', 'day'] as const) {
      const rows = await report({ kind: 'results', by });
      expect(rows.length).toBeLessThan(each.length);
      for (const name of ['net', 'fees', 'swaps', 'gross_profit', 'gross_loss'])
        expect(sum(rows, name)).toBe(sum(each, name));
    }
  });

  it('of a kind have the rows in which there is something', async () => {
    const each = await report({ kind: 'results', accounts: 'demo' });
    const of = (name: string): readonly string[] =>
      each.map((row) => row[name] ?? '').filter((cell) => Number(cell) !== 0);
    expect((await report({ kind: 'fees', accounts: 'demo' })).map(({ fees }) => fees)).toEqual(of('fees'));
    expect((await report({ kind: 'swaps', accounts: 'demo' })).map(({ swaps }) => swaps)).toEqual(of('swaps'));
    expect((await report({ kind: 'volumes', accounts: 'demo' })).map(({ lots }) => lots)).toEqual(of('lots'));
    const trades = await report({ accounts: 'demo' });
    expect(each.reduce((all, { trades: count }) => all + Number(count), 0)).toBe(trades.length);
  });
});
