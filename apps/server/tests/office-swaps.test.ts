import { DAY_MS, LEDGER_TYPES, type Rollover, nextRollover, rolloversBetween } from '@fairlot/domain';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import { type Colleague, openTestOffice } from './support/office.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';

const POLLING = { timeout: 120_000, interval: 100 };
/** A tenth of a lot: 10,000 units × 0.00001 dollars a point. */
const DOLLARS_A_POINT = 0.1;
let bank: Bank;
let dealer: Colleague;
let user: RealUser;
let id: number;

beforeAll(async () => {
  bank = await openBank();
  dealer = await bank.office.hire('deal.one', ['dealer']);
  id = await bank.server.instrument('EURUSD');
});
afterAll(() => bank.server.stop());

const change = async (terms: Readonly<Record<string, unknown>>, cookie?: string) =>
  (await dealer.call('officeChangeInstrument', { id, terms }, cookie === undefined ? {} : { cookie })).envelope;
const decide = async (who: Colleague, proposal: number | undefined, approve: boolean, cookie?: string) =>
  (
    await who.call(
      'decideProposal',
      { id: proposal ?? 0, approve },
      // The sessions of the office expire when time passes.
      cookie === undefined ? {} : { cookie },
    )
  ).envelope;
const listed = async () => (await bank.server.call('tradeList')).envelope.data.find((each) => each.Id === id);
const terms = async () => (await dealer.call('officeInstruments', { q: 'EURUSD' })).envelope.data.list[0];
const proposalState = async (proposal: number | undefined) =>
  (
    await query<{ state: string; reason: string | null }>(
      bank.server,
      'select state, reason from staff_proposals where id = $1',
      [proposal],
    )
  )[0];
/** The swaps of the user in dollars, oldest first; negative when the user paid. */
const swaps = async () =>
  (
    await query<{ amount: string }>(
      bank.server,
      `select case when debit_account = $1 then -amount else amount end as amount from transfers
       where account = $1 and kind = $2 order by id`,
      [user.id, LEDGER_TYPES.swap],
    )
  ).map(({ amount }) => Number(amount) / 1_000_000);
/** The charge of a rollover at a swap in points. Wednesdays count three times. */
const chargeOf = ({ weekday }: Rollover, points: number): number =>
  Number((points * DOLLARS_A_POINT * (weekday === 3 ? 3 : 1)).toFixed(6));

describe('before the first real account', () => {
  it('terms change at once', async () => {
    expect((await change({ swap_long: '-7', fee_rate: '3' })).data).toMatchObject({
      proposals: [],
      swap_long: '-7',
      fee_rate: '3',
      announced_swap: null,
    });
    expect((await dealer.call('officeTermsEffect', { id })).envelope.data).toMatchObject({
      needs_approval: false,
      swap_at: null,
    });
  });
});

