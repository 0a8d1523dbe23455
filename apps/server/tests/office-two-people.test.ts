import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, boundAddress, done, openBank, payOut, reported } from './support/money.ts';
import { type Colleague, enter } from './support/office.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';

let bank: Bank;
let root: Colleague;
let user: RealUser;

beforeAll(async () => {
  bank = await openBank();
  root = bank.office.administrator;
  user = await registerUser(bank.server);
});
afterAll(() => bank.server.stop());

const credit = async (who: Colleague, owner: RealUser, amount: string) => {
  const id = await reported(bank, owner, amount);
  return { id, ...(await who.call('depositFinish', { id })).envelope };
};
const adjust = async (who: Colleague, owner: RealUser, amount: string) =>
  (await who.call('officeAdjust', { user_id: owner.id, amount, memo: 'a correction' })).envelope;
const asked = async (owner: RealUser, method: number, number: string): Promise<number> => {
  const { envelope } = await bank.server.call(
    'draw',
    { draw_currency_id: bank.coin, number, memo: '', draw_method_id: method, password: owner.password },
    { token: owner.token },
  );
  expect(envelope.reason).toBe('ok');
  return envelope.data.id;
};
const approve = async (who: Colleague, id: number) => (await who.call('withdrawalApprove', { id })).envelope;
const pay = async (who: Colleague, id: number) => (await payOut(who, id, `tx ${id}`)).envelope;
/** Lets days pass, and signs in again. */
const later = async (days: number): Promise<void> => {
  bank.clock.time += days * DAY_MS;
  for (const who of ['one', 'other', 'second'] as const) bank = { ...bank, [who]: await bank.office.again(bank[who]) };
  root = await bank.office.again(root);
};
/** A user with money that two people credited. */
const rich = async (amount: string): Promise<RealUser> => {
  const owner = await registerUser(bank.server);
  const { id } = await credit(bank.one, owner, amount);
  expect((await bank.other.call('depositFinish', { id })).envelope.data.status).toBe(1);
  return owner;
};
/** Invites a colleague and sets the account up, as its owner does. */
const hired = async (by: Colleague, name: string, roles: readonly string[]): Promise<Colleague> => {
  const { envelope } = await by.call('staffInvite', { name, roles });
  expect(envelope.reason).toBe('ok');
  return enter(bank.server, bank.clock, envelope.data.token ?? '', name);
};

describe('the sum of what one person moves', () => {
  it('stops slices of adjustments', async () => {
    const owner = await registerUser(bank.server);
    expect((await adjust(bank.one, owner, '3000')).data.state).toBe('done');
    expect((await adjust(bank.one, owner, '2000')).data.state).toBe('done');
    expect((await adjust(bank.one, owner, '0.01')).data.state).toBe('waiting');
  });

  it('counts all users of a clerk and all clerks of a user, over adjustments, deposits and withdrawals', async () => {
    await later(8);
    const [first, second] = [await registerUser(bank.server), await registerUser(bank.server)];
    expect((await credit(bank.one, first, '3000')).data.status).toBe(1);
    expect((await adjust(bank.one, second, '-1')).reason).toBe('insufficient_balance');
    expect((await adjust(bank.one, second, '2000')).data.state).toBe('done');
    expect((await credit(bank.one, second, '10')).data).toMatchObject({ status: 0, approved_by: bank.one.id });
    expect((await adjust(bank.other, first, '2000.01')).data.state).toBe('waiting');
    expect((await credit(bank.other, first, '2000')).data.status).toBe(1);
    const method = await boundAddress(bank, first);
    expect((await approve(bank.other, await asked(first, method, '100'))).data).toMatchObject({
      status: 'review',
      approvals_needed: 2,
    });
  });

  it('has room again after a day, and not before a week above the sum of a week', async () => {
    await later(8);
    const owners = [await registerUser(bank.server), await registerUser(bank.server)];
    for (const [day, owner] of [owners[0], owners[1], owners[0], owners[1]].entries()) {
      expect([day, (await adjust(bank.one, owner ?? user, '5000')).data.state]).toEqual([day, 'done']);
      await later(1);
    }
    expect((await adjust(bank.one, user, '0.01')).data.state).toBe('waiting');
    await later(3);
    expect((await adjust(bank.one, user, '5000')).data.state).toBe('done');
  });

  it('stands before every decision, with its limits', async () => {
    await later(8);
    const owner = await registerUser(bank.server);
    await adjust(bank.one, owner, '100');
    await adjust(bank.other, owner, '-40');
    const { data } = (await bank.one.call('officeLimits', { user_id: owner.id })).envelope;
    expect(data).toEqual({
      day_limit: '5000.000000',
      week_limit: '20000.000000',
      own_day: '100.000000',
      own_week: '100.000000',
      user_day: '140.000000',
      user_week: '140.000000',
      may_decide_from: null,
    });
  });
});

