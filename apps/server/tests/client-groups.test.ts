import { price } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '../src/platform/log.ts';
import { findings, groupOf, ruleOf } from './support/groups.ts';
import { CADCHF } from './support/new-instrument.ts';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { query } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

const POLLING = { timeout: 120_000, interval: 50 };
const clock = { time: Date.now() };
const log = createLog('silent');
let server: RestartableServer;
let office: TestOffice;
let dealer: Colleague;
let [plain, member]: Awaited<ReturnType<RestartableServer['demo']>>[] = [];
let eurusd: number;
let forex: number;
let club: number;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' }, () => clock.time, undefined, log);
  office = await openTestOffice(server, clock);
  dealer = await office.hire('deal.one', ['dealer']);
  [plain, member] = [await server.demo(), await server.demo()];
  eurusd = await server.instrument('EURUSD');
  forex = (await dealer.call('officeInstruments', { q: 'EURUSD' })).envelope.data.list[0]?.category_id ?? 0;
});
afterAll(() => server.stop());

const add = async (definition: object, who = dealer) => (await who.call('officeAddGroup', { ...definition })).envelope;
const change = async (id: number, version: number, definition: object) =>
  (await dealer.call('officeChangeGroup', { id, version, ...definition })).envelope;
const remove = async (id: number, version: number) =>
  (await dealer.call('officeRemoveGroup', { id, version, reason: 'not needed' })).envelope.reason;
const move = async (user: number, group: number) =>
  (await dealer.call('officeMoveAccount', { user_id: user, group_id: group, reason: 'asked for it' })).envelope;
const one = async (id: number) => (await dealer.call('officeGroup', { id })).envelope.data;
const tokenOf = (who: typeof plain): string => who?.token ?? '';
const idOf = (who: typeof plain): number => who?.id ?? 0;
const buy = (who: typeof plain, instrument = eurusd, more = {}) =>
  whenQuoted(() => server.call('submit', marketOrder(instrument, more), { token: tokenOf(who) }));
const listedFor = async (who: typeof plain, id = eurusd) =>
  (await server.call('tradeList', {}, { token: tokenOf(who) })).envelope.data.find(({ Id }) => Id === id);
const inShards = async (group: number) =>
  (
    await query<{ terms: string }>(server, 'select terms from account_groups where id = $1 order by shard', [group])
  ).map(({ terms }) => JSON.parse(terms) as { terms: { instrument: number; markup?: unknown }[] });

/** The distance of two prices. */
const apart = (left: string, right: string) => price(left) - price(right);
const tiers = (...pairs: readonly (readonly [string, number])[]) =>
  pairs.map(([from, leverage]) => ({ from_usd: from, leverage }));
const rules = (...given: ReturnType<typeof ruleOf>[]) => groupOf('Other', given);

/** EURUSD gets a commission of its own, and the markup of its category. */
const clubOf = (bid: number, ask: number) =>
  groupOf('Club', [
    ruleOf('category', forex, { markup: { mode: 'points', bid, ask }, max_leverage: 50 }),
    ruleOf('instrument', eurusd, { commission: { mode: 'perMillion', rate: '30' } }),
  ]);

it('two groups are there from the start, without terms of their own', async () => {
  const { list } = (await dealer.call('officeGroups')).envelope.data;
  expect(list).toMatchObject([
    { id: 1, default_of: 'real', version: 1, real_accounts: 0, rules: 0, waiting_proposal: null },
    { id: 2, default_of: 'demo', version: 1, demo_accounts: 2 },
  ]);
  expect(await inShards(1)).toEqual([]);
});