describe('with a real account', () => {
  beforeAll(async () => {
    user = await fundedUser(bank, '1000');
  });

  it('fee and leverages wait for an administrator, then apply at once; other terms need nobody', async () => {
    const [proposal] = (await change({ fee_rate: '4', leverages: [50, 100], min_lots: '0.02' })).data.proposals;
    expect(await terms()).toMatchObject({ fee_rate: '3', min_lots: '0.01' });
    expect((await decide(dealer, proposal, true)).reason).toBe('staff_role_required');
    expect((await decide(bank.one, proposal, false)).reason).toBe('staff_role_required');
    expect((await decide(bank.second, proposal, true)).data).toMatchObject({
      kind: 'instrument',
      subject_id: id,
      subject_name: 'EURUSD',
      state: 'done',
      author: 'deal.one',
      approver: 'root-two',
    });
    expect(await terms()).toMatchObject({ fee_rate: '4', leverages: [50, 100], min_lots: '0.02' });
    expect((await listed())?.ForexFeeRate).toBe('4.00000000');
    const [history] = (await dealer.call('officeInstrumentChanges', { instrument_id: id })).envelope.data.list;
    expect(history?.staff_name).toBe('deal.one, root-two');
    expect((await change({ min_lots: '0.01', display_code: 'EUR/USD' })).data).toMatchObject({
      proposals: [],
      min_lots: '0.01',
    });
    expect((await change({ fee_rate: '1000.01' })).reason).toBe('bad_request');
    // Stopping new orders needs nobody, starting them again does.
    expect((await change({ leverages: [] })).data).toMatchObject({ proposals: [], leverages: [] });
    const [again] = (await change({ leverages: [50, 100] })).data.proposals;
    expect((await decide(bank.second, again, true)).data.state).toBe('done');
  });

  it('a proposal whose terms have changed meanwhile is refused, and its author can withdraw one', async () => {
    const [first] = (await change({ fee_rate: '5' })).data.proposals;
    const [second] = (await change({ fee_rate: '6' })).data.proposals;
    const [third] = (await change({ fee_rate: '7' })).data.proposals;
    expect((await decide(bank.second, first, true)).data.state).toBe('done');
    expect((await decide(bank.second, second, true)).reason).toBe('record_changed');
    expect(await proposalState(second)).toEqual({ state: 'refused', reason: 'record_changed' });
    expect((await decide(dealer, third, false)).data.state).toBe('rejected');
    expect(await terms()).toMatchObject({ fee_rate: '5' });
  });

  it('a form with a swap and other terms becomes two proposals, each with its own time', async () => {
    const { proposals } = (await change({ swap_short: '2', fee_rate: '6' })).data;
    expect(proposals).toHaveLength(2);
    const [swap, fee] = proposals;
    expect((await decide(bank.second, fee, true)).data).toMatchObject({ kind: 'instrument', state: 'done' });
    expect((await decide(bank.second, swap, false)).data).toMatchObject({ kind: 'swap', state: 'rejected' });
    expect(await terms()).toMatchObject({ fee_rate: '6', swap_short: '3.1' });
  });

  it('a swap is announced for the first rollover after a day, and can be called off until then', async () => {
    const opened = await whenQuoted(() => bank.server.call('submit', marketOrder(id), { token: user.token }));
    expect(opened.envelope.reason).toBe('ok');
    const from = nextRollover(bank.clock.time + DAY_MS - 1).time;
    expect((await dealer.call('officeTermsEffect', { id })).envelope.data).toEqual({
      real: { positions: 1, accounts: 1 },
      demo: { positions: 0, accounts: 0 },
      needs_approval: true,
      swap_at: from,
      groups: [],
    });
    const [proposal] = (await change({ swap_long: '-5' })).data.proposals;
    const [late] = (await change({ swap_long: '-6' })).data.proposals;
    expect((await listed())?.AnnouncedTerms).toEqual([]);
    expect((await decide(bank.second, proposal, true)).data).toMatchObject({
      kind: 'swap',
      state: 'approved',
      effective_at: new Date(from).toISOString(),
    });
    expect((await decide(bank.second, late, true)).reason).toBe('record_changed');
    expect((await change({ swap_long: '-4' })).reason).toBe('change_announced');
    expect(await listed()).toMatchObject({
      Swap: { Long: '-7.00000000' },
      AnnouncedTerms: [
        { At: from, Swap: { Mode: 'points', Long: '-5.00000000', Short: '3.10000000', TripleWeekday: 3 } },
      ],
    });
    expect((await terms())?.announced_swap).toMatchObject({ at: from, swap_long: '-5', proposal });

    expect((await decide(dealer, proposal, false)).data.state).toBe('rejected');
    expect((await listed())?.AnnouncedTerms).toEqual([]);
    expect((await terms())?.announced_swap).toBeNull();
  });

  it('the rollovers before the date are charged at the old swap, and the announced one at the new', async () => {
    const [proposal] = (await change({ swap_long: '-5' })).data.proposals;
    await decide(bank.second, proposal, true);
    const from = (await listed())?.AnnouncedTerms[0]?.At ?? 0;
    const rollovers = rolloversBetween(bank.clock.time, from);
    for (const [index, { time }] of rollovers.entries()) {
      bank.clock.time = time;
      await vi.waitUntil(async () => (await swaps()).length === index + 1, POLLING);
    }
    expect(await swaps()).toEqual(rollovers.map((rollover) => chargeOf(rollover, rollover.time < from ? -7 : -5)));
    await vi.waitUntil(async () => (await proposalState(proposal))?.state === 'done', POLLING);
    expect(await listed()).toMatchObject({ Swap: { Long: '-5.00000000' }, AnnouncedTerms: [] });
  });

  it('a change outlives a server that is off for days: each missed rollover is charged at the swap of its date', async () => {
    const before = (await swaps()).length;
    const [cookie, approver] = [await freshCookie(dealer), await freshCookie(bank.second)];
    const [proposal] = (await change({ swap_long: '-3', swap_triple_weekday: 3 }, cookie)).data.proposals;
    await decide(bank.second, proposal, true, approver);
    const from = (await listed())?.AnnouncedTerms[0]?.At ?? 0;
    const rollovers = rolloversBetween(bank.clock.time, from + 3 * DAY_MS);
    await bank.server.restart({}, () => {
      bank.clock.time = from + 3 * DAY_MS;
    });
    await vi.waitUntil(async () => (await swaps()).length === before + rollovers.length, POLLING);
    expect((await swaps()).slice(before)).toEqual(
      rollovers.map((rollover) => chargeOf(rollover, rollover.time < from ? -5 : -3)),
    );
    await vi.waitUntil(async () => (await proposalState(proposal))?.state === 'done', POLLING);
    expect((await listed())?.Swap.Long).toBe('-3.00000000');

    await bank.server.restart();
    expect((await listed())?.Swap.Long).toBe('-3.00000000');
    const pool = new Pool({ connectionString: bank.server.databaseUrl, max: 1 });
    onTestFinished(() => pool.end());
    expect((await verifyShard(pool)).shown).toEqual([]);
  });
});

