import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Trader, until } from './support/copying.ts';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: RestartableServer;
let office: TestOffice;
let compliance: Colleague;
let eurusd: number;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' }, () => clock.time);
  office = await openTestOffice(server, clock);
  compliance = await office.hire('comp.one', ['compliance']);
  eurusd = await server.instrument('EURUSD');
});
afterAll(() => server.stop());

let names = 0;
const nextName = (): string => `Harbour ${String.fromCharCode(65 + (names += 1))}`;
const traders = (count: number) => Promise.all(Array.from({ length: count }, () => Trader.demo(server)));

describe('a copy', () => {
  it('follows openings, parts, stops and closes once each, with delay and difference', async () => {
    const [leader, follower] = await traders(2);
    if (leader === undefined || follower === undefined) throw new Error('two traders');
    const number = await leader.lead(nextName());
    const copy = await follower.follow(number);
    expect(copy).toMatchObject({ state: 'active', user: { id: number, is_demo: 1 }, figures: { open: 0, closed: 0 } });
    const order = await leader.open(eurusd, { cont: '0.4' });
    const [opened] = await follower.settled(copy.id, 1);
    // Half of the leader's equity.
    expect(opened).toMatchObject({ deed: 'open', lots: '0.20', skip: null, type: 1 });
    expect(opened?.delay_ms).toBeGreaterThanOrEqual(0);
    expect(opened?.difference).not.toBeNull();
    const [held] = await follower.holding();
    expect(held).toMatchObject({ Id: opened?.order_id, Quantity: '0.20', OrderType: 1 });
    await leader.do('setStopPrice', { id: order.Id, stop_loss_price: '0.5' });
    await leader.do('close', { id: order.Id, cont: '0.1' });
    await leader.do('close', { id: order.Id });
    const deeds = await follower.settled(copy.id, 4);
    expect(deeds.map(({ deed, lots, skip }) => [deed, lots, skip])).toEqual([
      ['open', '0.20', null],
      ['stops', '0.20', null],
      ['close', '0.05', null],
      ['close', '0.15', null],
    ]);
    expect(await follower.holding()).toEqual([]);
    const after = await follower.copy(copy.id);
    expect(after.figures).toMatchObject({ open: 0, closed: 2, skipped: 0, margin: '0.000000' });
    expect(after.figures.delay_mean).not.toBeNull();
  });

  it('opens nothing while it is paused, and follows closes', async () => {
    const [leader, follower] = await traders(2);
    if (leader === undefined || follower === undefined) throw new Error('two traders');
    const copy = await follower.follow(await leader.lead(nextName()));
    const first = await leader.open(eurusd);
    await follower.settled(copy.id, 1);
    expect(await follower.do('copyPause', { id: copy.id })).toMatchObject({ state: 'paused' });
    await leader.open(eurusd);
    await leader.do('close', { id: first.Id });
    const deeds = await follower.settled(copy.id, 3);
    expect(deeds.map(({ deed, skip }) => [deed, skip])).toEqual([
      ['open', null],
      ['open', 'paused'],
      ['close', null],
    ]);
    expect(await follower.do('copyResume', { id: copy.id })).toMatchObject({ state: 'active' });
  });

  it('takes over open positions when asked to, and ends with or without closing them', async () => {
    const [leader, ...followers] = await traders(3);
    const [closing, leaving] = followers;
    if (leader === undefined || closing === undefined || leaving === undefined) throw new Error('three traders');
    await leader.open(eurusd);
    const number = await leader.lead(nextName());
    const copies = [await closing.follow(number, { copy_open: 1 }), await leaving.follow(number, { copy_open: 1 })];
    for (const [place, follower] of followers.entries()) {
      const deeds = await follower.settled(copies[place]?.id ?? 0, 1);
      expect(deeds).toMatchObject([{ deed: 'open', skip: null, lots: '0.05' }]);
    }
    expect(await closing.do('copyStop', { id: copies[0]?.id, close: 1 })).toMatchObject({ ended: 'copier' });
    const ended = await until(async () => {
      const copy = await closing.copy(copies[0]?.id ?? 0);
      return copy.state === 'ended' && copy;
    });
    expect(ended.figures).toMatchObject({ open: 0, closed: 1 });
    expect(await closing.holding()).toEqual([]);
    expect(await leaving.do('copyStop', { id: copies[1]?.id, close: 0 })).toMatchObject({ state: 'ended' });
    expect(await leaving.holding()).toHaveLength(1);
    expect((await leaving.call('copyPause', { id: copies[1]?.id })).reason).toBe('copy_not_running');
  });

  it('ends at its own loss, and leaves out what its terms exclude', async () => {
    const [leader, careful, choosy] = await traders(3);
    if (leader === undefined || careful === undefined || choosy === undefined) throw new Error('three traders');
    const number = await leader.lead(nextName());
    const gold = await server.instrument('XAUUSD');
    const loss = await careful.follow(number, { stop_loss: '1' });
    const limits = [
      { forex_id: gold, max_lots: '0' },
      { forex_id: eurusd, max_lots: '0.1' },
    ];
    const limited = await choosy.follow(number, { instruments: limits, max_leverage: 50 });
    await leader.open(gold, { cont: '0.1' });
    await leader.open(eurusd, { cont: '0.4' });
    await leader.open(eurusd, { cont: '0.1', multiple: 100 });
    const deeds = await choosy.settled(limited.id, 3);
    expect(deeds.map(({ skip }) => skip)).toEqual(['instrument_excluded', 'over_limit', null]);
    expect(await choosy.holding()).toMatchObject([{ Quantity: '0.05', Multiple: 50 }]);
    // The costs of opening are more than the loss that was allowed.
    const ended = await until(async () => {
      const copy = await careful.copy(loss.id);
      return copy.state === 'ended' && copy;
    });
    expect(ended).toMatchObject({ ended: 'loss', figures: { open: 0 } });
    expect(await careful.holding()).toEqual([]);
  });

  it('goes on after a restart, also with what happened to the leader meanwhile', async () => {
    const [leader, follower] = await traders(2);
    if (leader === undefined || follower === undefined) throw new Error('two traders');
    const copy = await follower.follow(await leader.lead(nextName()));
    const order = await leader.open(eurusd);
    await follower.settled(copy.id, 1);
    await server.restart();
    await leader.do('close', { id: order.Id });
    expect(await follower.settled(copy.id, 2)).toMatchObject([{ deed: 'open' }, { deed: 'close', skip: null }]);
    expect(await follower.copy(copy.id)).toMatchObject({ state: 'active', figures: { open: 0, closed: 1 } });
  });
});