describe('a deposit above the limit', () => {
  it('is credited by two different people, once', async () => {
    await later(8);
    const owner = await registerUser(bank.server);
    const { id, data } = await credit(bank.one, owner, '50000');
    expect(data).toMatchObject({ status: 0, approved_by: bank.one.id, approver: 'fin-one', decided_by: null });
    expect((await bank.one.call('depositFinish', { id })).envelope.reason).toBe('second_person_required');
    const answers = await Promise.all(Array.from({ length: 10 }, () => bank.other.call('depositFinish', { id })));
    expect(answers[0]?.envelope.data).toMatchObject({ status: 1, approver: 'fin-one', decider: 'fin-two' });
    expect((await bank.server.call('getBalance', {}, { token: owner.token })).envelope.data.balance).toBe(
      '50000.000000',
    );
  });

  it('that one person agreed to can still be rejected', async () => {
    const { id } = await credit(bank.one, await registerUser(bank.server), '50000');
    expect((await bank.one.call('depositReject', { id, reason: 'never arrived' })).envelope.data.status).toBe(2);
  });
});

describe('a withdrawal', () => {
  it('above the limit is not paid by the person who approved it last', async () => {
    await later(8);
    const owner = await rich('30000');
    const method = await boundAddress(bank, owner);
    const id = await asked(owner, method, '6000');
    await approve(bank.one, id);
    expect((await approve(bank.other, id)).data.status).toBe('approved');
    expect((await pay(bank.other, id)).reason).toBe('payer_approved_last');
    expect((await pay(bank.one, id)).data.status).toBe('paid');
  });

  it('approved on several days is not paid by the same person on one day', async () => {
    await later(8);
    const owner = await rich('30000');
    const method = await boundAddress(bank, owner);
    const ids: number[] = [];
    for (let day = 0; day < 3; day += 1) {
      const id = await asked(owner, method, '5000');
      expect((await approve(bank.one, id)).data.status).toBe('approved');
      ids.push(id);
      await later(1);
    }
    expect((await pay(bank.one, ids[0] ?? 0)).data.status).toBe('paid');
    expect((await pay(bank.one, ids[1] ?? 0)).reason).toBe('second_person_required');
    expect((await pay(bank.other, ids[1] ?? 0)).data.status).toBe('paid');
  });

  it('that is rejected makes room again', async () => {
    await later(8);
    const owner = await rich('30000');
    const method = await boundAddress(bank, owner);
    const id = await asked(owner, method, '5000');
    expect((await approve(bank.one, id)).data.status).toBe('approved');
    await done(bank.one, 'withdrawalReject', { id, reason: 'not today' });
    expect((await approve(bank.one, await asked(owner, method, '5000'))).data.status).toBe('approved');
  });

  it('leaves no gap for requests at the same moment', async () => {
    await later(8);
    const owner = await registerUser(bank.server);
    const answers = await Promise.all(Array.from({ length: 12 }, () => adjust(bank.one, owner, '1000')));
    expect(answers.filter(({ data }) => data.state === 'done')).toHaveLength(5);
  });
});