it('two users in two groups see two prices at the same moment, and are filled and charged at them', async () => {
  const { data } = await add(clubOf(20, 30));
  expect(data).toEqual({ id: expect.any(Number) as number, version: 1, proposal: null });
  club = data.id ?? 0;
  expect((await move(idOf(member), club)).data).toEqual({ moved: true, proposal: null });

  const sockets: TestSocket[] = [];
  for (const who of [plain, member]) {
    const socket = await TestSocket.open(server.url);
    await socket.ask({ type: 'login', token: tokenOf(who) }, 'login_result');
    await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot');
    sockets.push(socket);
  }
  type Entry = { Id: number; Seq: number; Bid: string; Ask: string };
  const entries = (socket: TestSocket): Entry[] =>
    socket.received.flatMap(({ data: rows }) => (Array.isArray(rows) ? (rows as Entry[]) : []));
  const pair = await vi.waitUntil(() => {
    const [ours, theirs] = sockets.map((socket) => entries(socket).filter(({ Id }) => Id === eurusd));
    const mine = ours?.find(({ Seq }) => theirs?.some((each) => each.Seq === Seq));
    const other = theirs?.find(({ Seq }) => Seq === mine?.Seq);
    return mine === undefined || other === undefined ? undefined : ([mine, other] as const);
  }, POLLING);
  expect(apart(pair[0].Bid, pair[1].Bid)).toBe(price('0.00020'));
  expect(apart(pair[1].Ask, pair[0].Ask)).toBe(price('0.00030'));
  for (const { socket } of sockets) socket.close();

  expect((await buy(plain)).envelope.reason).toBe('ok');
  expect((await buy(member)).envelope.reason).toBe('leverage_not_listed');
  expect((await buy(member, eurusd, { multiple: 50 })).envelope.reason).toBe('ok');
  const opened = () =>
    query<Readonly<Record<string, string | null>>>(
      server,
      `select price, fee, open_quote_ask as ask, ask_markup from orders where account = any($1) order by account`,
      [[idOf(plain), idOf(member)]],
    );
  // Orders are answered when they are committed, which is before the tables have them.
  await expect.poll(opened).toHaveLength(2);
  const [own, marked] = await opened();
  expect(own).toMatchObject({ price: own?.['ask'], ask_markup: null });
  expect(BigInt(marked?.['price'] ?? 0) - BigInt(marked?.['ask'] ?? 0)).toBe(price('0.00030'));
  // 10,000 euros at 30 dollars a million: the price in eight decimals × 10,000 × 30 ÷ 10^8, in micro-dollars.
  expect(Number(marked?.['fee'])).toBeCloseTo((Number(marked?.['price']) * 10_000 * 30) / 1e8, -1);
  expect(await listedFor(member)).toMatchObject({ FeeType: 3, Markup: { Bid: '0.00020', Ask: '0.00030' } });
});

it('shows what rules give: the markups, and what they cost', async () => {
  const ofCategory = (await one(club)).rules.find(({ scope }) => scope === 'category');
  expect(ofCategory?.name).toBe('Forex');
  // 50 steps of 0.00001 for 100,000 euros.
  expect(ofCategory?.resolved.find(({ code }) => code === 'EURUSD')).toMatchObject({
    bid_points: 20,
    ask_points: 30,
    lot_cost: '50.000000',
  });
  const { list } = (await dealer.call('officeGroupMarkup', { scope: 'instrument', id: eurusd, percent: '200' }))
    .envelope.data;
  expect(list[0]?.bid_points).toBe((list[0]?.spread_points ?? 0) * 2);
  expect((await dealer.call('officeGroupEffect', { id: club })).envelope.data).toEqual({
    real: { accounts: 0, holders: 0, positions: 0, pending: 0 },
    demo: { accounts: 1, holders: 1, positions: 1, pending: 0 },
    needs_approval: false,
    effective_at: null,
  });
});

