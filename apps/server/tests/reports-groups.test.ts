import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { FileQueries } from '../src/features/office/reports/file-queries.ts';
import { filterText } from '../src/features/office/reports/filter-text.ts';
import { makeReport } from '../src/features/office/reports/make-report.ts';
import type { ReportFilter, ReportRequest } from '../src/features/office/reports/report.ts';
import { dayText } from '../src/features/office/reports/report-days.ts';
import { ReportJob } from '../src/features/office/reports/report-job.ts';
import { ScheduleQueries } from '../src/features/office/reports/schedule-queries.ts';
import { Outbox } from '../src/messages/outbox.ts';
import { createLog } from '../src/platform/log.ts';
import { OrderDays } from '../src/trading/days/order-days.ts';
import { TransferDays } from '../src/trading/days/transfer-days.ts';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { type Cells, cellsOf, reportCells, sumOf } from './support/report-cells.ts';
import { ScriptedMonth } from './support/scripted-month.ts';
import { type TestHost, startTestHost } from './support/test-host.ts';

const CLUB = 3;
const UNNAMED = 4;
/** Real and demo accounts of the club; account 3 is a demo account. */
const MEMBERS = [2, 5, 3];
/** The one account of the group that has no row of its own. */
const LONER = 1;
const FIGURES = ['gross_profit', 'gross_loss', 'fees', 'swaps', 'net'] as const;
const KINDS = ['trades', 'ledger', 'payments', 'results', 'volumes', 'fees'] as const;

const testDatabase = await createTestDatabase();
let database: Database;
let testHost: TestHost;
let month: ScriptedMonth;
let from: number;
let to: number;

beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database);
  from = Math.floor(testHost.clock.time / DAY_MS) * DAY_MS;
  month = new ScriptedMonth(testHost, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await month.run(80);
  const of = { db: database.kysely, log: silentLog };
  const swaps = new SwapSchedule({ trading: testHost.host, pool: database.pool, log: silentLog });
  await swaps.runDue();
  await Promise.all([new TransferDays(of).catchUp(1), new OrderDays(of).catchUp()]);
  // Not summed by day yet.
  await month.run(40);
  await swaps.runDue();
  to = (Math.floor(testHost.clock.time / DAY_MS) + 1) * DAY_MS;
  await database.pool.query(`insert into client_groups (name, definition) values ('Club', '{}')`);
  for (const id of [CLUB, UNNAMED])
    await testHost.host.submit({ type: 'defineGroup', group: { id, stopOutPercent: 80, terms: [] } });
  for (const account of MEMBERS) await move(account, CLUB);
  await move(LONER, UNNAMED);
}, 120_000);
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await testDatabase.drop();
});

async function move(account: number, group: number): Promise<void> {
  const key = `to ${group}`;
  const outcome = await testHost.host.submit({ type: 'assignGroup', account, group, key, staff: 3, memo: 'asked' });
  expect(outcome).toEqual({ ok: true });
}

const sources = () => ({ db: database.kysely, market: month.past });
const report = (request: Partial<ReportRequest>) => reportCells(sources(), { from, to, ...request });

/** The group that a row of a client must name. */
function expected({ user_id: user }: Cells, own: readonly [string, string]): readonly [string, string] {
  if (MEMBERS.includes(Number(user))) return [String(CLUB), 'Club'];
  return Number(user) === LONER ? [String(UNNAMED), `#${UNNAMED}`] : own;
}

it('names the present group of the client in each row', async () => {
  for (const kind of KINDS)
    for (const accounts of ['real', 'demo'] as const) {
      const own = accounts === 'real' ? (['1', 'Real accounts'] as const) : (['2', 'Demo accounts'] as const);
      const rows = await report({ kind, accounts });
      if (kind !== 'payments' || accounts === 'real') expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect([row['group_id'], row['group']]).toEqual(expected(row, own));
      // Nothing is lost by naming groups, and a filter has the rows of one.
      const groups = [...new Set(rows.map(({ group_id: id }) => Number(id)))];
      if (kind !== 'payments') expect(groups).toContain(CLUB);
      for (const group of groups)
        expect(await report({ kind, accounts, group })).toEqual(
          rows.filter(({ group_id: id }) => Number(id) === group),
        );
    }
});

it('sums of groups are those of their clients', async () => {
  for (const instrument of [undefined, 1]) {
    const clients = await report({ kind: 'results', by: 'client', instrument });
    const groups = await report({ kind: 'results', by: 'group', instrument });
    expect(groups.map(({ group }) => group)).toEqual(['Real accounts', 'Club', `#${UNNAMED}`]);
    expect(Object.keys(groups[0] ?? {}).slice(0, 3)).toEqual(['group_id', 'group', 'trades']);
    for (const row of groups) {
      const own = clients.filter(({ group_id: id }) => id === row['group_id']);
      expect(own.length).toBeGreaterThan(0);
      for (const name of FIGURES) expect([name, sumOf([row], name)]).toEqual([name, sumOf(own, name)]);
      for (const name of ['trades', 'wins'])
        expect(Number(row[name])).toBe(own.reduce((all, each) => all + Number(each[name]), 0));
    }
  }
  const days = await report({ kind: 'results', by: 'day', group: CLUB });
  const [club] = await report({ kind: 'results', by: 'group', group: CLUB });
  expect(days.length).toBeGreaterThan(1);
  for (const name of FIGURES) expect(sumOf(days, name)).toBe(sumOf([club ?? {}], name));
});

it('keeps the name of a removed group', async () => {
  const rows = await report({ kind: 'volumes', by: 'group' });
  await database.pool.query('update client_groups set removed_at = now() where id = $1', [CLUB]);
  expect(await report({ kind: 'volumes', by: 'group' })).toEqual(rows);
  await database.pool.query('update client_groups set removed_at = null where id = $1', [CLUB]);
});

it('a schedule of a group makes the file that is made at once', async () => {
  const filter: ReportFilter = {
    kind: 'trades',
    accounts: 'real',
    user: undefined,
    group: CLUB,
    instrument: undefined,
    by: 'each',
  };
  const trades = await report(filter);
  const day = trades[0]?.['closed_at']?.slice(0, 10) ?? '';
  const start = Date.parse(day);
  const now = start + DAY_MS + HOUR_MS;
  await database.pool.query(
    `with author as (insert into staff (name, roles) values ('one', '{finance}') returning id)
     insert into report_schedules (kind, filter, interval, hour, recipients, author_id, created_at, next_at)
     select 'trades', $1, 'day', 0, '{}', id, now(), $2 from author`,
    [filterText(filter), new Date(now)],
  );
  const [db, files, log] = [database.kysely, new FileQueries(database.kysely), createLog('silent')];
  const clock = (): number => now;
  await new ReportJob({
    schedules: new ScheduleQueries(db),
    files,
    make: (request) => makeReport(sources(), request),
    outbox: new Outbox({ db, mail: undefined, sms: undefined, siteTitle: () => 'Fairlot', clock, log }),
    link: () => 'https://office.example.com',
    clock,
    log,
  }).run();
  const [file] = (await files.page({}, { offset: 0, limit: 1 })).rows;
  expect(file).toMatchObject({ state: 'done', first_day: dayText(start) });
  const content = await files.content(Number(file?.id));
  const rows = cellsOf(content?.content ?? Buffer.of());
  expect(rows).toEqual(trades.filter(({ closed_at: at }) => at?.startsWith(day)));
  expect(rows.length).toBeGreaterThan(0);
});
