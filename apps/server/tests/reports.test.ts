import { DAY_MS, DEFAULT_GROUPS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, done, fundedUser, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { type RealUser, query } from './support/real-user.ts';

const DAILY = { kind: 'payments', interval: 'day', hour: 6, recipients: ['fin-one'] };
const POLLING = { timeout: 120_000, interval: 50 };
let bank: Bank;
let user: RealUser;
let administrator: Colleague;

beforeAll(async () => {
  bank = await openBank();
  administrator = bank.office.administrator;
  user = await fundedUser(bank, '1000');
  await query(bank.server, `update staff set email = name || '@staff.example.com'`);
});
afterAll(() => bank.server.stop());

const day = (ahead = 0): string => new Date(bank.clock.time + ahead * DAY_MS).toISOString().slice(0, 10);

async function fileOf(who: Colleague, call: string, input: Readonly<Record<string, string>>) {
  const path = `/office/api/reports/${call}?${new URLSearchParams(input).toString()}`;
  const { headers, text } = await bank.server.raw(path, { headers: { cookie: who.cookie } });
  return { name: headers['content-disposition'], type: headers['content-type'], text };
}

async function refusal(input: Readonly<Record<string, string>>): Promise<unknown> {
  const path = `/office/api/reports/make?${new URLSearchParams(input).toString()}`;
  const { envelope } = await bank.server.request(path, { headers: { cookie: bank.one.cookie } });
  return [envelope.reason, (envelope as { readonly detail?: unknown }).detail];
}

describe('a report at once', () => {
  it('is a file with its days in the name, and an entry of the audit log with filter and rows', async () => {
    const days = { first_day: day(), last_day: day() };
    const file = await fileOf(bank.one, 'make', { kind: 'payments', user_id: String(user.id), ...days });
    expect(file.name).toBe(`attachment; filename="payments-${day()}-${day()}.csv"`);
    expect(file.type).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = file.text.split('\r\n');
    expect(head).toBe('\uFEFFid,time,user_id,uid,group_id,group,type,total,reference');
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^\\d+,${day()}T[^,]+,${user.id},\\d+,1,Real accounts,deposit,1000\\.000000,\\d+$`),
      ),
      '',
    ]);
    const { list } = (await administrator.call('auditList', { action: 'reports/make' })).envelope.data;
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ staff_name: 'fin-one', user_id: user.id, outcome: 'ok' });
    expect(JSON.parse(list[0]?.input ?? '')).toMatchObject({
      kind: 'payments',
      user_id: user.id,
      ...days,
      exported_rows: 1,
    });
    const other = await fileOf(bank.one, 'make', { kind: 'results', by: 'client', ...days });
    expect(other.name).toBe(`attachment; filename="results-by-client-${day()}-${day()}.csv"`);
  });

  it('counts the rows of lists in the audit log too', async () => {
    await bank.server.raw('/office/api/adjustments/list?format=csv', { headers: { cookie: bank.one.cookie } });
    const { list } = (await administrator.call('auditList', { action: 'adjustments/list' })).envelope.data;
    expect(JSON.parse(list[0]?.input ?? '')).toMatchObject({ format: 'csv', exported_rows: 0 });
  });

  it('has texts that no spreadsheet runs, without the names of staff', async () => {
    await done(bank.one, 'officeAdjust', { user_id: user.id, amount: '5', memo: '=HYPERLINK("x")' });
    const { text } = await fileOf(bank.one, 'make', { kind: 'ledger', first_day: day(), last_day: day() });
    expect(text).toContain(`,adjustment,5.000000,0.000000,5.000000,`);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).not.toContain('fin-one');
  });

  it('is refused for days and fields that do not fit', async () => {
    const of = { first_day: day(), last_day: day() };
    expect(await refusal({ kind: 'trades', ...of, last_day: day(-1) })).toEqual(['bad_request', { field: 'last_day' }]);
    expect(await refusal({ kind: 'trades', ...of, first_day: day(-366) })).toEqual([
      'bad_request',
      { field: 'last_day' },
    ]);
    expect(await refusal({ kind: 'trades', ...of, by: 'client' })).toEqual(['bad_request', { field: 'by' }]);
    expect(await refusal({ kind: 'ledger', ...of, instrument_id: '1' })).toEqual([
      'bad_request',
      { field: 'instrument_id' },
    ]);
    expect(((await refusal({ kind: 'trades', ...of, instrument_id: '999999' })) as unknown[])[0]).toBe(
      'unknown_instrument',
    );
    expect(((await refusal({ kind: 'trades', ...of, group_id: '999' })) as unknown[])[0]).toBe('unknown_group');
    const demo = { kind: 'trades', ...of, group_id: String(DEFAULT_GROUPS.demo) };
    expect(((await refusal(demo)) as unknown[])[0]).toBe('group_of_other_kind');
    const year = await fileOf(bank.one, 'make', { kind: 'trades', ...of, first_day: day(-365) });
    expect(year.name).toContain(`trades-${day(-365)}-${day()}.csv`);
  });
});

const mails = () =>
  query<{ recipient: string; body: string }>(
    bank.server,
    `select recipient, body from outbox where template = 'staff_report' order by id`,
  );
const files = () =>
  query<{ id: string; state: string; first_day: string; last_day: string }>(
    bank.server,
    'select id, state, first_day::text, last_day::text from report_files order by id desc',
  );

const schedule = async (who: Colleague, recipients: readonly string[]) =>
  (await who.call('officeScheduleReport', { ...DAILY, recipients })).envelope;

describe('a schedule', () => {
  it('makes the last period at once, and tells its recipients by a link without figures', async () => {
    const { envelope } = await administrator.call('officeScheduleReport', DAILY);
    expect(envelope.data).toMatchObject({ kind: 'payments', interval: 'day', recipients: ['fin-one'], author: 'root' });
    await expect.poll(async () => (await files())[0]?.state, POLLING).toBe('done');
    const [file] = (await bank.one.call('officeReportFiles')).envelope.data.list;
    expect(file).toMatchObject({ kind: 'payments', rows: 0, first_day: file?.last_day, reason: null });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'fin-one@staff.example.com' });
    expect(mail?.body).toContain('/office/#/reports?tab=files');
    const read = await fileOf(bank.other, 'file', { id: String(file?.id) });
    expect(read.name).toContain(`payments-${file?.first_day}-${file?.last_day}.csv`);
    expect(read.text).toBe('\uFEFFid,time,user_id,uid,group_id,group,type,total,reference\r\n');
    const log = await administrator.call('auditList', { action: 'reports/file', subject: `report ${file?.id}` });
    expect(JSON.parse(log.envelope.data.list[0]?.input ?? '')).toMatchObject({ id: file?.id, exported_rows: 0 });
  });

  it('makes up for the periods of a stop, each of them once', async () => {
    const [last] = await files();
    await bank.server.restart({}, () => {
      bank.clock.time += 3 * DAY_MS;
    });
    await expect.poll(async () => (await files()).map(({ state }) => state), POLLING).toEqual(Array(4).fill('done'));
    const days = (await files()).map(({ first_day: first }) => Date.parse(first)).toReversed();
    expect(days).toEqual([0, 1, 2, 3].map((ahead) => Date.parse(last?.first_day ?? '') + ahead * DAY_MS));
    expect(await mails()).toHaveLength(4);
    await bank.server.restart();
    expect(await files()).toHaveLength(4);
    expect(await mails()).toHaveLength(4);
  });

  it('is for staff who may read reports, ends, and is one of a limited number', async () => {
    const [root, one] = [await bank.office.again(administrator), await bank.office.again(bank.one)];
    await query(
      bank.server,
      `insert into staff (name, roles, email) values ('deal.one', '{dealer}', 'd@staff.example.com')`,
    );
    expect((await schedule(root, ['deal.one'])).reason).toBe('unknown_staff');
    expect((await schedule(root, ['client@example.com'])).reason).toBe('unknown_staff');
    expect((await root.call('officeReportOptions')).envelope.data.recipients).toEqual([
      'fin-one',
      'fin-two',
      'root',
      'root-two',
    ]);
    expect((await root.call('officeReportOptions')).envelope.data.groups).toEqual([
      { id: DEFAULT_GROUPS.real, name: 'Real accounts' },
      { id: DEFAULT_GROUPS.demo, name: 'Demo accounts' },
    ]);
    const ofGroup = { ...DAILY, kind: 'fees', by: 'group', group_id: DEFAULT_GROUPS.real, recipients: [] };
    expect((await one.call('officeScheduleReport', ofGroup)).envelope.data).toMatchObject({
      by: 'group',
      group: 'Real accounts',
    });
    const made = await schedule(one, []);
    expect(made.data.group).toBeNull();
    const { list } = (await one.call('officeReportSchedules')).envelope.data;
    expect(list.map(({ id }) => id)).toContain(made.data.id);
    const end = async () => (await root.call('officeEndReportSchedule', { id: made.data.id })).envelope.reason;
    expect([await end(), await end()]).toEqual(['ok', 'unknown_record']);
    await query(
      bank.server,
      `insert into report_schedules (kind, filter, interval, hour, recipients, author_id, created_at, next_at)
       select 'fees', '{"accounts":"real","user":null,"instrument":null,"by":"each"}', 'month', 0, '{}', $1, now(), 'infinity' from generate_series(1, 48)`,
      [root.id],
    );
    expect((await schedule(root, [])).reason).toBe('too_many_schedules');
  });
});