it('refuses levels of the site at which a group would be stopped out before it is warned, and names the group', async () => {
  const { administrator } = office;
  const site = async (values: object, reset: readonly string[] = []) => {
    const { version } = (await administrator.call('siteSettings')).envelope.data;
    return (await administrator.call('changeSiteSettings', { version, values, reset })).envelope;
  };
  const { id = 0, version = 0 } = (await add(groupOf('Early', [], { margin_call_percent: 65 }))).data as Partial<
    Record<'id' | 'version', number>
  >;
  expect(await site({ stop_out_ratio: 70 })).toMatchObject({
    reason: 'margin_call_too_low',
    msg: 'Early: The margin call must be above the stop-out.',
    detail: { group: 'Early' },
  });
  expect((await site({ stop_out_ratio: 60 })).reason).toBe('ok');
  expect((await site({}, ['stop_out_ratio'])).reason).toBe('ok');
  // A start takes the environment’s, but says so.
  const warned = vi.spyOn(log, 'warn');
  await server.restart({ FAIRLOT_STOP_OUT_RATIO: '70' });
  expect(warned).toHaveBeenCalledWith({ group: 'Early' }, expect.stringContaining('before they are warned'));
  await server.restart();
  expect(await remove(id, version)).toBe('ok');
});

it('refuses what no group may be, by reason and field', async () => {
  const of = (given: Parameters<typeof ruleOf>[2]) => rules(ruleOf('instrument', eurusd, given));
  const wrong: readonly (readonly [object, string, string | undefined])[] = [
    [groupOf(' '), 'bad_request', 'name'],
    [groupOf('cLUB'), 'group_name_taken', 'name'],
    [groupOf('Other', [], { stop_out_percent: 5 }), 'bad_request', 'stop_out_percent'],
    [
      groupOf('Other', [], { stop_out_percent: 60, margin_call_percent: 60 }),
      'margin_call_too_low',
      'margin_call_percent',
    ],
    [rules(ruleOf('instrument', 999_999)), 'unknown_instrument', 'rules.0.id'],
    [rules(ruleOf('category', 999_999)), 'unknown_category', 'rules.0.id'],
    [rules(ruleOf('category', forex), ruleOf('category', forex)), 'group_rule_twice', 'rules.1.id'],
    [of({ tiers: tiers(['0', 100], ['50000', 100]) }), 'tiers_not_falling', 'rules.0.tiers'],
    [of({ tiers: tiers(['1000', 100]) }), 'tiers_not_falling', 'rules.0.tiers'],
    [of({ commission: { mode: 'perLot', rate: '1000.01' } }), 'commission_out_of_bounds', 'rules.0.commission'],
    [of({ commission: { mode: 'ofMargin', rate: '1.1' } }), 'commission_out_of_bounds', 'rules.0.commission'],
    [of({ swap: { mode: 'points', long: '-10001', short: '0' } }), 'swap_out_of_bounds', 'rules.0.swap'],
    [of({ markup: { mode: 'points', bid: 0, ask: 90_000 } }), 'markup_too_wide', 'rules.0.markup'],
  ];
  for (const [definition, reason, field] of wrong) {
    const envelope = await add(definition);
    expect([definition, envelope.reason, envelope.detail?.['field']]).toEqual([definition, reason, field]);
  }
  expect((await add(groupOf('Other'), await office.hire('help.one', ['support']))).reason).toBe('staff_role_required');
  expect((await change(club, 7, clubOf(1, 1))).reason).toBe('record_changed');
  expect((await change(999, 1, clubOf(1, 1))).reason).toBe('unknown_group');
  expect((await move(idOf(plain), 999)).reason).toBe('unknown_group');
  expect((await move(idOf(plain), 1)).reason).toBe('group_of_other_kind');
  expect((await move(999_999, club)).reason).toBe('unknown_user');
  expect([await remove(club, 1), await remove(2, 1)]).toEqual(['group_in_use', 'group_in_use']);
  expect((await dealer.call('officeGroups')).envelope.data.total).toBe(3);
});

