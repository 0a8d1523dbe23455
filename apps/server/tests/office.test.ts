import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { query, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let finance: Colleague;
let controller: Colleague;
let compliance: Colleague;
let user: Awaited<ReturnType<typeof registerUser>>;

beforeAll(async () => {
  server = await startTestServer(
    { FAIRLOT_SITE_TITLE: 'Harbour', FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' },
    () => clock.time,
  );
  office = await openTestOffice(server, clock);
  finance = await office.hire('fin.one', ['finance']);
  controller = await office.hire('fin.two', ['finance']);
  compliance = await office.hire('comp.one', ['compliance']);
  user = await registerUser(server);
});
afterAll(() => server.stop());

const balance = async (): Promise<string> =>
  (await server.call('getBalance', {}, { token: user.token })).envelope.data.balance;

describe('corrections of a balance', () => {
  it('are booked once per key, with their reason and author in the ledger', async () => {
    const key = randomUUID();
    const input = { user_id: user.id, amount: '250.50', memo: 'goodwill for a late payment' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => finance.call('officeAdjust', input, { key })));
    expect(new Set(answers.map(({ envelope }) => envelope.data.id)).size).toBe(1);
    expect(answers[0]?.envelope.data).toMatchObject({
      state: 'done',
      author: 'fin.one',
      approver: null,
      amount: '250.500000',
    });
    expect(await balance()).toBe('250.500000');
    expect((await finance.call('officeAdjust', { ...input, amount: '1.00' }, { key })).envelope.reason).toBe(
      'key_reused',
    );
    const [entry] = await query<{ memo: string; kind: number }>(
      server,
      'select memo, kind from transfers where account = $1 order by id desc limit 1',
      [user.id],
    );
    expect(entry).toEqual({ memo: 'goodwill for a late payment (fin.one)', kind: 10 });
  });

  it('above the limit wait for a second person other than the author', async () => {
    const before = await balance();
    const { envelope } = await finance.call('officeAdjust', {
      user_id: user.id,
      amount: '5000.01',
      memo: 'settlement of a complaint',
    });
    const { id } = envelope.data;
    expect(envelope.data.state).toBe('waiting');
    expect(await balance()).toBe(before);
    expect((await finance.call('officeDecideAdjustment', { id, approve: true })).envelope.reason).toBe(
      'second_person_required',
    );
    const queues = await controller.call('officeQueues');
    expect(queues.envelope.data.queues.find(({ name }) => name === 'adjustments')).toMatchObject({ waiting: 1 });
    const said = await Promise.all(
      Array.from({ length: 10 }, () => controller.call('officeDecideAdjustment', { id, approve: true })),
    );
    expect(new Set(said.map((answer) => answer.envelope.reason))).toEqual(new Set(['ok']));
    expect(said[0]?.envelope.data).toMatchObject({ state: 'done', author: 'fin.one', approver: 'fin.two' });
    expect(await balance()).toBe('5250.510000');
    expect((await controller.call('officeDecideAdjustment', { id, approve: false })).envelope.reason).toBe(
      'record_changed',
    );
    const [entry] = await query<{ memo: string }>(
      server,
      'select memo from transfers where account = $1 order by id desc limit 1',
      [user.id],
    );
    expect(entry?.memo).toBe('settlement of a complaint (fin.one, fin.two)');
  });

  it('that are rejected or exceed the balance move no money', async () => {
    const before = await balance();
    const big = await finance.call('officeAdjust', { user_id: user.id, amount: '-5100', memo: 'taken back' });
    expect(big.envelope.data.state).toBe('waiting');
    await controller.call('officeDecideAdjustment', { id: big.envelope.data.id, approve: false });
    const tooMuch = await finance.call('officeAdjust', { user_id: user.id, amount: '-2300', memo: 'taken back' });
    expect(tooMuch.envelope.data.state).toBe('done');
    const short = await finance.call('officeAdjust', { user_id: user.id, amount: '-2999', memo: 'taken back' });
    expect(short.envelope.reason).toBe('insufficient_balance');
    await finance.call('officeAdjust', { user_id: user.id, amount: '2300', memo: 'and given again' });
    expect(await balance()).toBe(before);
    expect(
      (await finance.call('officeAdjust', { user_id: 999_999, amount: '1', memo: 'to nobody' })).envelope.reason,
    ).toBe('unknown_user');
    for (const amount of ['0', '0.001', '1e3', '-0.00', 'NaN'])
      expect((await finance.call('officeAdjust', { user_id: user.id, amount, memo: 'odd sums' })).envelope.reason).toBe(
        'bad_request',
      );
  });

  it('that were approved just before a crash are booked when the request is repeated', async () => {
    const before = Number(await balance());
    const [row] = await query<{ id: string }>(
      server,
      `insert into adjustments (user_id, amount, memo, state, key, author_id, approver_id)
      values ($1, 10000000, 'cut off', 'approved', $2, $3, $4) returning id`,
      [user.id, randomUUID(), finance.id, controller.id],
    );
    const finished = await controller.call('officeDecideAdjustment', { id: Number(row?.id), approve: true });
    expect(finished.envelope.data.state).toBe('done');
    expect(Number(await balance())).toBe(before + 10);
  });
});

describe('the audit log', () => {
  it('records each change before its outcome, each view of a person, and each attempt without the role', async () => {
    await compliance.call('officeUser', { user_id: user.id });
    await compliance.call('officeAdjust', { user_id: user.id, amount: '1', memo: 'not mine to do' });
    const { envelope } = await compliance.call('auditList', { staff_id: compliance.id });
    const seen = envelope.data.list.map(({ action, outcome, user_id: about }) => [action, outcome, about]);
    expect(seen).toContainEqual(['users/detail', 'ok', user.id]);
    expect(seen).toContainEqual(['adjustments/propose', 'staff_role_required', null]);
    const moves = await compliance.call('auditList', {
      staff_id: finance.id,
      action: 'adjustments/propose',
      user_id: user.id,
    });
    expect(moves.envelope.data.list.length).toBeGreaterThan(10);
    expect(moves.envelope.data.list.every(({ outcome }) => outcome !== null)).toBe(true);
    expect(moves.envelope.data.list.at(-1)?.input).toContain('goodwill for a late payment');
    const [rows] = await query<{ phases: string }>(
      server,
      `select string_agg(phase, ' ' order by id) as phases from audit_log where action = 'adjustments/propose' and staff_id = $1`,
      [finance.id],
    );
    expect(rows?.phases.startsWith('asked ')).toBe(true);
  });

  it('records automatic refreshes of a screen as one view, and a new request as another', async () => {
    const looks = async () =>
      (await compliance.call('auditList', { staff_id: compliance.id, action: 'users/list' })).envelope.data.total;
    const before = await looks();
    for (let turn = 0; turn < 5; turn += 1) await compliance.call('officeUsers', { kind: 'real' });
    expect(await looks()).toBe(before + 1);
    await compliance.call('officeUsers', { kind: 'demo' });
    clock.time += 11 * 60_000;
    await compliance.call('officeUsers', { kind: 'real' });
    expect(await looks()).toBe(before + 3);
  });

  it('contains no secrets', async () => {
    const texts = await query<{ input: string }>(server, 'select input from audit_log');
    for (const secret of [office.administrator.password, user.password])
      expect(texts.filter(({ input }) => input.includes(secret))).toEqual([]);
  });

  it('refuses updates and deletes, and its verification finds where the chain was changed', async () => {
    await expect(query(server, `update audit_log set staff_name = 'somebody else' where id = 3`)).rejects.toThrow(
      'append-only',
    );
    await expect(query(server, 'delete from audit_log where id = 3')).rejects.toThrow('append-only');
    await expect(query(server, 'truncate audit_log')).rejects.toThrow('append-only');
    const whole = await compliance.call('auditVerify');
    expect(whole.envelope.data).toMatchObject({ ok: true, findings: [] });
    expect(whole.envelope.data.entries).toBeGreaterThan(40);
    await query(
      server,
      `alter table audit_log disable trigger user; update audit_log set staff_name = 'somebody else' where id = 3; delete from audit_log where id = 7; alter table audit_log enable trigger user`,
    );
    const changed = await compliance.call('auditVerify');
    expect(changed.envelope.data.ok).toBe(false);
    expect(changed.envelope.data.findings.join('\n')).toMatch(
      /entry 3 is not what its hash says[\s\S]*entries 7 to 7 are missing[\s\S]*entry 8 does not follow/,
    );
  });
});

describe('users', () => {
  it('are found by id, uid and part of the address, and have one timeline', async () => {
    const instrument = await server.instrument('EURUSD');
    const opened = await whenQuoted(() =>
      server.call('submit', marketOrder(instrument, { cont: '0.01' }), { token: user.token }),
    );
    clock.time += 1000;
    const closed = await server.call('close', { id: opened.envelope.data.order.Id }, { token: user.token });
    expect(closed.envelope.reason).toBe('ok');
    for (const q of [String(user.id), String(10_000_000 + user.id), user.email.slice(2, 14).toUpperCase()]) {
      expect((await compliance.call('officeUsers', { q })).envelope.data.list.map(({ id }) => id)).toContain(user.id);
    }
    expect((await compliance.call('officeUsers', { q: '%' })).envelope.data.total).toBe(0);
    const detail = await compliance.call('officeUser', { user_id: user.id });
    expect(detail.envelope.data).toMatchObject({ email: user.email, kind: 'real', frozen_at: null });
    expect(detail.text).not.toMatch(/password|totp_secret|hash/);
    await compliance.call('officeAddNote', { user_id: user.id, text: '=HYPERLINK("http://x","called back")' });
    const ofKind = async (kind: string) =>
      (await compliance.call('officeUserTimeline', { user_id: user.id, kind })).envelope.data;
    expect((await ofKind('note')).list).toMatchObject([
      { event: 'comp.one', text: '=HYPERLINK("http://x","called back")' },
    ]);
    expect((await ofKind('position')).list.map(({ event }) => event)).toEqual(['closed', 'opened']);
    expect((await ofKind('ledger')).list).toContainEqual(
      expect.objectContaining({
        event: 'adjustment',
        amount: '5000.010000',
        text: 'settlement of a complaint (fin.one, fin.two)',
      }),
    );
    expect((await ofKind('staff')).list[0]).toMatchObject({ event: 'users/note', text: 'comp.one: ok' });
    expect((await compliance.call('officeUserTimeline', { user_id: user.id })).envelope.data.total).toBeGreaterThan(20);
    const whole = await compliance.call('officeUserTimeline', { user_id: user.id, kind: 'registered' });
    expect(whole.envelope.data).toMatchObject({ total: 1, list: [{ event: 'real', text: user.email }] });
  });

  it('can be exported as a file without formulas', async () => {
    const answer = await server.raw(`/office/api/users/timeline?user_id=${user.id}&format=csv`, {
      headers: { cookie: compliance.cookie },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="users-timeline-${new Date(clock.time).toISOString().slice(0, 10)}.csv"`,
    );
    expect(answer.text).toMatch(/^\uFEFFat,kind,event,reference,amount,text\r\n/);
    expect(answer.text).toContain(`"'=HYPERLINK(""http://x"",""called back"")"`);
    expect(answer.text).toMatch(/,-2300\.000000,/);
    expect(answer.text.split('\r\n').length).toBeGreaterThan(25);
    const { envelope } = await compliance.call('auditList', {
      staff_id: compliance.id,
      action: 'users/timeline',
      user_id: user.id,
    });
    expect(envelope.data.list[0]?.input).toContain('"format":"csv"');
  });

  it('are signed out at once when frozen, and can sign in again when unfrozen', async () => {
    expect(
      (await compliance.call('officeFreezeUser', { user_id: user.id, reason: 'papers under review' })).envelope.reason,
    ).toBe('ok');
    expect((await server.call('userInfo', {}, { token: user.token })).envelope.reason).toBe('session_invalid');
    expect(
      (await server.call('login', { account: user.email, password: user.password, login_type: 'email' })).envelope
        .reason,
    ).toBe('account_blocked');
    expect((await compliance.call('officeUser', { user_id: user.id })).envelope.data).toMatchObject({ sessions: 0 });
    expect(
      (await compliance.call('officeUnfreezeUser', { user_id: user.id, reason: 'papers are in order' })).envelope
        .reason,
    ).toBe('ok');
    const back = await server.call('login', { account: user.email, password: user.password, login_type: 'email' });
    expect(back.envelope.reason).toBe('ok');
    user = { ...user, token: back.envelope.data.token };
    await compliance.call('officeEndUserSessions', { user_id: user.id });
    expect((await server.call('userInfo', {}, { token: user.token })).envelope.reason).toBe('session_invalid');
  });
});
