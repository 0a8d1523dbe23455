import { DAY_MS, LEDGER_TYPES, nextRollover } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findings, groupOf, ruleOf } from './support/groups.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, query, sentTo } from './support/real-user.ts';

const POLLING = { timeout: 120_000, interval: 100 };
const REASON = { reason: 'agreed in a test' };
let bank: Bank;
let dealer: Colleague;
let second: Colleague;
let [holder, idle]: RealUser[] = [];
let eurusd: number;
let club: number;

beforeAll(async () => {
  bank = await openBank({ FAIRLOT_SESSIONS: 'always' });
  dealer = await bank.office.hire('deal.one', ['dealer']);
  ({ second } = bank);
  [holder, idle] = [await fundedUser(bank, '5000'), await fundedUser(bank, '5000')];
  eurusd = await bank.server.instrument('EURUSD');
});
afterAll(() => bank.server.stop());

const idOf = (user: RealUser | undefined): number => user?.id ?? 0;
const decide = async (proposal: number | null, approve: boolean, who = second) =>
  (await who.call('decideProposal', { id: proposal ?? 0, approve })).envelope;
const group = async (id: number) => (await dealer.call('officeGroup', { id })).envelope.data;
const groupOfAccount = async (user: RealUser | undefined) =>
  (await dealer.call('officeAccountGroup', { user_id: idOf(user) })).envelope.data;
const change = async (id: number, version: number, definition: object) =>
  (await dealer.call('officeChangeGroup', { id, version, ...definition })).envelope;
const move = async (user: RealUser | undefined, to: number) =>
  (await dealer.call('officeMoveAccount', { user_id: idOf(user), group_id: to, ...REASON })).envelope;
const buy = (user: RealUser | undefined) =>
  whenQuoted(() => bank.server.call('submit', marketOrder(eurusd), { token: user?.token ?? '' }));
const mailsTo = async (user: RealUser | undefined) =>
  (await sentTo(bank.server, user?.email ?? '')).filter(({ template }) => template.startsWith('group_change'));
const state = async (proposal: number | null) =>
  (await query<{ state: string }>(bank.server, 'select state from staff_proposals where id = $1', [proposal]))[0]
    ?.state;
/** The swaps of a user in micro-dollars, oldest first. */
const swapsOf = async (user: RealUser | undefined) =>
  (
    await query<{ amount: string }>(
      bank.server,
      `select case when debit_account = $1 then -amount else amount end as amount from transfers where account = $1 and kind = $2 order by id`,
      [idOf(user), LEDGER_TYPES.swap],
    )
  ).map(({ amount }) => Number(amount));
/** Sessions expire when time passes. */
const signInAgain = async (): Promise<void> => {
  if (holder === undefined) throw new Error('there is no client');
  const { email, password } = holder;
  const { envelope } = await bank.server.call('login', { account: email, password });
  holder = { ...holder, token: envelope.data.token };
  dealer = await bank.office.again(dealer);
  second = await bank.office.again(second);
};
const swapOf = (long: string) =>
  groupOf('Club', [ruleOf('instrument', eurusd, { swap: { mode: 'points', long, short: '0' } })]);

const markup = (bid: number) =>
  groupOf('Club', [ruleOf('instrument', eurusd, { markup: { mode: 'points', bid, ask: 0 } })]);

