import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Colleague, openTestOffice } from './support/office.ts';
import { type Bank, ETHEREUM_ADDRESS, IBAN, approved, done, fundedUser, openBank } from './support/money.ts';
import { whenQuoted } from './support/order-calls.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';

const MOVED = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const POLLING = { timeout: 120_000, interval: 100 };
let bank: Bank;
let root: Colleague;

beforeAll(async () => {
  bank = await openBank();
  root = bank.office.administrator;
});
afterAll(() => bank.server.stop());

const settings = async () => (await root.call('siteSettings')).envelope.data;
const change = async (values: Readonly<Record<string, unknown>>) =>
  (await root.call('changeSiteSettings', { version: (await settings()).version, values })).envelope;
/** Proposes a change of settings and returns its number. */
const propose = async (values: Readonly<Record<string, unknown>>): Promise<number> => {
  const { reason, data } = await change(values);
  expect(reason).toBe('ok');
  return data.proposal ?? 0;
};
const decide = async (who: Colleague, id: number, approve: boolean) =>
  (await who.call('decideProposal', { id, approve })).envelope;
const listed = async (id: number) =>
  (await root.call('proposals')).envelope.data.list.find((proposal) => proposal.id === id);
const network = async () => (await root.call('staffNetworks')).envelope.data.find(({ id }) => id === bank.network);
const site = async () => (await bank.server.call('basicInfo')).envelope.data;
const waiting = async () =>
  (await root.call('officeQueues')).envelope.data.queues.find(({ name }) => name === 'proposals')?.waiting;

describe('before the first real account', () => {
  it.each([
    [{ stop_out_ratio: 9 }, 'values.stop_out_ratio'],
    [{ stop_out_ratio: 91, warning_ratio: 400 }, 'values.stop_out_ratio'],
    [{ warning_ratio: 1001 }, 'values.warning_ratio'],
    [{ stop_out_ratio: 60, warning_ratio: 60 }, 'values.warning_ratio'],
    [{ two_person_amount: '100001' }, 'values.two_person_amount'],
    [{ withdraw_coin_max: '10000001' }, 'values.withdraw_coin_max'],
    [{ deposit_bank_min: '100001', deposit_bank_max: '200000' }, 'values.deposit_bank_min'],
  ])('%j is refused with the name of its field', async (values, field) => {
    expect(await change(values)).toMatchObject({ reason: 'bad_request', detail: { field } });
  });

  it('settings and payment terms change at once', async () => {
    expect((await change({ stop_out_ratio: 55 })).data).toMatchObject({
      proposal: null,
      values: { stop_out_ratio: 55 },
    });
    expect((await change({ stop_out_ratio: 50 })).data.proposal).toBeNull();
    expect((await root.call('networkSave', { ...(await network()), address: MOVED })).envelope.data).toEqual({
      id: bank.network,
      proposal: null,
    });
    await done(root, 'networkSave', { ...(await network()), address: ETHEREUM_ADDRESS });
  });

  it('a form that was read before a colleague’s change does not restore the old address', async () => {
    const read = await network();
    await done(root, 'networkSave', { ...read, address: MOVED });
    expect((await root.call('networkSave', { ...read, enabled: false })).envelope.reason).toBe('record_changed');
    const { version: _version, ...unversioned } = { ...read };
    expect((await root.call('networkSave', unversioned)).envelope).toMatchObject({
      reason: 'bad_request',
      detail: { field: 'version' },
    });
    expect(await network()).toMatchObject({ address: MOVED, enabled: true });
    await done(root, 'networkSave', { ...(await network()), address: ETHEREUM_ADDRESS });
  });
});

