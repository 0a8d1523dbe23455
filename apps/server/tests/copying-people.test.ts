import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Trader, until } from './support/copying.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { marketOrder } from './support/order-calls.ts';
import { type RealUser, query, sentTo } from './support/real-user.ts';

let bank: Bank;
let compliance: Colleague;
let dealer: Colleague;
let eurusd: number;

beforeAll(async () => {
  bank = await openBank({ FAIRLOT_SESSIONS: 'always' });
  [compliance, dealer] = [
    await bank.office.hire('comp.copies', ['compliance']),
    await bank.office.hire('deal.copies', ['dealer']),
  ];
  eurusd = await bank.server.instrument('EURUSD');
});
afterAll(() => bank.server.stop());

let names = 0;
const nextName = (): string => `Lantern ${String.fromCharCode(65 + (names += 1))}`;

/** A trader with a real account and money. */
async function real(): Promise<{ readonly user: RealUser; readonly trader: Trader }> {
  const user = await fundedUser(bank, '1000');
  return { user, trader: new Trader(bank.server, user) };
}

/** Deals of the leader while sessions are cut. */
const ROUNDS = 3;
const TERMS = { allocation: '1000', fee_percent: 0, max_slippage: '10' };
const mailsOf = async ({ email }: RealUser) =>
  (await sentTo(bank.server, email)).filter(({ template }) => template.startsWith('copy_'));
const ended = (who: Trader, id: number) =>
  until(async () => {
    const copy = await who.copy(id);
    return copy.state === 'ended' && copy;
  });

it('real accounts copy real ones and demo accounts demo ones, never another account of the same person', async () => {
  const [leader, follower, twin] = [await real(), await real(), await real()];
  const [demoLeader, demo] = [await Trader.demo(bank.server), await Trader.demo(bank.server)];
  const [number, demoNumber] = [await leader.trader.lead(nextName()), await demoLeader.lead(nextName())];
  const start = async (who: Trader, trader: number) =>
    (await who.call('copyStart', { trader_id: trader, ...TERMS })).reason;
  expect(await start(demo, number)).toBe('copy_of_other_kind');
  expect(await start(follower.trader, demoNumber)).toBe('copy_of_other_kind');
  const link = { user_id: twin.user.id, other_id: leader.user.id, reason: 'same face on both papers' };
  expect((await compliance.call('officeLinkUsers', link)).envelope.reason).toBe('ok');
  expect(await start(twin.trader, number)).toBe('copy_circle');
  const copies = [await follower.trader.follow(number, TERMS), await demo.follow(demoNumber, TERMS)];
  await leader.trader.open(eurusd, { cont: '0.1' });
  await demoLeader.open(eurusd, { cont: '10', multiple: 100 });
  for (const [place, who] of [follower.trader, demo].entries())
    expect(await who.settled(copies[place]?.id ?? 0, 1)).toMatchObject([{ deed: 'open', skip: null }]);
});

it('a frozen copier opens nothing, which is recorded, and follows closes', async () => {
  const [leader, follower] = [await real(), await real()];
  const copy = await follower.trader.follow(await leader.trader.lead(nextName()), TERMS);
  const first = await leader.trader.open(eurusd, { cont: '0.1' });
  await follower.trader.settled(copy.id, 1);
  const frozen = await compliance.call('officeFreezeUser', { user_id: follower.user.id, reason: 'a stolen phone' });
  expect(frozen.envelope.reason).toBe('ok');
  await leader.trader.open(eurusd, { cont: '0.1' });
  await leader.trader.do('close', { id: first.Id });
  // The frozen one can't read them.
  const deeds = await until(async () => {
    const { list } = (await compliance.call('officeCopyDeeds', { copy_id: copy.id })).envelope.data;
    return list.length === 3 && list;
  });
  expect(deeds.toReversed().map(({ deed, skip }) => [deed, skip])).toEqual([
    ['open', null],
    ['open', 'paused'],
    ['close', null],
  ]);
});

it('a correction of the leader’s fill copies nothing', async () => {
  const [leader, follower] = [await real(), await real()];
  const copy = await follower.trader.follow(await leader.trader.lead(nextName()), TERMS);
  const order = await leader.trader.open(eurusd, { cont: '0.1' });
  const [opened] = await follower.trader.settled(copy.id, 1);
  const price = (Number(order.Price) + 0.0001).toFixed(5);
  const { envelope } = await dealer.call('deskCorrect', {
    order_id: order.Id,
    fill: 'open',
    price,
    reason: 'a wrong price of the source',
  });
  expect(envelope).toMatchObject({ reason: 'ok', data: { deed: { state: 'done' } } });
  await leader.trader.do('close', { id: order.Id });
  expect((await follower.trader.settled(copy.id, 2)).map(({ deed, skip }) => [deed, skip])).toEqual([
    ['open', null],
    ['close', null],
  ]);
  const corrected = await query<{ order_id: string }>(bank.server, 'select order_id from fill_corrections');
  expect(corrected.map(({ order_id: id }) => Number(id))).not.toContain(opened?.order_id);
});