it('a group is made and changed by two people, who see all values; a proposal of an old version is refused', async () => {
  const { data } = (await dealer.call('officeAddGroup', { ...groupOf('Club') })).envelope;
  expect(data).toMatchObject({ id: null, proposal: expect.any(Number) as number });
  expect((await decide(data.proposal, true, dealer)).reason).toBe('staff_role_required');
  expect((await decide(data.proposal, true)).data).toMatchObject({
    kind: 'group',
    subject_name: 'Club',
    state: 'done',
  });
  club = (await dealer.call('officeGroups', { q: 'club' })).envelope.data.list[0]?.id ?? 0;
  expect(club).toBeGreaterThan(2);

  const [one, other] = [(await change(club, 1, markup(5))).data, (await change(club, 1, markup(6))).data];
  expect((await group(club)).waiting).toMatchObject({ proposal: other.proposal, state: 'waiting', effective_at: null });
  const approved = (await decide(one.proposal, true)).data;
  expect(approved.state).toBe('done');
  expect(JSON.parse(approved.before)).toMatchObject({ name: 'Club', rules: [], stop_out_percent: null });
  expect(JSON.parse(approved.after)).toMatchObject({ rules: [{ markup: { bid: 5 } }], ...REASON });
  expect((await decide(other.proposal, true)).reason).toBe('record_changed');
  expect(await group(club)).toMatchObject({ version: 2, rules: [{ markup: { bid: 5 } }], waiting: null });
  const [version] = (await dealer.call('officeGroupChanges', { group_id: club })).envelope.data.list;
  expect(version).toMatchObject({ version: 2, staff_name: 'deal.one, root-two', ...REASON });
});

it('an account without positions is moved at once; another by two people, at an announced rollover', async () => {
  expect((await move(idle, club)).data).toEqual({ moved: true, proposal: null });
  expect(await groupOfAccount(idle)).toMatchObject({ group_id: club, name: 'Club', needs_approval: false });
  expect((await move(idle, 2)).reason).toBe('group_of_other_kind');

  expect((await buy(holder)).envelope.reason).toBe('ok');
  const from = new Date(nextRollover(bank.clock.time + DAY_MS - 1).time).toISOString();
  expect(await groupOfAccount(holder)).toMatchObject({ positions: 1, needs_approval: true, effective_at: from });
  const { data } = await move(holder, club);
  expect(data).toEqual({ moved: false, proposal: expect.any(Number) as number });
  expect((await decide(data.proposal, true)).data).toMatchObject({ state: 'approved', effective_at: from });
  expect((await groupOfAccount(holder)).waiting).toMatchObject({
    group_id: club,
    state: 'approved',
    effective_at: from,
  });
  expect((await move(holder, club)).reason).toBe('change_announced');
  expect((await dealer.call('officeRemoveGroup', { id: club, version: 2, ...REASON })).envelope.reason).toBe(
    'group_in_use',
  );
  await vi.waitUntil(async () => (await mailsTo(holder)).length === 1, POLLING);
  expect((await mailsTo(holder))[0]).toMatchObject({ template: 'group_change' });

  // Taken back: the account stays, and its client is told.
  expect((await decide(data.proposal, false)).data.state).toBe('rejected');
  await vi.waitUntil(async () => (await mailsTo(holder)).length === 2, POLLING);
  expect((await mailsTo(holder))[1]?.template).toBe('group_change_off');
  expect(await groupOfAccount(holder)).toMatchObject({ group_id: 1, waiting: null });

  const again = (await move(holder, club)).data.proposal;
  await decide(again, true);
  await vi.waitUntil(async () => (await mailsTo(holder)).length === 3, POLLING);
  const swaps = (await swapsOf(holder)).length;
  await bank.server.restart({}, () => {
    bank.clock.time = Date.parse(from);
  });
  await vi.waitUntil(async () => (await state(again)) === 'done', POLLING);
  await signInAgain();
  expect(await groupOfAccount(holder)).toMatchObject({ group_id: club, waiting: null });
  const { list } = (await dealer.call('officeGroupMoves', { user_id: idOf(holder) })).envelope.data;
  expect(list).toMatchObject([{ from_group: 1, to_group: club, staff_name: 'deal.one, root-two' }]);
  await vi.waitUntil(async () => (await swapsOf(holder)).length > swaps, POLLING);
  expect(await mailsTo(holder)).toHaveLength(3);
});