describe('with a real account', () => {
  let user: RealUser;
  beforeAll(async () => {
    user = await fundedUser(bank, '1000');
  });

  it('a guarded setting waits for another administrator, and changes once', async () => {
    const id = await propose({ two_person_amount: '20000', site_title: 'Quay' });
    expect(await waiting()).toBe(1);
    expect((await settings()).values).toMatchObject({ two_person_amount: '5000', site_title: 'Fairlot' });
    expect(await listed(id)).toMatchObject({
      kind: 'settings',
      state: 'waiting',
      author: 'root',
      approver: null,
      alone: false,
      effective_at: null,
    });
    expect(JSON.parse((await listed(id))?.before ?? '')).toEqual({ two_person_amount: '5000', site_title: 'Fairlot' });
    expect((await decide(root, id, true)).reason).toBe('second_person_required');
    expect((await decide(bank.one, id, true)).reason).toBe('staff_role_required');
    expect((await decide(bank.second, id, true)).data).toMatchObject({ state: 'done', approver: 'root-two' });
    expect((await decide(bank.second, id, true)).data.state).toBe('done');
    expect((await decide(bank.second, id, false)).reason).toBe('record_changed');
    expect((await settings()).values).toMatchObject({ two_person_amount: '20000', site_title: 'Quay' });
    expect(await waiting()).toBe(0);
    const { list } = (await root.call('settingChanges', { key: 'two_person_amount' })).envelope.data;
    expect(list).toMatchObject([{ staff_name: 'root, root-two', before: '"5000"', after: '"20000"' }]);
  });

  it('other settings still change at once', async () => {
    expect((await change({ site_title: 'Harbour', company_email: 'desk@example.com' })).data).toMatchObject({
      proposal: null,
      values: { site_title: 'Harbour', company_email: 'desk@example.com' },
    });
  });

  it('a proposal whose setting has changed meanwhile is refused; changes of other settings do not matter', async () => {
    const [first, second] = [
      await propose({ two_person_amount: '6000' }),
      await propose({ two_person_amount: '7000' }),
    ];
    await change({ site_title: 'Meanwhile' });
    expect((await decide(bank.second, first, true)).data.state).toBe('done');
    expect((await decide(bank.second, second, true)).reason).toBe('record_changed');
    const { msg } = await decide(bank.second, second, true);
    expect(await listed(second)).toMatchObject({ state: 'refused', reason: 'record_changed', message: msg });
    expect((await settings()).values.two_person_amount).toBe('6000');
  });

  it('a change that is proposed while another one is approved waits for it', async () => {
    const first = await propose({ warning_ratio: 150 });
    const { version } = await settings();
    const [approval, changed] = await Promise.all([
      decide(bank.second, first, true),
      root.call('changeSiteSettings', { version, values: { two_person_amount: '8000' } }),
    ]);
    expect(approval.data.state).toBe('done');
    // Either came first: a form of the version before the approval is refused.
    const { reason, data } = changed.envelope;
    if (reason === 'ok') await decide(bank.second, data.proposal ?? 0, false);
    else expect(reason).toBe('record_changed');
    await approved(bank, 'changeSiteSettings', { version: (await settings()).version, values: { warning_ratio: 100 } });
  });

  it('a rejected and a withdrawn proposal change nothing', async () => {
    const [rejected, withdrawn] = [await propose({ warning_ratio: 200 }), await propose({ warning_ratio: 200 })];
    expect((await decide(bank.second, rejected, false)).data).toMatchObject({
      state: 'rejected',
      approver: 'root-two',
    });
    expect((await decide(root, withdrawn, false)).data).toMatchObject({ state: 'rejected', approver: 'root' });
    expect((await decide(bank.second, withdrawn, true)).reason).toBe('record_changed');
    expect((await site()).warning_ratio).toBe(100);
  });

  it('settings that return to their defaults wait too, and then override nothing', async () => {
    const { version } = await settings();
    const { data } = (await root.call('changeSiteSettings', { version, values: {}, reset: ['two_person_amount'] }))
      .envelope;
    expect((await decide(bank.second, data.proposal ?? 0, true)).data.state).toBe('done');
    expect((await settings()).overridden).not.toContain('two_person_amount');
  });

  it('an address waits; only disabling works at once', async () => {
    const before = await network();
    const { proposal } = (await root.call('networkSave', { ...before, address: MOVED })).envelope.data;
    expect(await network()).toEqual(before);
    expect(JSON.parse((await listed(proposal ?? 0))?.after ?? '')).toEqual({ address: MOVED });
    await done(root, 'networkSave', { ...before, enabled: false });
    expect(await network()).toMatchObject({ address: ETHEREUM_ADDRESS, enabled: false });
    expect((await decide(bank.second, proposal ?? 0, true)).reason).toBe('record_changed');
    await approved(bank, 'networkSave', { ...(await network()), enabled: true });
    expect(await network()).toMatchObject({ address: ETHEREUM_ADDRESS, enabled: true });
  });

  it('an approval that a crash left unfinished is carried out once at the start', async () => {
    const coins = (await root.call('staffCoins')).envelope.data;
    const account = {
      bank_coin: coins[0]?.id,
      bank_name: 'Crash Bank',
      bank_address: '',
      bank_swift: 'DEUTDEFF',
      payee_name: 'The House',
      payee_account: IBAN,
      bank_remark: '',
      enabled: true,
    };
    const { data } = (await root.call('receivingAccountSave', account)).envelope;
    expect(data.id).toBeNull();
    const named = async () =>
      (await root.call('staffReceivingAccounts')).envelope.data.filter(({ bank_name: name }) => name === 'Crash Bank');
    expect(await named()).toEqual([]);
    await query(
      bank.server,
      `update staff_proposals set state = 'approved', approver_id = (select id from staff where name = 'root-two') where id = $1`,
      [data.proposal],
    );
    await bank.server.restart();
    await vi.waitUntil(async () => (await listed(data.proposal ?? 0))?.state === 'done', POLLING);
    await bank.server.restart();
    expect(await named()).toHaveLength(1);
    const { list } = (await root.call('auditList', { action: 'proposals/apply' })).envelope.data;
    expect(list).toMatchObject([{ subject: `proposal ${data.proposal}`, outcome: 'due' }]);
  });

  it('the preview of a stop-out level says what it would close, and closes nothing', async () => {
    const preview = async (level: number) =>
      (await root.call('previewStopOut', { stop_out_ratio: level })).envelope.data;
    const none = { positions: 0, accounts: 0 };
    expect(await preview(90)).toEqual({
      real: none,
      demo: none,
      complete: true,
      needs_approval: true,
      notice_hours: 0,
    });
    expect((await root.call('previewStopOut', { stop_out_ratio: 91 })).envelope.reason).toBe('bad_request');
    const eurusd = await bank.server.instrument('EURUSD');
    const order = { type: 1, status: 1, cont: '0.01', forex_id: eurusd, multiple: 100 };
    const placed = await whenQuoted(() => bank.server.call('submit', order, { token: user.token }));
    expect(placed.envelope.reason).toBe('ok');
    expect(await preview(90)).toMatchObject({ real: none, notice_hours: 24 });
    expect(await preview(40)).toMatchObject({ real: none, notice_hours: 0 });
  });

  it('a milder level takes effect with its approval, and a scheduled one can be called off', async () => {
    await approved(bank, 'changeSiteSettings', { version: (await settings()).version, values: { stop_out_ratio: 45 } });
    expect((await site()).stop_out_ratio).toBe(45);
    const id = await propose({ stop_out_ratio: 75 });
    await decide(bank.second, id, true);
    expect((await site()).announced_terms).toHaveLength(1);
    expect((await decide(root, id, false)).data.state).toBe('rejected');
    expect((await site()).announced_terms).toEqual([]);
  });

  it('a stricter stop-out level takes effect a day after its approval, and clients can read it until then', async () => {
    const id = await propose({ stop_out_ratio: 80, warning_ratio: 120 });
    expect((await site()).announced_terms).toEqual([]);
    const at = bank.clock.time + DAY_MS;
    expect((await decide(bank.second, id, true)).data).toMatchObject({
      state: 'approved',
      effective_at: new Date(at).toISOString(),
    });
    expect(await site()).toMatchObject({
      stop_out_ratio: 45,
      warning_ratio: 100,
      announced_terms: [
        { kind: 'stop_out', from: '45', to: '80', at },
        { kind: 'warning', from: '100', to: '120', at },
      ],
    });
    bank.clock.time = at - 1000;
    await bank.server.restart();
    // The sessions of the office have expired.
    const state = () => query(bank.server, 'select state from staff_proposals where id = $1', [id]);
    expect(await state()).toEqual([{ state: 'approved' }]);
    bank.clock.time = at;
    await vi.waitUntil(async () => (await site()).stop_out_ratio === 80, POLLING);
    await vi.waitUntil(async () => (await site()).announced_terms.length === 0, POLLING);
    expect(await state()).toEqual([{ state: 'done' }]);
    const [rules] = await query<{ rules: string }>(bank.server, 'select rules from trading_rules');
    expect(rules?.rules).toContain('80');
  });
});