describe('an administrator', () => {
  it('does not become a second person by inviting one', async () => {
    await later(8);
    user = await registerUser(bank.server);
    const puppet = await hired(root, 'fin.three', ['finance', 'administrator']);
    const { id } = (await adjust(bank.one, user, '6000')).data;
    expect((await puppet.call('officeDecideAdjustment', { id, approve: true })).envelope.reason).toBe(
      'approver_too_new',
    );
    expect((await credit(puppet, user, '10')).reason).toBe('approver_too_new');
    await later(1);
    const later3 = await bank.office.again(puppet);
    // A clerk that the same administrator invited is the same person, and so is the administrator.
    const other = await bank.office.again(await hired(root, 'fin.four', ['finance']));
    await later(1);
    const [three, four] = [await bank.office.again(later3), await bank.office.again(other)];
    const big = (await adjust(four, user, '6000')).data.id;
    expect((await three.call('officeDecideAdjustment', { id: big, approve: true })).envelope.reason).toBe(
      'second_person_required',
    );
    expect((await root.call('officeDecideAdjustment', { id: big, approve: true })).envelope.reason).toBe(
      'second_person_required',
    );
    // The two share one limit.
    expect((await adjust(three, await registerUser(bank.server), '3000')).data.state).toBe('done');
    expect((await adjust(four, await registerUser(bank.server), '3000')).data.state).toBe('waiting');
    // Neither approves a change of settings that the administrator asked for.
    const { version } = (await root.call('siteSettings')).envelope.data;
    const { proposal } = (
      await root.call('changeSiteSettings', {
        version,
        values: { two_person_amount: '100000', two_person_week_amount: '500000' },
      })
    ).envelope.data;
    expect((await three.call('decideProposal', { id: proposal, approve: true })).envelope.reason).toBe(
      'second_person_required',
    );
    // Nor does it confirm the other.
    expect((await three.call('staffConfirm', { id: four.id })).envelope.reason).toBe('second_person_required');
    expect((await root.call('staffConfirm', { id: four.id })).envelope.reason).toBe('second_person_required');
  });

  it('who knows the new colleague confirms that the account is a person of its own', async () => {
    const member = (await root.call('staffMembers')).envelope.data.list.find(({ name }) => name === 'fin.four');
    expect(member).toMatchObject({ acts_for: 'root' });
    expect((await bank.second.call('staffConfirm', { id: member?.id })).envelope.data).toMatchObject({
      acts_for: null,
    });
  });

  it('does not take over a colleague by a new link', async () => {
    await later(8);
    const { token } = (await root.call('staffNewLink', { id: bank.other.id })).envelope.data;
    const taken = await enter(bank.server, bank.clock, token ?? '', 'fin-two');
    bank = { ...bank, other: taken };
    await later(2);
    const { id } = (await adjust(bank.one, user, '6000')).data;
    expect((await bank.other.call('officeDecideAdjustment', { id, approve: true })).envelope.data.state).toBe('done');
    const three = (await root.call('staffMembers')).envelope.data.list.find(({ name }) => name === 'fin.three');
    expect(three).toMatchObject({ acts_for: 'root' });
    const own = (await adjust(bank.other, user, '6000')).data.id;
    expect((await root.call('officeDecideAdjustment', { id: own, approve: true })).envelope.reason).toBe(
      'second_person_required',
    );
  });

  it('does not give roles alone', async () => {
    const answer = (await root.call('staffSetRoles', { id: root.id, roles: ['administrator', 'finance'] })).envelope;
    expect(answer).toMatchObject({
      reason: 'ok',
      data: { roles: ['administrator'], proposal: expect.any(Number) as number },
    });
    const { proposal: id } = answer.data;
    expect((await root.call('decideProposal', { id, approve: true })).envelope.reason).toBe('second_person_required');
    expect((await bank.second.call('decideProposal', { id, approve: true })).envelope.data.state).toBe('done');
    const self = (await root.call('staffSelf')).envelope.data;
    expect([...self.roles].sort()).toEqual(['administrator', 'finance']);
  });

  it('who disables the other one waits for a day longer', async () => {
    await done(root, 'staffDisable', { id: bank.second.id });
    const ask = async () => {
      const { version } = (await root.call('siteSettings')).envelope.data;
      const { proposal } = (
        await root.call('changeSiteSettings', { version, values: { two_person_week_amount: '90000' } })
      ).envelope.data;
      return (
        await query<{ alone: boolean }>(bank.server, 'select alone from staff_proposals where id = $1', [proposal])
      )[0];
    };
    // The administrators whom this one invited do not count either.
    expect(await ask()).toEqual({ alone: false });
    bank.clock.time += DAY_MS;
    root = await bank.office.again(root);
    expect(await ask()).toEqual({ alone: true });
    await done(root, 'staffEnable', { id: bank.second.id });
  });
});