it('new swaps are announced to those who hold positions, and charged from the rollover after their date', async () => {
  const own = (await swapsOf(holder)).length;
  const { data } = await change(club, 2, swapOf('-9'));
  const from = nextRollover(bank.clock.time + DAY_MS - 1).time;
  expect((await decide(data.proposal, true)).data).toMatchObject({
    state: 'approved',
    effective_at: new Date(from).toISOString(),
  });
  expect((await change(club, 2, swapOf('-8'))).reason).toBe('change_announced');
  expect((await group(club)).waiting).toMatchObject({ proposal: data.proposal, state: 'approved' });
  await vi.waitUntil(async () => (await mailsTo(holder)).length === 4, POLLING);
  const [mail] = (await mailsTo(holder)).slice(-1);
  expect(mail?.body).toContain('EUR/USD: overnight swap in points: -9 for buy positions, 0 for sell positions.');
  expect(await mailsTo(idle)).toEqual([]);

  // Rollover after rollover, with a restart in the middle: each is charged at the swap of its beginning.
  const times: number[] = [];
  for (let at = nextRollover(bank.clock.time).time; times.length < 4; at = nextRollover(at).time) times.push(at);
  for (const [index, time] of times.entries()) {
    bank.clock.time = time;
    if (index === 1) await bank.server.restart();
    await vi.waitUntil(async () => (await swapsOf(holder)).length === own + index + 1, POLLING);
    if (time >= from) await vi.waitUntil(async () => (await state(data.proposal)) === 'done', POLLING);
  }
  // A tenth of a lot: 0.1 dollars a point and night. Rollovers of Wednesdays count three nights.
  const charged = (await swapsOf(holder)).slice(own).map((amount, index) => {
    const nights = nextRollover((times[index] ?? 0) - 1).weekday === 3 ? 3 : 1;
    return amount / nights;
  });
  const late = times.filter((time) => time > from).length;
  expect(late).toBeGreaterThan(0);
  expect(charged.slice(-late)).toEqual(Array.from({ length: late }, () => -900_000));
  expect(charged.slice(0, -late)).not.toContain(-900_000);
  await signInAgain();
  expect(await group(club)).toMatchObject({ version: 3, waiting: null });
  expect(await mailsTo(holder)).toHaveLength(4);
});

it('terms of new orders take effect with the approval, whatever is open', async () => {
  const definition = swapOf('-9');
  const rules = definition.rules.map((rule) => ({ ...rule, commission: { mode: 'perLot', rate: '7' } }));
  const { data } = await change(club, 3, { ...definition, rules });
  expect((await decide(data.proposal, true)).data).toMatchObject({ state: 'done', effective_at: null });
  const [before] = await query<{ fee: string }>(bank.server, 'select fee from orders where account = $1', [
    idOf(holder),
  ]);
  expect((await buy(holder)).envelope.reason).toBe('ok');
  const fees = async () =>
    (
      await query<{ fee: string }>(bank.server, 'select fee from orders where account = $1 order by id', [idOf(holder)])
    ).map(({ fee }) => fee);
  // The order is answered when it is committed, which is before the tables have it.
  await expect.poll(fees).toEqual([before?.fee, '700000']);
});

it('the margin call of a group warns its accounts, and the journals verify', async () => {
  const { data } = await change(club, 4, { ...swapOf('-9'), margin_call_percent: 1000, note: 'warned early' });
  expect((await decide(data.proposal, true)).data.state).toBe('done');
  const warned = () => query<{ user_id: string }>(bank.server, 'select user_id from margin_warnings');
  expect(await warned()).toEqual([]);
  const big = await whenQuoted(() =>
    bank.server.call('submit', marketOrder(eurusd, { cont: '1.5' }), { token: holder?.token ?? '' }),
  );
  expect(big.envelope.reason).toBe('ok');
  await vi.waitUntil(async () => (await warned()).length === 1, POLLING);
  expect(await findings(bank.server)).toEqual([]);
});