describe('with a real account and a single administrator', () => {
  it('a change takes effect after a day, and can be withdrawn until then', async () => {
    const clock = { time: Date.now() };
    const server = await startTestServer({}, () => clock.time);
    try {
      const { administrator } = await openTestOffice(server, clock);
      await registerUser(server);
      const ask = async (values: Readonly<Record<string, unknown>>): Promise<number> => {
        const { version } = (await administrator.call('siteSettings')).envelope.data;
        return done(administrator, 'changeSiteSettings', { version, values });
      };
      await ask({ two_person_amount: '9000', stop_out_ratio: 60 });
      await ask({ warning_ratio: 300 });
      const { list } = (await administrator.call('proposals')).envelope.data;
      const effectiveAt = new Date(clock.time + DAY_MS).toISOString();
      expect(list).toMatchObject([
        { alone: true, effective_at: effectiveAt },
        { alone: true, effective_at: effectiveAt },
      ]);
      expect((await decide(administrator, list[1]?.id ?? 0, true)).reason).toBe('second_person_required');
      expect((await decide(administrator, list[0]?.id ?? 0, false)).data.state).toBe('rejected');
      expect((await server.call('basicInfo')).envelope.data.announced_terms).toMatchObject([{ to: '60' }]);
      clock.time += DAY_MS;
      // The session of the office has expired meanwhile.
      await vi.waitUntil(async () => (await server.call('basicInfo')).envelope.data.stop_out_ratio === 60, POLLING);
      expect((await server.call('basicInfo')).envelope.data.warning_ratio).toBe(100);
      expect(await query(server, `select value from site_settings where key = 'two_person_amount'`)).toEqual([
        { value: '"9000"' },
      ]);
    } finally {
      await server.stop();
    }
  });
});