describe('what a copy may be', () => {
  it('refuses circles, strangers, other kinds, a second copy and bad terms', async () => {
    const [one, two, three] = await traders(3);
    if (one === undefined || two === undefined || three === undefined) throw new Error('three traders');
    const [first, second, third] = [
      await one.lead(nextName()),
      await two.lead(nextName()),
      await three.lead(nextName()),
    ];
    const terms = { allocation: '1000', fee_percent: 0 };
    await two.follow(first, terms);
    await three.follow(second, terms);
    const start = async (who: Trader, leader: number, more = {}) =>
      (await who.call('copyStart', { trader_id: leader, ...terms, ...more })).reason;
    expect(await start(one, third)).toBe('copy_circle');
    expect(await start(one, first)).toBe('copy_circle');
    expect(await start(two, first)).toBe('copy_exists');
    expect(await start(one, 999_999)).toBe('unknown_leader');
    expect(await start(three, first, { fee_percent: 5 })).toBe('copy_fee_changed');
    expect(await start(three, first, { allocation: '99' })).toBe('allocation_out_of_bounds');
    expect(await start(three, first, { allocation: '99001' })).toBe('allocation_out_of_bounds');
    expect(await start(three, first, { multiple: '11' })).toBe('copy_terms_invalid');
    expect(await start(three, first, { stop_loss: '1001' })).toBe('copy_terms_invalid');
    expect(await start(three, first, { instruments: [{ forex_id: 999_999, max_lots: '1' }] })).toBe(
      'copy_terms_invalid',
    );
    expect(await start(three, first, { alocation: '5' })).toBe('unknown_field');
    await one.do('setLead', { accepts: 0 });
    expect(await start(three, first)).toBe('leader_not_accepting');
    expect((await two.do('copies', {})).data).toMatchObject([{ state: 'ended', ended: 'leader' }]);
  });

  it('is ended by staff with a reason that its copier reads', async () => {
    const [leader, follower] = await traders(2);
    if (leader === undefined || follower === undefined) throw new Error('two traders');
    const copy = await follower.follow(await leader.lead(nextName()));
    await leader.open(eurusd);
    await follower.settled(copy.id, 1);
    const { list } = (await compliance.call('officeCopies', { user_id: follower.id })).envelope.data;
    expect(list).toMatchObject([{ id: copy.id, user_id: follower.id, leader_id: leader.id, account_kind: 'demo' }]);
    const deeds = await compliance.call('officeCopyDeeds', { copy_id: copy.id });
    expect(deeds.envelope.data.list).toMatchObject([{ deed: 'open', user_id: follower.id, skip: null }]);
    const stopped = await compliance.call('officeCopyStop', { id: copy.id, close: 1, reason: 'Complaint 12' });
    expect(stopped.envelope).toMatchObject({ reason: 'ok', data: { ended: 'staff' } });
    const ended = await until(async () => {
      const now = await follower.copy(copy.id);
      return now.state === 'ended' && now;
    });
    expect(ended).toMatchObject({ ended: 'staff', reason: 'Complaint 12' });
  });
});