it('an instrument that is added to a category has its rule, and is delisted with it; a rule of its own holds it', async () => {
  const id =
    (await dealer.call('officeAddInstrument', { ...CADCHF, category_id: forex })).envelope.data.instrument?.id ?? 0;
  const has = async () =>
    (await inShards(club)).map(({ terms }) => terms.some(({ instrument, markup }) => instrument === id && !!markup));
  expect(await has()).toEqual([true, true]);

  // With another category, the rule of the category is gone.
  await dealer.call('officeChangeInstrument', { id, terms: { category_id: forex + 1 } });
  expect(await has()).toEqual([false, false]);
  await dealer.call('officeChangeInstrument', { id, terms: { category_id: forex } });
  expect(await has()).toEqual([true, true]);

  const held = clubOf(20, 30);
  held.rules.push(ruleOf('instrument', id, { offered: false }));
  expect((await change(club, 1, held)).data.version).toBe(2);
  await dealer.call('officeSetDealing', { id, mode: 'closeOnly', reason: 'to be delisted' });
  const delist = async () => (await dealer.call('officeDelistInstrument', { id, reason: 'no demand' })).envelope.reason;
  expect(await delist()).toBe('instrument_in_group');
  expect(await has()).toEqual([true, true]);
  expect((await change(club, 2, clubOf(20, 30))).data.version).toBe(3);
  expect(await delist()).toBe('ok');
  expect(await has()).toEqual([false, false]);
});

it('a stop between the database and the shards leaves the stored groups in both', async () => {
  const before = await inShards(club);
  const stored = await query<{ definition: string }>(server, 'select definition from client_groups where id = $1', [
    club,
  ]);
  // The shards had a change, and a group, whose transaction a crash undid.
  expect((await change(club, 3, clubOf(1, 2))).data.version).toBe(4);
  const { id: lost } = (await add(groupOf('Lost'))).data;
  await server.restart();
  expect(await inShards(club)).not.toEqual(before);
  await query(server, 'alter table client_group_versions disable trigger user');
  await query(server, 'delete from client_group_versions where group_id = $1', [lost]);
  await query(server, 'delete from client_group_versions where group_id = $1 and version = 4', [club]);
  await query(server, 'alter table client_group_versions enable trigger user');
  await query(server, 'delete from client_groups where id = $1', [lost]);
  await query(server, 'update client_groups set version = 3, definition = $2 where id = $1', [
    club,
    stored[0]?.definition,
  ]);
  // A move whose command the crash prevented.
  await query(
    server,
    `insert into client_group_moves (staff_id, staff_name, user_id, from_group, to_group, reason) values ($1, 'deal.one', $2, 2, $3, 'before the crash')`,
    [dealer.id, idOf(plain), club],
  );
  await server.restart();
  expect(await inShards(club)).toEqual(before);
  expect(await inShards(lost ?? 0)).toEqual([]);
  dealer = await office.again(dealer);
  await vi.waitUntil(async () => (await one(club)).demo_accounts === 2, POLLING);
  const { list } = (await dealer.call('officeGroupMoves', { user_id: idOf(plain) })).envelope.data;
  expect(list).toMatchObject([{ from_group: 2, to_group: club, to_name: 'Club', reason: 'before the crash' }]);
  expect((await listedFor(plain))?.Markup?.Bid).toBe('0.00020');
});

it('a group without accounts is removed, its name is free, and its versions stay', async () => {
  for (const who of [plain, member]) expect((await move(idOf(who), 2)).reason).toBe('ok');
  expect(await remove(club, 3)).toBe('ok');
  expect(await inShards(club)).toEqual([]);
  expect((await add(groupOf('Club'))).reason).toBe('ok');
  const { list } = (await dealer.call('officeGroupChanges', { group_id: club })).envelope.data;
  expect(list.map(({ version, name, staff_name: who }) => [version, name, who])).toEqual([
    [4, 'Club', 'deal.one'],
    [3, 'Club', 'deal.one'],
    [2, 'Club', 'deal.one'],
    [1, 'Club', 'deal.one'],
  ]);
  await expect(query(server, 'delete from client_group_versions')).rejects.toThrow('append-only');
  // The agreed terms stay agreed: the open position has the markup of its opening.
  const [order] = await query<{ ask_markup: string }>(
    server,
    'select ask_markup from orders where account = $1 order by id',
    [idOf(member)],
  );
  expect(order?.ask_markup).toBe(String(price('0.00030')));
  expect(await findings(server)).toEqual([]);
});
