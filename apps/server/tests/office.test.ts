import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestOffice, staffCall } from './support/office.ts';
import type { Colleague, TestOffice } from './support/office.ts';
import { query, registerUser } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';
import type { TestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let finance: Colleague;
let controller: Colleague;
let dealer: Colleague;
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
  dealer = await office.hire('deal.one', ['dealer']);
  compliance = await office.hire('comp.one', ['compliance']);
  user = await registerUser(server);
});
afterAll(() => server.stop());

const balance = async (): Promise<string> =>
  (await server.call('getBalance', {}, { token: user.token })).envelope.data.balance;

describe('corrections of a balance', () => {
  it('happen once under a key, with their reason and author in the ledger', async () => {
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

  it('above the amount wait for a second person, who is not their author', async () => {
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

  it('that are rejected, or that the account has not, move nothing', async () => {
    const before = await balance();
    const big = await finance.call('officeAdjust', { user_id: user.id, amount: '-5100', memo: 'taken back' });
    expect(big.envelope.data.state).toBe('waiting');
    await controller.call('officeDecideAdjustment', { id: big.envelope.data.id, approve: false });
    const tooMuch = await finance.call('officeAdjust', { user_id: user.id, amount: '-4999', memo: 'taken back' });
    expect(tooMuch.envelope.data.state).toBe('done');
    const short = await finance.call('officeAdjust', { user_id: user.id, amount: '-4999', memo: 'taken back' });
    expect(short.envelope.reason).toBe('insufficient_balance');
    await finance.call('officeAdjust', { user_id: user.id, amount: '4999', memo: 'and given again' });
    expect(await balance()).toBe(before);
    expect(
      (await finance.call('officeAdjust', { user_id: 999_999, amount: '1', memo: 'to nobody' })).envelope.reason,
    ).toBe('unknown_user');
    for (const amount of ['0', '0.001', '1e3', '-0.00', 'NaN'])
      expect((await finance.call('officeAdjust', { user_id: user.id, amount, memo: 'odd sums' })).envelope.reason).toBe(
        'bad_request',
      );
  });

  it('that were approved just before a crash are carried out when they are asked for again', async () => {
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
  it('has every change before its outcome, every look at a person, and every try beyond one’s role', async () => {
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

  it('counts a screen that asks again by itself as one look, and what is asked anew as another', async () => {
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

  it('keeps no secret', async () => {
    const texts = await query<{ input: string }>(server, 'select input from audit_log');
    for (const secret of [office.administrator.password, user.password])
      expect(texts.filter(({ input }) => input.includes(secret))).toEqual([]);
  });

  it('takes no update and no delete, and a chain that was changed all the same tells where', async () => {
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

describe('settings', () => {
  it('take effect at once, are refused together, and remember who changed what', async () => {
    const read = async () => (await office.administrator.call('siteSettings')).envelope.data;
    const { version, values } = await read();
    expect(values).toMatchObject({ site_title: 'Harbour', trade_fee_type: 1, stop_out_ratio: 50 });
    const changed = await office.administrator.call('changeSiteSettings', {
      version,
      values: {
        site_title: 'Harbour Two',
        trade_fee_type: 2,
        is_show_mobile: true,
        warning_ratio: 120,
        stop_out_ratio: 60,
      },
    });
    expect(changed.envelope.data).toMatchObject({
      version: version + 1,
      overridden: ['is_show_mobile', 'site_title', 'stop_out_ratio', 'trade_fee_type', 'warning_ratio'],
    });
    expect((await server.call('basicInfo')).envelope.data).toMatchObject({
      title: 'Harbour Two',
      trade_fee_type: 2,
      warning_ratio: 120,
      stop_out_ratio: 60,
    });
    expect((await server.call('setting', { key: 'is_show_mobile' })).envelope.data.value).toBe('1');
    expect((await server.raw('/manifest.json')).text).toContain('Harbour Two');
    const [rules] = await query<{ rules: string }>(server, 'select rules from trading_rules');
    expect(rules?.rules).toMatch(/"ofMargin"[\s\S]*60/);

    expect(
      (await office.administrator.call('changeSiteSettings', { version, values: { site_title: 'Too late' } })).envelope
        .reason,
    ).toBe('record_changed');
    const odd = await office.administrator.call('changeSiteSettings', {
      version: version + 1,
      values: { site_title: 'Half done', warning_ratio: 10 },
    });
    expect(odd.envelope).toMatchObject({ reason: 'bad_request', detail: { field: 'values.warning_ratio' } });
    expect(
      (
        await office.administrator.call('changeSiteSettings', {
          version: version + 1,
          values: { withdraw_bank_min: '60000' },
        })
      ).envelope.detail,
    ).toEqual({ field: 'values.withdraw_bank_max' });
    for (const wrong of [
      { service_link: 'javascript:alert(1)' },
      { excluded_countries: ['Narnia'] },
      { two_person_amount: '-1' },
      { company_email: 'a<b>@c.d' },
    ]) {
      expect(
        (await office.administrator.call('changeSiteSettings', { version: version + 1, values: wrong })).envelope
          .reason,
      ).toBe('bad_request');
    }
    expect((await read()).version).toBe(version + 1);

    const back = await office.administrator.call('changeSiteSettings', {
      version: version + 1,
      values: {},
      reset: ['site_title', 'trade_fee_type', 'is_show_mobile', 'warning_ratio', 'stop_out_ratio'],
    });
    expect(back.envelope.data).toMatchObject({ overridden: [], values: { site_title: 'Harbour', trade_fee_type: 1 } });
    const { envelope } = await office.administrator.call('settingChanges', { key: 'site_title' });
    expect(envelope.data.list.map(({ staff_name: name, before, after }) => [name, before, after])).toEqual([
      ['root', '"Harbour Two"', null],
      ['root', null, '"Harbour Two"'],
    ]);
  });
});

describe('instruments', () => {
  it('change for what comes after, and for nothing that was', async () => {
    const id = await server.instrument('EURUSD');
    const submit = (cont: string) =>
      server.call('submit', { type: 1, status: 1, cont, forex_id: id, multiple: 100 }, { token: user.token });
    const opened = (await submit('0.01')).envelope.data.order;
    const changed = await dealer.call('officeChangeInstrument', {
      id,
      terms: { min_lots: '0.05', lot_step: '0.05', leverages: [25, 50], fee_rate: '9', swap_long: '-1.5' },
    });
    expect(changed.envelope.data).toMatchObject({
      min_lots: '0.05',
      leverages: [25, 50],
      fee_rate: '9',
      swap_long: '-1.5',
      open_positions: 1,
    });
    clock.time += 1000;
    const listed = (await server.call('tradeList', { searchCurrency: 'EURUSD' })).envelope.data[0];
    expect(listed).toMatchObject({
      ForexMinCont: '0.05',
      Pip: '0.05',
      HasForexMultiple: [{ Value: 25 }, { Value: 50 }],
      ForexFeeRate: '9.00000000',
    });
    expect((await submit('0.01')).envelope.reason).toBe('lots_below_minimum');
    expect((await submit('0.05')).envelope.reason).toBe('leverage_not_listed');
    const [held] = (await server.call('myDeal', { status: 1 }, { token: user.token })).envelope.data.data;
    expect([held?.Id, held?.TradeFee, held?.CautionMoney, held?.Price]).toEqual([
      opened.Id,
      opened.TradeFee,
      opened.CautionMoney,
      opened.Price,
    ]);
    expect((await server.call('close', { id: opened.Id }, { token: user.token })).envelope.reason).toBe('ok');
    const { envelope } = await dealer.call('officeInstrumentChanges', { instrument_id: id });
    expect(envelope.data.list[0]).toMatchObject({ staff_name: 'deal.one', code: 'EURUSD' });
  });

  it('take no terms that contradict each other', async () => {
    const id = await server.instrument('XAUUSD');
    const bad = [
      { min_lots: '0.015' },
      { max_lots: '0.001' },
      { leverages: [100, 50] },
      { category_id: 99 },
      { calendar: 'never' },
      { lot_step: '0' },
      { fee_rate: '-1' },
      { logo: 'https://elsewhere/x.svg' },
    ];
    for (const terms of bad)
      expect((await dealer.call('officeChangeInstrument', { id, terms })).envelope.reason).toBe('bad_request');
    expect((await dealer.call('officeInstruments', { q: 'XAUUSD' })).envelope.data.list[0]).toMatchObject({
      min_lots: '0.01',
      leverages: [10, 20, 50, 100],
    });
  });

  it('may be put into a new category, which everybody sees at once', async () => {
    const { envelope } = await dealer.call('officeAddCategory', { slug: 'majors' });
    await dealer.call('officeChangeInstrument', {
      id: await server.instrument('EURUSD'),
      terms: { category_id: envelope.data.id },
    });
    clock.time += 1000;
    expect((await server.call('categories')).envelope.data).toContainEqual({
      Id: envelope.data.id,
      NameShowTrans: 'Majors',
    });
    expect((await server.call('tradeList', { searchCurrency: 'EURUSD' })).envelope.data[0]?.CategoryId).toBe(
      envelope.data.id,
    );
    expect((await dealer.call('officeRemoveCategory', { id: envelope.data.id })).envelope.reason).toBe(
      'record_changed',
    );
    await dealer.call('officeChangeInstrument', { id: await server.instrument('EURUSD'), terms: { category_id: 1 } });
    expect((await dealer.call('officeRemoveCategory', { id: envelope.data.id })).envelope.reason).toBe('ok');
    expect((await server.call('categories')).envelope.data.map(({ Id }) => Id)).not.toContain(envelope.data.id);
  });
});

describe('users', () => {
  it('are found by number, uid and a part of the address, and told in one line of time', async () => {
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
    expect((await ofKind('staff')).list[0]).toMatchObject({ event: 'users/timeline', text: 'comp.one: ok' });
    expect((await compliance.call('officeUserTimeline', { user_id: user.id })).envelope.data.total).toBeGreaterThan(20);
    const whole = await compliance.call('officeUserTimeline', { user_id: user.id, kind: 'registered' });
    expect(whole.envelope.data).toMatchObject({ total: 1, list: [{ event: 'real', text: user.email }] });
  });

  it('come as a file in which nothing is a formula', async () => {
    const answer = await server.raw(`/office/api/users/timeline?user_id=${user.id}&format=csv`, {
      headers: { cookie: compliance.cookie },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="users-timeline.csv"');
    expect(answer.text).toMatch(/^\uFEFFat,kind,event,reference,amount,text\r\n/);
    expect(answer.text).toContain(`"'=HYPERLINK(""http://x"",""called back"")"`);
    expect(answer.text).toMatch(/,-4999\.000000,/);
    expect(answer.text.split('\r\n').length).toBeGreaterThan(25);
    const { envelope } = await compliance.call('auditList', {
      staff_id: compliance.id,
      action: 'users/timeline',
      user_id: user.id,
    });
    expect(envelope.data.list[0]?.input).toContain('"format":"csv"');
  });

  it('who are frozen are out at once, and in again when it is lifted', async () => {
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

describe('the outbox', () => {
  it('lists what was sent without its texts, which administrators alone read, one by one and seen by the audit log', async () => {
    const support = await office.hire('sup.one', ['support']);
    await server.call('sendEmail', { to: 'newcomer@example.com', type: 1 });
    const { envelope } = await support.call('officeOutbox', { recipient: 'newcomer@example.com' });
    expect(envelope.data.list).toMatchObject([
      { channel: 'mail', template: 'code_register', state: 'held', subject: '' },
    ]);
    const id = envelope.data.list[0]?.id;
    expect((await support.call('officeOutboxMessage', { id })).envelope.reason).toBe('staff_role_required');
    const read = await office.administrator.call('officeOutboxMessage', { id });
    expect(read.envelope.data.body).toMatch(/\b\d{6}\b/);
    const { envelope: log } = await compliance.call('auditList', { subject: `message ${id}` });
    expect(log.data.list[0]).toMatchObject({ action: 'outbox/read', outcome: 'ok', staff_name: 'root' });
  });
});

describe('dashboards', () => {
  it('show what clients hold and what the house earned, from committed rows', async () => {
    const { token, id: demo } = await server.demo();
    const gold = await server.instrument('XAUUSD');
    for (const [type, cont] of [
      [1, '0.30'],
      [1, '0.20'],
      [2, '0.10'],
    ] as const) {
      expect(
        (await server.call('submit', { type, status: 1, cont, forex_id: gold, multiple: 100 }, { token })).envelope
          .reason,
      ).toBe('ok');
    }
    const { envelope } = await dealer.call('officeExposure', { accounts: 'demo' });
    const row = envelope.data.list.find(({ code }) => code === 'XAUUSD');
    expect(row).toMatchObject({ long_lots: '0.50', short_lots: '0.10', net_lots: '0.40', positions: 3, accounts: 1 });
    const [{ bid, ask } = { bid: '0', ask: '0' }] = await query<{ bid: string; ask: string }>(
      server,
      'select bid, ask from markets where instrument = $1',
      [gold],
    );
    expect(Math.abs(Number(row?.net_usd) - (50 * Number(bid) - 10 * Number(ask)) / 1e8)).toBeLessThan(
      Number(row?.net_usd) * 0.05,
    );
    const house = await finance.call('officeHouseResult', { accounts: 'demo' });
    const [fees] = await query<{ sum: string }>(
      server,
      `select sum(amount)::text as sum from transfers where account = $1 and kind = 4`,
      [demo],
    );
    expect(Number(house.envelope.data.list[0]?.fees)).toBeCloseTo(Number(fees?.sum) / 1e6, 2);
    const real = await finance.call('officeHouseResult');
    expect(Number(real.envelope.data.list[0]?.adjustments)).toBeCloseTo(-5260.51, 2);
    expect((await dealer.call('officeHealth')).envelope.data).toMatchObject({
      source: 'simulated',
      trading_ready: true,
      outbox: { waiting: 0, failed: 0 },
    });
    expect((await staffCall(server, 'officeHealth')).envelope.reason).toBe('session_invalid');
  });
});
