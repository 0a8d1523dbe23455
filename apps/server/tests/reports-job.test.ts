import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { FileQueries } from '../src/features/office/reports/file-queries.ts';
import { ReportJob } from '../src/features/office/reports/report-job.ts';
import { ScheduleQueries } from '../src/features/office/reports/schedule-queries.ts';
import { type Answer, done, refuse } from '../src/http/answer.ts';
import type { MadeReport } from '../src/features/office/reports/make-report.ts';
import { Outbox } from '../src/messages/outbox.ts';
import { createLog } from '../src/platform/log.ts';
import { createTestDatabase } from './support/database.ts';

const testDatabase = await createTestDatabase();
/** A Monday, half an hour before the schedules are due. */
const START = Date.UTC(2026, 10, 23, 5, 30);
let database: Database;
let time = START;
let staff: string[];
/** The result of making a report, and the days of those that were asked for. */
let outcome: () => Promise<Answer<MadeReport>>;
let asked: string[];

beforeAll(async () => {
  database = await testDatabase.open();
  const added = await database.pool.query<{ id: string }>(
    `insert into staff (name, roles, email) values ('one', '{finance}', 'one@example.com'), ('two', '{compliance}', 'two@example.com'), ('three', '{finance}', null) returning id::text`,
  );
  staff = added.rows.map(({ id }) => id);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.pool.query('truncate report_files, report_schedules, outbox');
  time = START;
  asked = [];
  outcome = () => Promise.resolve(done({ name: 'fees.csv', rows: 7, content: Buffer.from('x') }));
  await database.pool.query(
    `insert into report_schedules (kind, filter, interval, hour, recipients, author_id, created_at, next_at)
     values ('fees', '{"accounts":"real","user":null,"instrument":null,"by":"each"}', 'day', 6, $1::bigint[], $2, now(), $3)`,
    [staff, staff[0], new Date(START + 35 * MINUTE_MS)],
  );
});

const clock = (): number => time;

function newJob(): ReportJob {
  const { kysely: db } = database;
  const log = createLog('silent');
  return new ReportJob({
    schedules: new ScheduleQueries(db),
    files: new FileQueries(db),
    make: ({ from }) => {
      asked.push(new Date(from).toISOString().slice(0, 10));
      return outcome();
    },
    outbox: new Outbox({ db, mail: undefined, sms: undefined, siteTitle: () => 'Fairlot', clock, log }),
    link: () => 'https://office.example.com/office/#/reports?tab=files',
    clock,
    log,
  });
}

async function rows<R>(text: string): Promise<readonly R[]> {
  return (await database.pool.query(text)).rows as R[];
}
const files = () =>
  rows<{ day: string; state: string; tries: number; reason: string | null }>(
    'select first_day::text as day, state, tries, reason from report_files order by id',
  );
const mails = () => rows<{ recipient: string; template: string }>('select recipient, template from outbox order by id');

it('makes a period when it is due, once, however many processes look at it', async () => {
  const jobs = [newJob(), newJob(), newJob()];
  await jobs[0]?.run();
  expect(await files()).toEqual([]);
  time += 2 * DAY_MS + 35 * MINUTE_MS;
  await Promise.all(jobs.map((job) => job.run()));
  expect(await files()).toEqual(
    ['2026-11-22', '2026-11-23', '2026-11-24'].map((day) => ({ day, state: 'done', tries: 1, reason: null })),
  );
  expect(asked.toSorted()).toEqual(['2026-11-22', '2026-11-23', '2026-11-24']);
  expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual([
    ...Array<string>(3).fill('one@example.com'),
    ...Array<string>(3).fill('two@example.com'),
  ]);
  await Promise.all(jobs.map((job) => job.run()));
  expect(await mails()).toHaveLength(6);
});

it('makes what a crash left, after its lease', async () => {
  time += 35 * MINUTE_MS;
  const crash = newJob();
  outcome = () => new Promise(() => undefined);
  void crash.run();
  await expect.poll(async () => (await files())[0]?.tries).toBe(1);
  outcome = () => Promise.resolve(done({ name: 'fees.csv', rows: 7, content: Buffer.from('x') }));
  await newJob().run();
  expect(await files()).toMatchObject([{ state: 'waiting', tries: 1 }]);
  time += 30 * MINUTE_MS;
  await newJob().run();
  expect(await files()).toMatchObject([{ state: 'done', tries: 2 }]);
  expect(await mails()).toHaveLength(2);
});

it('gives a report up that ends the process with each try', async () => {
  outcome = () => new Promise(() => undefined);
  time += 35 * MINUTE_MS;
  for (let tries = 1; tries <= 5; tries += 1) {
    void newJob().run();
    await expect.poll(() => asked.length).toBe(tries);
    time += 30 * MINUTE_MS;
  }
  outcome = () => Promise.resolve(done({ name: 'fees.csv', rows: 7, content: Buffer.from('x') }));
  await newJob().run();
  expect(asked).toHaveLength(5);
  expect(await files()).toMatchObject([{ state: 'failed', reason: 'internal' }]);
  expect((await mails()).map(({ template }) => template)).toEqual(['staff_report_failed', 'staff_report_failed']);
});

it('tries a failure at growing intervals, a few times, and then tells of it', async () => {
  outcome = () => Promise.reject(new Error('the database is away'));
  time += 35 * MINUTE_MS;
  const job = newJob();
  for (const minutes of [0, 1, 5, 30, 120]) {
    expect(await mails()).toEqual([]);
    time += (minutes - 1) * MINUTE_MS;
    await job.run();
    const before = asked.length;
    time += MINUTE_MS;
    await job.run();
    expect(asked.length).toBe(before + 1);
  }
  expect(await files()).toEqual([{ day: '2026-11-22', state: 'failed', tries: 5, reason: 'internal' }]);
  expect((await mails()).map(({ template }) => template)).toEqual(['staff_report_failed', 'staff_report_failed']);
});

it('does not try a refusal again', async () => {
  outcome = () => Promise.resolve(refuse('export_too_large'));
  time += 35 * MINUTE_MS;
  await newJob().run();
  time += DAY_MS / 2;
  await newJob().run();
  expect(await files()).toEqual([{ day: '2026-11-22', state: 'failed', tries: 1, reason: 'export_too_large' }]);
});

it('mails only those who may read reports at that time', async () => {
  await database.pool.query(`update staff set disabled_at = now() where name = 'two'`);
  time += 35 * MINUTE_MS;
  await newJob().run();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['one@example.com']);
  await database.pool.query(`update staff set disabled_at = null, roles = '{dealer}' where name = 'two'`);
  time += DAY_MS;
  await newJob().run();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['one@example.com', 'one@example.com']);
  await database.pool.query(`update staff set roles = '{compliance}' where name = 'two'`);
});

it('keeps the newest files of a schedule, for some weeks', async () => {
  time += 20 * DAY_MS;
  await newJob().run();
  expect(asked).toHaveLength(20);
  expect(await files()).toHaveLength(14);
  expect((await files())[0]?.day).toBe('2026-11-28');
  await database.pool.query('update report_schedules set ended_at = now()');
  time += 36 * DAY_MS;
  await newJob().run();
  expect(await files()).toEqual([]);
});
