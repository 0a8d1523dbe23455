import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, boundAddress, done, fundedUser, openBank, payOut } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { uploaded } from './support/pictures.ts';
import { type RealUser, query } from './support/real-user.ts';

const REASON = 'the passport was reported stolen';

let bank: Bank;
let compliance: Colleague;
let support: Colleague;
beforeAll(async () => {
  bank = await openBank({}, { withdrawal_needs_verification: true });
  compliance = await bank.office.hire('compliance', ['compliance']);
  support = await bank.office.hire('support', ['support']);
});
afterAll(() => bank.server.stop());

const submitted = async (user: RealUser): Promise<number> => {
  const { envelope } = await bank.server.call(
    'submitIdentity',
    {
      name: 'Ana Example',
      card_id: `C01-${user.id}`,
      front_pic: await uploaded(bank.server, user.token, 2),
      reverse_pic: await uploaded(bank.server, user.token, 3),
    },
    { token: user.token },
  );
  expect(envelope.reason).toBe('ok');
  return (await compliance.call('identityQueue', { user_id: user.id })).envelope.data.list[0]?.id ?? 0;
};
const verified = async (): Promise<{ readonly user: RealUser; readonly id: number }> => {
  const user = await fundedUser(bank, '300');
  const id = await submitted(user);
  await done(compliance, 'approveIdentity', { id, country: 'EE' });
  return { user, id };
};
const draw = async (user: RealUser, method: number) =>
  (
    await bank.server.call(
      'draw',
      { draw_currency_id: bank.coin, number: '50', memo: '', draw_method_id: method, password: user.password },
      { token: user.token },
    )
  ).envelope;
const revoke = async (id: number, who = compliance, reason = REASON) =>
  (await who.call('revokeIdentity', { id, reason })).envelope;
const timeline = async (who: Colleague, user: RealUser) =>
  (await who.call('officeUserTimeline', { user_id: user.id, kind: 'identity' })).envelope.data.list;

describe('the approval of an identity', () => {
  it('can be revoked: the user is told, and withdrawals that wait or are new are refused', async () => {
    const { user, id } = await verified();
    const method = await boundAddress(bank, user);
    const [waiting, ready, claimed] = [await draw(user, method), await draw(user, method), await draw(user, method)];
    for (const { data } of [ready, claimed]) await done(bank.one, 'withdrawalApprove', { id: data.id });
    await done(bank.one, 'withdrawalClaim', { id: claimed.data.id });
    const { data } = await revoke(id);
    expect(data).toMatchObject({ status: 'revoked', decided_by: 'compliance', revoked_by: 'compliance' });
    expect((await draw(user, method)).reason).toBe('verification_required');
    for (const [name, record] of [
      ['withdrawalApprove', waiting],
      ['withdrawalClaim', ready],
      ['withdrawalPay', claimed],
    ] as const) {
      const { envelope } = await bank.one.call(name, {
        id: record.data.id,
        ...(name === 'withdrawalPay' && { reference: 'tx' }),
      });
      expect(envelope.reason).toBe('owner_not_verified');
    }
    expect((await bank.one.call('staffWithdrawal', { id: waiting.data.id })).envelope.data.owner).toMatchObject({
      identity: 'revoked',
      identity_missing: true,
      verified_name: '',
      verified_country: '',
    });
    const mails = await query<{ body: string }>(
      bank.server,
      'select body from outbox where recipient = (select email from users where id = $1) order by id desc limit 1',
      [user.id],
    );
    expect(mails[0]?.body).toContain(REASON);
    expect((await bank.server.call('identityCenter', {}, { token: user.token })).envelope.data).toMatchObject({
      review_status: 0,
      name: 'Ana Example',
      card_id: '',
      reason: REASON,
    });
    // A new submission is reviewed like the first, and what waits can go on.
    await done(compliance, 'approveIdentity', { id: await submitted(user), country: 'FI' });
    expect((await payOut(bank.one, ready.data.id)).envelope.data.status).toBe('paid');
  });

  it('is revoked once, by compliance only, and only while it holds', async () => {
    const { id } = await verified();
    expect((await revoke(id, bank.office.administrator)).reason).toBe('staff_role_required');
    expect((await revoke(id, compliance, 'ab')).reason).toBe('bad_request');
    expect((await revoke(id)).reason).toBe('ok');
    expect((await revoke(id)).reason).toBe('ok');
    expect((await revoke(id, compliance, 'another reason')).reason).toBe('record_changed');
    expect((await compliance.call('approveIdentity', { id, country: 'EE' })).envelope.reason).toBe('record_changed');
    const waiting = await submitted(await fundedUser(bank, '10'));
    expect((await revoke(waiting)).reason).toBe('record_changed');
  });

  it('stands with name and country on the pages of user, deposit and withdrawal', async () => {
    const { user } = await verified();
    const expected = { identity: 'finished', verified_name: 'Ana Example', verified_country: 'EE' };
    const { data } = await draw(user, await boundAddress(bank, user));
    const records = await Promise.all([
      support.call('officeUser', { user_id: user.id }).then((answer) => answer.envelope.data),
      bank.one.call('staffDeposits', { user_id: user.id }).then((answer) => answer.envelope.data.list[0]),
      bank.one.call('staffWithdrawal', { id: data.id }).then((answer) => answer.envelope.data.owner),
    ]);
    for (const record of records) expect(record).toMatchObject(expected);
  });
});

describe('the timeline of a user', () => {
  it('shows reasons about the identity to compliance and administrators, and to nobody else', async () => {
    const user = await fundedUser(bank, '10');
    const first = await submitted(user);
    await done(compliance, 'rejectIdentity', { id: first, reason: 'the photo shows another face' });
    const second = await submitted(user);
    await done(compliance, 'approveIdentity', { id: second, country: 'EE' });
    expect((await revoke(second)).reason).toBe('ok');
    const events = ['revoked', 'finished', 'submitted', 'rejected', 'submitted'];
    for (const [who, texts] of [
      [compliance, [REASON, '', '', 'the photo shows another face', '']],
      [bank.office.administrator, [REASON, '', '', 'the photo shows another face', '']],
      [support, ['', '', '', '', '']],
      [bank.one, ['', '', '', '', '']],
    ] as const) {
      const list = await timeline(who, user);
      expect(list.map(({ event }) => event).toSorted()).toEqual(events.toSorted());
      expect(list.map(({ text }) => text).toSorted()).toEqual([...texts].toSorted());
    }
    const file = await bank.server.raw(`/office/api/users/timeline?user_id=${user.id}&format=csv`, {
      headers: { cookie: support.cookie, 'x-fairlot-office': '1' },
    });
    expect(file.text).not.toContain('another face');
  });
});