it('a copier is mailed once when a leader leaves, staff end the copy, or its stop fires', async () => {
  const [leader, other] = [await real(), await real()];
  const [left, stopped, lost] = [await real(), await real(), await real()];
  const [number, second] = [await leader.trader.lead(nextName()), await other.trader.lead(nextName())];
  const leaving = await left.trader.follow(number, TERMS);
  const staffed = await stopped.trader.follow(second, TERMS);
  const losing = await lost.trader.follow(second, { ...TERMS, stop_loss: '0.01' });
  const reason = 'Complaint 12';
  expect((await compliance.call('officeCopyStop', { id: staffed.id, close: 1, reason })).envelope.reason).toBe('ok');
  // The costs of opening are more than the loss that was allowed.
  await other.trader.open(eurusd, { cont: '0.1' });
  await leader.trader.do('setLead', { accepts: 0 });
  for (const [who, id] of [
    [left, leaving.id],
    [stopped, staffed.id],
    [lost, losing.id],
  ] as const)
    await ended(who.trader, id);
  expect(await mailsOf(left.user)).toMatchObject([{ template: 'copy_left' }]);
  const [byStaff, ...noMore] = await mailsOf(stopped.user);
  expect([byStaff?.template, noMore]).toEqual(['copy_staff', []]);
  expect(byStaff?.body).toContain(reason);
  const [loss, ...nothing] = await mailsOf(lost.user);
  expect([loss?.template, nothing]).toEqual(['copy_loss', []]);
  expect(loss?.body).toContain('0.01 USD');
  // An end of one's own is no news.
  const own = await real();
  const copy = await own.trader.follow(second, TERMS);
  await own.trader.do('copyStop', { id: copy.id, close: 0 });
  expect(await mailsOf(own.user)).toEqual([]);
});

it('goes on exactly once after its journal sessions are cut while a leader trades', async () => {
  const [leader, follower] = [await Trader.demo(bank.server), await Trader.demo(bank.server)];
  const copy = await follower.follow(await leader.lead(nextName()), { ...TERMS, allocation: '50000' });
  const cut = () =>
    query(
      bank.server,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'fairlot journal%' and datname = current_database()`,
    );
  for (let round = 0; round < ROUNDS; round += 1) {
    const [{ data }] = await Promise.all([sure(leader, 'submit', marketOrder(eurusd, { cont: '0.2' })), cut()]);
    await Promise.all([sure(leader, 'close', { id: data.order.Id }), cut()]);
  }
  // The shards of real accounts may still recover from the last cut, and then no call is answered.
  const acts = await until(async () => {
    const { reason, data } = await follower.call('copyDeeds', { id: copy.id });
    return reason === 'ok' && data.total >= 2 * ROUNDS && data.data.toReversed();
  });
  expect(acts.map(({ deed }) => deed)).toEqual(Array.from({ length: ROUNDS }, () => ['open', 'close']).flat());
  const opened = acts.filter(({ deed, skip }) => deed === 'open' && skip === null);
  const closed = acts.filter(({ deed, skip }) => deed === 'close' && skip === null);
  expect(closed.length).toBe(opened.length);
  expect(await follower.holding()).toEqual([]);
  const orders = await query<{ id: string }>(bank.server, 'select id from orders where account = $1', [follower.id]);
  expect(new Set(orders.map(({ id }) => Number(id)))).toEqual(new Set(opened.map(({ order_id: id }) => id)));
  expect(orders).toHaveLength(opened.length);
});

/** Repeats a call under its key while its outcome is unknown, and under a new one after a refusal of the moment. */
function sure<Name extends 'submit' | 'close'>(who: Trader, name: Name, input: Readonly<Record<string, unknown>>) {
  let key = randomUUID();
  return until(async () => {
    const envelope = await who.call(name, input, key);
    if (envelope.reason === 'ok') return envelope;
    if (envelope.reason !== 'not_ready' && envelope.reason !== 'overloaded') key = randomUUID();
    return undefined;
  });
}

it('a higher fee waits for a second administrator', async () => {
  const root = bank.office.administrator;
  const { version } = (await root.call('siteSettings')).envelope.data;
  const { envelope } = await root.call('changeSiteSettings', { version, values: { copy_fee_ratio: 30 } });
  expect(envelope.data.values.copy_fee_ratio).toBe(20);
  const approval = await bank.second.call('decideProposal', { id: envelope.data.proposal ?? 0, approve: true });
  expect(approval.envelope.reason).toBe('ok');
  expect((await root.call('siteSettings')).envelope.data.values.copy_fee_ratio).toBe(30);
});
