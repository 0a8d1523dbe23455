import { imageIdOf } from '@fairlot/contract';
import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bank,
  approved,
  balances,
  boundAddress,
  done,
  ledgerSums,
  openBank,
  reported,
  uploaded,
} from './support/money.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';

const TERMS = {
  reward_kind: 'fixed',
  reward_amount: '50',
  reward_min_deposits: '500',
  reward_min_fees: '0',
  // The clock of the test runs ahead of the registrations, whose time is the database's.
  reward_days: 365,
  reward_hold_days: 0,
  reward_month_people: 4,
  reward_day_amount: '150',
};
let bank: Bank;
let networks = 0;

beforeAll(async () => {
  bank = await openBank({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' }, TERMS);
});
afterAll(() => bank.server.stop());

/** Registers from a network of its own, or from a given one. */
const register = (code = '', from = `198.51.100.${(networks += 1)}`): Promise<RealUser> =>
  registerUser(bank.server, code === '' ? {} : { invite_code: code }, { from });
const verify = async (user: RealUser, card = `card of ${user.id}`): Promise<void> => {
  const [front, reverse] = [await uploaded(bank.server, user.id), await uploaded(bank.server, user.id)];
  await query(
    bank.server,
    `insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, key, submitted_at, status, country, decided_at, decided_by)
      values ($1, 'Ana Example', 'x', $2, $3, $4, $3, now(), 'finished', 'DE', now(), 1)`,
    [user.id, card, imageIdOf(front), imageIdOf(reverse)],
  );
};
const pay = async (user: RealUser, amount: string): Promise<void> => {
  const { envelope } = await bank.one.call('depositFinish', { id: await reported(bank, user, amount) });
  expect(envelope).toMatchObject({ reason: 'ok', data: { status: 1 } });
};
/** A person whom an inviter brought, and who meets the conditions of the fixed sum. */
const brought = async (inviter: RealUser, from?: string): Promise<RealUser> => {
  const user = await register(inviter.inviteCode, from);
  await verify(user);
  await pay(user, '600');
  return user;
};
/** Lets the day end. The first round of a start settles it. */
const nextDay = async (days = 1): Promise<void> => {
  bank.clock.time = (Math.floor(bank.clock.time / DAY_MS) + days) * DAY_MS + 2 * HOUR_MS;
  await bank.server.restart();
  for (const who of ['one', 'other', 'second'] as const) bank = { ...bank, [who]: await bank.office.again(bank[who]) };
};
/** Days until the 10th to 20th of a month, so that the next days are of the same one. */
const daysToMiddleOfMonth = (time: number): number => {
  let days = 1;
  for (; Math.abs(new Date(time + days * DAY_MS).getUTCDate() - 15) > 5; days += 1);
  return days;
};
const rewardsOf = (user: RealUser) =>
  query<{ id: string; invited: string; kind: string; amount: string; state: string; reasons: string[] }>(
    bank.server,
    'select id, invited_id as invited, kind, amount, state, reasons from rewards where inviter_id = $1 order by id',
    [user.id],
  );
const entries = async (user: RealUser) =>
  (await bank.server.call('forexChange', { page: 1 }, { token: user.token })).envelope.data.list.filter(
    ({ Type }) => Type === 12,
  );
const cash = async (user: RealUser): Promise<string> => (await balances(bank.server, user))[0];
const decide = async (who: Bank['one'], id: string | undefined, approve = true) =>
  (await who.call('officeDecideReward', { id: Number(id), approve, remark: 'looked at it' })).envelope;

describe('a fixed sum', () => {
  it('is paid once, by an entry that names the reward, and both sides and staff see who invited whom', async () => {
    const inviter = await register();
    const friend = await brought(inviter);
    const idle = await register(inviter.inviteCode);
    await nextDay();
    const [reward] = await rewardsOf(inviter);
    expect(await entries(inviter)).toMatchObject([
      { Value: '50.000000', Reference: Number(reward?.id), Memo: 'fixed', MemoTran: 'Reward for an invitation' },
    ]);
    expect(await cash(inviter)).toBe('50.000000');
    await nextDay();
    await nextDay(3);
    expect(await rewardsOf(inviter)).toHaveLength(1);
    expect(await ledgerSums(bank.server, inviter)).toEqual(['50.000000', '0.000000']);

    const { token } = inviter;
    const masked = expect.stringMatching(/^u\*\*\*@e\*\*\*\.com$/) as string;
    const center = (await bank.server.call('inviteCenter', {}, { token })).envelope.data;
    expect(center).toMatchObject({ inviter: '', earned: '50.000000', terms: { kind: 'fixed', amount: '50.00' } });
    expect(center.months).toMatchObject([{ amount: '50.000000' }]);
    expect((await bank.server.call('inviteCenter', {}, { token: friend.token })).envelope.data.inviter).toEqual(masked);
    expect((await bank.server.call('invitedPeople', {}, { token })).envelope.data).toMatchObject({
      total: 2,
      list: [
        { name: masked, state: 'registered' },
        { name: masked, state: 'funded' },
      ],
    });
    expect((await bank.server.call('ownRewards', {}, { token })).envelope.data.list).toMatchObject([
      { name: masked, kind: 'fixed', amount: '50.000000', state: 'paid' },
    ]);
    expect((await bank.one.call('officeInvited', { user_id: inviter.id })).envelope.data).toMatchObject({
      total: 2,
      list: [
        { id: idle.id, email: idle.email, state: 'registered', rewarded: '0.000000' },
        { id: friend.id, email: friend.email, state: 'funded', rewarded: '50.000000' },
      ],
    });
    const demo = await bank.server.demo();
    expect((await bank.server.call('inviteCenter', {}, { token: demo.token })).envelope.reason).toBe(
      'real_account_required',
    );
  });

  it('needs an approved identity, the deposits left where they are, and an open account', async () => {
    const inviter = await register();
    const nameless = await register(inviter.inviteCode);
    await pay(nameless, '600');
    const poor = await register(inviter.inviteCode);
    await verify(poor);
    await pay(poor, '499.99');
    const leaving = await brought(inviter);
    await done(bank.one, 'depositReverse', {
      id: (await bank.one.call('staffDeposits', { user_id: leaving.id })).envelope.data.list[0]?.id,
      amount: '200',
      reason: 'charged back',
    });
    const withdrawing = await brought(inviter);
    const draw = {
      draw_currency_id: bank.coin,
      number: '150',
      memo: '',
      draw_method_id: await boundAddress(bank, withdrawing),
      password: withdrawing.password,
    };
    expect((await bank.server.call('draw', draw, { token: withdrawing.token })).envelope.reason).toBe('ok');
    const closed = await brought(inviter);
    await query(bank.server, 'update users set closing_at = now() where id = $1', [closed.id]);
    await nextDay();
    expect(await rewardsOf(inviter)).toEqual([]);
    await pay(poor, '10');
    await nextDay();
    expect(await rewardsOf(inviter)).toMatchObject([{ invited: String(poor.id), state: 'paid' }]);
  });

  it('is paid once when the record of its payment is lost', async () => {
    const inviter = await register();
    await brought(inviter);
    await query(
      bank.server,
      `create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
        create trigger break_off before update on rewards for each row execute function break_off()`,
    );
    await nextDay();
    expect(await rewardsOf(inviter)).toMatchObject([{ state: 'approved' }]);
    expect(await cash(inviter)).toBe('50.000000');
    expect((await bank.server.raw('/metrics')).text).toContain('fairlot_records_stuck{kind="rewards"} 1');
    await query(bank.server, 'drop trigger break_off on rewards');
    await query(bank.server, `update stuck_records set next_try_at = now()`);
    await bank.server.restart();
    expect(await rewardsOf(inviter)).toMatchObject([{ state: 'paid' }]);
    expect(await entries(inviter)).toHaveLength(1);
    expect(await ledgerSums(bank.server, inviter)).toEqual(['50.000000', '0.000000']);
  });
});

describe('a reward that waits', () => {
  it('names its reasons, and is paid once after finance approves it', async () => {
    const inviter = await register();
    const neighbour = await brought(inviter, `198.51.100.${networks}`);
    await nextDay();
    const [reward] = await rewardsOf(inviter);
    expect(reward).toMatchObject({ invited: String(neighbour.id), state: 'waiting', reasons: ['network'] });
    expect((await bank.server.call('ownRewards', {}, { token: inviter.token })).envelope.data.list).toMatchObject([
      { state: 'review' },
    ]);
    const waiting = (await bank.one.call('officeRewards', { state: 'waiting' })).envelope.data.list;
    expect(waiting).toMatchObject([{ user_id: inviter.id, invited_id: neighbour.id, reasons: ['network'] }]);
    expect((await decide(bank.second, reward?.id)).reason).toBe('staff_role_required');
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(bank.one, reward?.id)));
    expect(answers.map(({ reason }) => reason)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect((await decide(bank.other, reward?.id)).reason).toBe('decided_by_colleague');
    expect(await cash(inviter)).toBe('50.000000');
    expect((await bank.one.call('officeLimits', { user_id: inviter.id })).envelope.data.user_day).toBe('50.000000');
  });

  it('waits for the same document, a frozen side, an account of staff, and a chain', async () => {
    const first = await register();
    await verify(first, 'one card');
    const second = await register(first.inviteCode);
    const third = await register(second.inviteCode);
    await verify(third, 'one card');
    await pay(third, '600');
    const twin = await register(first.inviteCode);
    await verify(twin, 'one card');
    await pay(twin, '600');
    const frozen = await register();
    await brought(frozen);
    await query(bank.server, 'update users set blocked_at = now() where id = $1', [frozen.id]);
    const colleague = await register();
    await query(bank.server, 'update staff set email = upper($1) where id = $2', [colleague.email, bank.one.id]);
    await brought(colleague);
    await nextDay();
    await query(bank.server, 'update staff set email = null where id = $1', [bank.one.id]);
    const reasons = await Promise.all(
      [first, second, frozen, colleague].map(async (user) =>
        (await rewardsOf(user)).map(({ state, reasons: why }) => [state, ...why]),
      ),
    );
    expect(reasons).toEqual([
      [['waiting', 'document']],
      [['waiting', 'chain']],
      [['waiting', 'frozen']],
      [['waiting', 'staff']],
    ]);
    const [own] = await rewardsOf(first);
    expect((await decide(bank.one, own?.id, false)).data).toMatchObject({ state: 'rejected', decider: 'fin-one' });
    expect((await decide(bank.one, own?.id)).reason).toBe('record_changed');
    expect(await cash(first)).toBe('0.000000');
  });

  it('waits above the sum of a day and the persons of a month, and for a second person above the sums of one', async () => {
    await nextDay(daysToMiddleOfMonth(bank.clock.time));
    const inviter = await register();
    for (let person = 0; person < 4; person += 1) await brought(inviter);
    await nextDay();
    const rewards = await rewardsOf(inviter);
    expect(rewards.map(({ state, reasons }) => [state, ...reasons])).toEqual([
      ['paid'],
      ['paid'],
      ['paid'],
      ['waiting', 'sum'],
    ]);
    expect(await cash(inviter)).toBe('150.000000');
    await query(
      bank.server,
      `insert into one_person_decisions (kind, record_id, user_id, person_id, amount, at) values ('adjustments', 999999, $1, $2, 4990000000, $3)`,
      [inviter.id, bank.other.id, new Date(bank.clock.time)],
    );
    const id = rewards[3]?.id;
    expect((await decide(bank.one, id)).data).toMatchObject({ state: 'waiting', approver: 'fin-one' });
    expect((await decide(bank.one, id)).reason).toBe('second_person_required');
    expect((await decide(bank.other, id)).data).toMatchObject({ state: 'paid', decider: 'fin-two' });
    expect(await cash(inviter)).toBe('200.000000');
    await brought(inviter);
    await nextDay();
    expect((await rewardsOf(inviter)).at(-1)).toMatchObject({ state: 'waiting', reasons: ['people'] });
  });
});

describe('a share of fees', () => {
  it('is a second person’s decision, and rounds each day’s fees down, once', async () => {
    const inviter = await register();
    const administrator = await bank.office.again(bank.office.administrator);
    bank = { ...bank, office: { ...bank.office, administrator } };
    const { version } = (await administrator.call('siteSettings')).envelope.data;
    await approved(bank, 'changeSiteSettings', { version, values: { reward_kind: 'share', reward_share_ratio: 7 } });
    const friend = await brought(inviter);
    const bitcoin = await bank.server.instrument('BTCUSD');
    const order = marketOrder(bitcoin, { cont: '0.03', multiple: 10 });
    const { envelope } = await whenQuoted(() => bank.server.call('submit', order, { token: friend.token }));
    expect(envelope.reason).toBe('ok');
    await nextDay();
    const [paid] = await query<{ fees: string }>(
      bank.server,
      'select sum(amount)::text as fees from transfers where account = $1 and kind = 4',
      [friend.id],
    );
    const share = (BigInt(paid?.fees ?? 0) * 7n) / 100n;
    expect(share).toBeGreaterThan(0n);
    await nextDay();
    expect(await rewardsOf(inviter)).toMatchObject([{ kind: 'share', amount: String(share), state: 'paid' }]);
    expect((await entries(inviter))[0]?.Memo).toMatch(/^7% × \d+\.\d{6} USD, \d{4}-\d\d-\d\d$/);
    expect((await bank.server.call('inviteCenter', {}, { token: friend.token })).envelope.data.terms).toMatchObject({
      kind: 'share',
      percent: 7,
    });
  });
});
