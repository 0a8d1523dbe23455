import { randomUUID } from 'node:crypto';
import { type StaffCallName, staffCalls } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, boundAddress, done, fundedUser, openBank, uploaded } from './support/money.ts';
import { Trader } from './support/copying.ts';
import type { Colleague } from './support/office.ts';
import { marketOrder, pendingOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';

const DAY_MS = 86_400_000;
let bank: Bank;
let all: Colleague;
let user: RealUser;

beforeAll(async () => {
  bank = await openBank();
  const { server, office } = bank;
  all = await office.hire('all.one', ['support', 'compliance', 'finance', 'administrator']);
  user = await fundedUser(bank, '1000');
  const as = { token: user.token };
  await done(all, 'officeAdjust', { user_id: user.id, amount: '20', memo: 'goodwill (late payment)' });
  const waiting = pendingOrder(await server.instrument('EURUSD'));
  const placed = await whenQuoted(() => server.call('submit', waiting, as));
  await done(all, 'deskCancel', { order_id: placed.envelope.data.order.Id, reason: 'entered twice' });
  await done(all, 'newsSave', { texts: [{ language: 'en', title: 'News', desc: '', content: '<p>News</p>' }] });
  const eurusd = await server.instrument('EURUSD');
  for (const order of [marketOrder(eurusd, { cont: '0.01' }), pendingOrder(eurusd, { cont: '0.01' })])
    await whenQuoted(() => server.call('submit', order, as));
  const leader = new Trader(server, await registerUser(server));
  const copy = await new Trader(server, user).follow(await leader.lead('Quiet Harbour'), { allocation: '100' });
  await query(
    server,
    `with event as (
        insert into copy_events (shard, seq, idx, leader_id, deed, copies, done, at, type, leader_order, instrument, side, time)
        select shard, -1, 0, leader_id, '{}', '{}', true, now(), 'open', 1, $2, 'buy', $3 from copies where id = $1 returning number)
      insert into copy_results (event, copy_id, skip) select number, $1, 'below_minimum' from event`,
    [copy.id, eurusd, bank.clock.time],
  );
  await server.call('supportSend', { text: 'Hello' }, as);
  await server.call('feedbackSubmit', { kind: 'suggestion', text: 'It could be better' }, as);
  const method = await boundAddress(bank, user);
  await server.call(
    'draw',
    { draw_currency_id: bank.coin, number: '50', memo: '', draw_method_id: method, password: user.password },
    as,
  );
  const sides = [await uploaded(server, user.id), await uploaded(server, user.id)];
  await query(
    server,
    `insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, key) values ($1, 'Ana Example', 'x', 'C01', $2, $3, $4)`,
    [user.id, ...sides.map((url) => url.split('/').at(-1)), randomUUID()],
  );
  await query(
    server,
    `insert into factor_resets (user_id, asked_at, told_at, address, agent) values ($1, now(), now(), '192.0.2.1', 'a browser')`,
    [user.id],
  );
  await query(
    server,
    `insert into email_changes (user_id, new_email, asked_at, reason, needs_staff, address, agent, new_token_hash, old_token_hash, told_at)
      values ($1, 'ana@example.org', now(), '', false, '192.0.2.1', 'a browser', 'new', 'old', now())`,
    [user.id],
  );
  await query(
    server,
    `insert into instrument_changes (staff_name, instrument_id, before, after) values ('all.one', 1, '{}', '{}')`,
  );
  await query(
    server,
    `insert into client_group_versions (staff_name, group_id, name, version, before, after, reason) values ('all.one', 1, 'Real', 2, '{}', '{}', '')`,
  );
  await query(
    server,
    `insert into client_group_moves (staff_id, staff_name, user_id, from_group, to_group, reason, done) values ($1, 'all.one', $2, 1, 1, '', true)`,
    [all.id, user.id],
  );
  await query(
    server,
    `insert into ranking_listings (user_id, name, name_key, state, listed_at, changed_at) values ($1, 'Ana', 'ana', 'listed', now(), now())`,
    [user.id],
  );
  await done(all, 'officeProposeBulk', {
    selection: {},
    kind: 'service',
    by_chat: true,
    by_mail: false,
    texts: [{ language: 'en', subject: 'News', text: 'Some news' }],
  });
  await done(all, 'officeScheduleReport', { kind: 'fees', interval: 'day', hour: 0, recipients: [] });
});
afterAll(() => bank.server.stop());

/** Input that lists about one user need. */
const OF_ONE: Readonly<Partial<Record<StaffCallName, () => object>>> = {
  officeUserSessions: () => ({ user_id: user.id }),
  officeUserTimeline: () => ({ user_id: user.id }),
};
const iso = (ahead: number): string => new Date(bank.clock.time + ahead).toISOString();
const fileOf = async (path: string) => {
  const { headers, text } = await bank.server.raw(path, { headers: { cookie: all.cookie } });
  const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  return { name: headers['content-disposition'], head: head.split(','), lines: lines.map((line) => line.split(',')) };
};

const daysOf = async (range: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await all.call('officeHouseResult', range)).envelope.data.list.map(({ day }) => day);

describe('a list', () => {
  // Lists of what is not dated, such as instruments, have no period.
  const dated = Object.entries(staffCalls).filter(([, { input }]) =>
    Object.keys((input as { readonly def: { readonly shape?: object } }).def.shape ?? {}).includes('from'),
  );

  it.each(dated.map(([name]) => name as StaffCallName))('%s has only what is in its period', async (name) => {
    const total = async (period: Readonly<Record<string, string>>): Promise<number> => {
      const { envelope } = await all.call(name, { ...period, ...OF_ONE[name]?.() });
      expect(envelope.reason).toBe('ok');
      return (envelope.data as { readonly total: number }).total;
    };
    const inPeriod = await total({ from: iso(-DAY_MS), to: iso(DAY_MS) });
    if (name !== 'proposals' && name !== 'officeRewards') expect(inPeriod).toBeGreaterThan(0);
    expect(await total({})).toBeGreaterThanOrEqual(inPeriod);
    expect(await total({ from: iso(DAY_MS) })).toBe(0);
    expect(await total({ to: iso(-DAY_MS) })).toBe(0);
  });

  it('with a row for each UTC day has the days of its range', async () => {
    const today = iso(0).slice(0, 10);
    expect(await daysOf({})).toContain(today);
    expect(await daysOf({ first_day: today, last_day: today })).toEqual([today]);
    expect(await daysOf({ first_day: iso(DAY_MS).slice(0, 10) })).toEqual([]);
    expect(await daysOf({ last_day: iso(-DAY_MS).slice(0, 10) })).not.toContain(today);
  });

  it('is exported with words for the wire’s numbers, without JSON, in a file with its day', async () => {
    const deposits = await fileOf('/office/api/deposits/list?format=csv');
    expect(deposits.name).toBe(`attachment; filename="deposits-list-${iso(0).slice(0, 10)}.csv"`);
    const cell = (name: string) => deposits.lines[0]?.[deposits.head.indexOf(name)];
    expect([cell('type'), cell('status')]).toEqual(['coin', 'credited']);
    const staff = await fileOf('/office/api/staff/members?format=csv');
    const cells = staff.lines.flat().join(',');
    expect(cells).not.toMatch(/[[{]"/);
    expect(cells).toContain('support; compliance; finance; administrator');
  });
});

describe('the audit log', () => {
  it('is searched by the area of an action and by a colleague’s name', async () => {
    const { envelope } = await all.call('auditList', { action: 'staff', staff_name: ' Roo ' });
    expect(envelope.data.list.length).toBeGreaterThan(0);
    expect(new Set(envelope.data.list.map(({ staff_name: name }) => name.slice(0, 4)))).toEqual(new Set(['root']));
    expect(envelope.data.list.every(({ action }) => action.startsWith('staff/'))).toBe(true);
    expect((await all.call('auditList', { staff_name: 'nobody' })).envelope.data.total).toBe(0);
  });

  it('says which entry has the outcome, so that no number is missing', async () => {
    const { list } = (await all.call('auditList')).envelope.data;
    const numbers = list.flatMap(({ id, outcome_id: outcome }) => (outcome === null ? [id] : [id, outcome]));
    const [least, most] = [Math.min(...list.map(({ id }) => id)), Math.max(...numbers)];
    expect(numbers.toSorted((one, other) => one - other).filter((number) => number >= least)).toEqual(
      Array.from({ length: most - least + 1 }, (_, index) => least + index),
    );
  });
});

const entries = async (kind: string) =>
  (await all.call('officeUserTimeline', { user_id: user.id, kind })).envelope.data.list;

const searches = async () =>
  (await all.call('auditList', { user_id: user.id, action: 'users/list' })).envelope.data.total;

describe('a search that finds one user', () => {
  it('is of this user in the audit log, on any page', async () => {
    const before = await searches();
    for (const page of [1, 2]) {
      const { envelope } = await all.call('officeUsers', { q: String(user.id), page });
      expect(envelope).toMatchObject({ reason: 'ok', data: { total: 1, list: page === 1 ? [{ id: user.id }] : [] } });
    }
    expect(await searches()).toBe(before + 2);
  });
});

describe('the timeline of a user', () => {
  it('has what staff did, without what they looked at', async () => {
    await all.call('officeUser', { user_id: user.id });
    const events = (await entries('staff')).map(({ event }) => event);
    expect(events).toContain('adjustments/propose');
    expect(events.filter((event) => /list|detail|timeline|image/.test(event))).toEqual([]);
  });

  it('shows a reserve as neither gain nor loss, and no names of books', async () => {
    const reserve = (await entries('ledger')).find(({ event, text }) => event === 'reserve' && text === '50.00 USD');
    expect(reserve).toMatchObject({ amount: null });
  });

  it('has the price of an opened position', async () => {
    const instrument = await bank.server.instrument('EURUSD');
    const opened = await whenQuoted(() =>
      bank.server.call('submit', marketOrder(instrument, { cont: '0.01' }), { token: user.token }),
    );
    expect(opened.envelope.reason).toBe('ok');
    const [entry] = await entries('position');
    expect(entry?.text).toMatch(/^buy 0\.01 EURUSD @ \d+(\.\d+)?$/);
    expect(Number(entry?.text.split('@ ')[1])).toBe(Number(opened.envelope.data.order.Price));
  });
});

describe('the ledger of a user', () => {
  it('has the reason of a correction without the names of staff', async () => {
    const { envelope } = await bank.server.call('forexChange', {}, { token: user.token });
    const memos = envelope.data.list.map(({ Memo }) => Memo);
    expect(memos).toContain('goodwill (late payment)');
    expect(memos.join()).not.toContain('all.one');
    const statement = await bank.server.raw('/v1/api/main/statement/file?period=all&part=movements', {
      headers: { authorization: user.token },
    });
    expect(statement.text).not.toContain('all.one');
  });
});
