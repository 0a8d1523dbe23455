import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { whenQuoted } from './support/order-calls.ts';
import { query, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let dealer: Colleague;
let user: Awaited<ReturnType<typeof registerUser>>;

beforeAll(async () => {
  server = await startTestServer(
    { FAIRLOT_SITE_TITLE: 'Harbour', FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' },
    () => clock.time,
  );
  office = await openTestOffice(server, clock);
  dealer = await office.hire('deal.one', ['dealer']);
});
afterAll(() => server.stop());

describe('settings, before the first real account', () => {
  it('take effect at once, are refused as a whole when one is invalid, and have a history with authors', async () => {
    const read = async () => (await office.administrator.call('siteSettings')).envelope.data;
    const { version, values } = await read();
    expect(values).toMatchObject({ site_title: 'Harbour', stop_out_ratio: 50 });
    const changed = await office.administrator.call('changeSiteSettings', {
      version,
      values: {
        site_title: 'Harbour Two',
        is_show_mobile: true,
        warning_ratio: 120,
        stop_out_ratio: 60,
      },
    });
    expect(changed.envelope.data).toMatchObject({
      version: version + 1,
      overridden: ['is_show_mobile', 'site_title', 'stop_out_ratio', 'warning_ratio'],
    });
    expect((await server.call('basicInfo')).envelope.data).toMatchObject({
      title: 'Harbour Two',
      warning_ratio: 120,
      stop_out_ratio: 60,
    });
    expect((await server.call('setting', { key: 'is_show_mobile' })).envelope.data.value).toBe('1');
    expect((await server.raw('/manifest.json')).text).toContain('Harbour Two');
    const [rules] = await query<{ rules: string }>(server, 'select rules from trading_rules');
    expect(rules?.rules).toMatch(/"stopOutPercent":60/);

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
      // Its host stands in the policy of the trader's page.
      { service_link: 'https://help.example;sandbox/chat' },
      { service_link: 'https://help.example,evil.example' },
      { service_link: 'https://help.example%3Bsandbox/' },
      { service_link: 'https://*' },
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
      reset: ['site_title', 'is_show_mobile', 'warning_ratio', 'stop_out_ratio'],
    });
    expect(back.envelope.data).toMatchObject({ overridden: [], values: { site_title: 'Harbour' } });
    const { envelope } = await office.administrator.call('settingChanges', { key: 'site_title' });
    expect(envelope.data.list.map(({ staff_name: name, before, after }) => [name, before, after])).toEqual([
      ['root', '"Harbour Two"', '"Harbour"'],
      ['root', '"Harbour"', '"Harbour Two"'],
    ]);
  });
});

describe('instruments', () => {
  beforeAll(async () => {
    const finance = await office.hire('fin.one', ['finance']);
    user = await registerUser(server);
    await finance.call('officeAdjust', { user_id: user.id, amount: '1000', memo: 'funds to trade with' });
  });

  it('change terms for new orders but not for existing ones', async () => {
    const id = await server.instrument('EURUSD');
    const submit = (cont: string) =>
      server.call('submit', { type: 1, status: 1, cont, forex_id: id, multiple: 100 }, { token: user.token });
    const opened = (await whenQuoted(() => submit('0.01'))).envelope.data.order;
    const changed = await dealer.call('officeChangeInstrument', {
      id,
      terms: { min_lots: '0.05', lot_step: '0.05', leverages: [25, 50], fee_rate: '9' },
    });
    const [proposal] = changed.envelope.data.proposals;
    expect((await office.administrator.call('decideProposal', { id: proposal, approve: true })).envelope.reason).toBe(
      'ok',
    );
    expect((await dealer.call('officeInstruments', { q: 'EURUSD' })).envelope.data.list[0]).toMatchObject({
      min_lots: '0.05',
      leverages: [25, 50],
      fee_rate: '9',
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
    expect(envelope.data.list[0]).toMatchObject({ staff_name: 'deal.one, root', code: 'EURUSD' });
  });

  it('refuse contradictory terms', async () => {
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
      { jump_per_mille: 0 },
      { jump_per_mille: 501 },
      { hold_ms: 199 },
      { hold_ms: 10_001 },
    ];
    for (const terms of bad)
      expect((await dealer.call('officeChangeInstrument', { id, terms })).envelope.reason).toBe('bad_request');
    expect((await dealer.call('officeInstruments', { q: 'XAUUSD' })).envelope.data.list[0]).toMatchObject({
      min_lots: '0.01',
      leverages: [10, 20, 50, 100],
    });
  });

  it('have the limits of the spike filter, which are stored with their author', async () => {
    const id = await server.instrument('XAUUSD');
    const terms = { jump_per_mille: 15, hold_ms: 1_500 };
    expect((await dealer.call('officeInstruments', { q: 'XAUUSD' })).envelope.data.list[0]).toMatchObject({
      jump_per_mille: 20,
      hold_ms: 2_000,
    });
    expect((await dealer.call('officeChangeInstrument', { id, terms })).envelope.data).toMatchObject(terms);
    const stored = await query(server, 'select jump_per_mille, hold_ms from instruments where id = $1', [id]);
    expect(stored).toEqual([terms]);
    const [change] = (await dealer.call('officeInstrumentChanges', { instrument_id: id })).envelope.data.list;
    expect(JSON.parse(change?.after ?? '{}')).toMatchObject(terms);
  });

  it('can be put into a new category, which is visible at once', async () => {
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