describe('with a real account and a single administrator', () => {
  it('a swap applies from the first rollover after a day, and can be withdrawn until then', async () => {
    const clock = { time: Date.now() };
    const server = await startTestServer({}, () => clock.time);
    onTestFinished(() => server.stop());
    const { administrator } = await openTestOffice(server, clock);
    await registerUser(server);
    const instrument = await server.instrument('EURUSD');
    const from = nextRollover(clock.time + DAY_MS - 1).time;
    const propose = async (long: string) =>
      (await administrator.call('officeChangeInstrument', { id: instrument, terms: { swap_long: long } })).envelope;
    const announced = async () =>
      (await server.call('tradeList')).envelope.data.find(({ Id }) => Id === instrument)?.AnnouncedTerms;
    const { data } = await propose('-1');
    expect(await announced()).toMatchObject([{ At: from, Swap: { Long: '-1.00000000' } }]);
    expect((await propose('-2')).reason).toBe('change_announced');
    const withdrawal = { id: data.proposals[0], approve: false };
    expect((await administrator.call('decideProposal', withdrawal)).envelope.data.state).toBe('rejected');
    expect(await announced()).toEqual([]);
    const both = await Promise.all([propose('-2'), propose('-2')]);
    expect(both.map(({ reason }) => reason).sort()).toEqual(['change_announced', 'ok']);
    clock.time = from;
    const long = async () =>
      (await server.call('tradeList')).envelope.data.find(({ Id }) => Id === instrument)?.Swap.Long;
    await vi.waitUntil(async () => (await long()) === '-2.00000000', POLLING);
    // The proposal ends after its change.
    await expect.poll(announced, POLLING).toEqual([]);
  });
});

async function freshCookie(who: Colleague): Promise<string | undefined> {
  return (await bank.office.signIn(who)).cookie;
}
