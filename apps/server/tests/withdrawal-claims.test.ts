import { CLAIM_MINUTES } from '@fairlot/contract';
import { MINUTE_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Colleague } from './support/office.ts';
import { type Bank, balances, boundAddress, done, fundedUser, openBank } from './support/money.ts';
import { type RealUser, query } from './support/real-user.ts';

let bank: Bank;
let user: RealUser;
let method: number;
beforeAll(async () => {
  bank = await openBank();
  user = await fundedUser(bank, '1000');
  method = await boundAddress(bank, user);
});
afterAll(() => bank.server.stop());

/** A withdrawal that one person has approved. */
const approvedOne = async (owner = user, how = method): Promise<number> => {
  const { envelope } = await bank.server.call(
    'draw',
    { draw_currency_id: bank.coin, number: '50', memo: '', draw_method_id: how, password: owner.password },
    { token: owner.token },
  );
  expect(envelope.reason).toBe('ok');
  await done(bank.one, 'withdrawalApprove', { id: envelope.data.id });
  return envelope.data.id;
};
const claim = async (who: Colleague, id: number, reason?: string) =>
  (await who.call('withdrawalClaim', { id, ...(reason === undefined ? {} : { reason }) })).envelope;
const release = async (who: Colleague, id: number) => (await who.call('withdrawalUnclaim', { id })).envelope;
const pay = async (who: Colleague, id: number, reference = 'tx') =>
  (await who.call('withdrawalPay', { id, reference })).envelope;
const reject = async (who: Colleague, id: number) =>
  (await who.call('withdrawalReject', { id, reason: 'wrong address' })).envelope;
const later = (): void => void (bank.clock.time += CLAIM_MINUTES * MINUTE_MS);
/** Signs the cashiers in again, whose sessions ended while the clock moved. */
const signIn = async (): Promise<void> => {
  bank = { ...bank, one: await bank.office.again(bank.one), other: await bank.office.again(bank.other) };
};

describe('the payment of a withdrawal', () => {
  it('belongs to the one of two clerks who claimed it, and all others see who and since when', async () => {
    const id = await approvedOne();
    expect((await pay(bank.one, id)).reason).toBe('withdrawal_not_claimed');
    const answers = await Promise.all([claim(bank.one, id), claim(bank.other, id)]);
    expect(answers.map(({ reason }) => reason).toSorted()).toEqual(['ok', 'withdrawal_claimed']);
    const [mine, theirs] = answers[0].reason === 'ok' ? [bank.one, bank.other] : [bank.other, bank.one];
    const since = new Date(bank.clock.time).toISOString();
    expect((await theirs.call('staffWithdrawal', { id })).envelope.data.withdrawal).toMatchObject({
      status: 'approved',
      claimed_by: mine.id,
      claimer: mine.name,
      claimed_at: since,
    });
    expect((await pay(theirs, id)).reason).toBe('withdrawal_claimed');
    expect((await reject(theirs, id)).reason).toBe('withdrawal_claimed');
    bank.clock.time += MINUTE_MS;
    expect((await claim(mine, id)).data.claimed_at).toBe(since);
    expect((await pay(mine, id)).data).toMatchObject({ status: 'paid', claimed_by: mine.id, decided_by: mine.id });
    expect((await pay(mine, id)).data.status).toBe('paid');
    const decided = { reason: 'decided_by_colleague', detail: { name: mine.name } };
    for (const late of [await pay(theirs, id), await pay(theirs, id, 'other'), await reject(theirs, id)])
      expect(late).toMatchObject(decided);
    expect((await balances(bank.server, user))[1]).toBe('0.000000');
  });

  it('that is rejected by two clerks: the second one reads who was first, also for the same reason', async () => {
    const id = await approvedOne();
    for (let time = 0; time < 2; time += 1) expect((await reject(bank.one, id)).data.status).toBe('rejected');
    expect(await reject(bank.other, id)).toMatchObject({
      reason: 'decided_by_colleague',
      detail: { name: bank.one.name },
    });
    const other = (await bank.one.call('withdrawalReject', { id, reason: 'another reason' })).envelope;
    expect(other.reason).toBe('record_changed');
  });

  it('can be released by its claimer only, and claimed by the next', async () => {
    const id = await approvedOne();
    await done(bank.one, 'withdrawalClaim', { id });
    expect((await release(bank.other, id)).reason).toBe('withdrawal_claimed');
    expect((await release(bank.one, id)).data).toMatchObject({ claimed_by: null, claimed_at: null, claimer: null });
    expect((await release(bank.one, id)).reason).toBe('ok');
    expect((await pay(bank.one, id)).reason).toBe('withdrawal_not_claimed');
    await done(bank.other, 'withdrawalClaim', { id });
    expect((await pay(bank.other, id)).data.status).toBe('paid');
    expect((await release(bank.other, id)).reason).toBe('record_changed');
    expect((await claim(bank.one, id)).reason).toBe('record_changed');
  });

  it('is not claimed before the approval, for a frozen user, nor by the last of two approvers', async () => {
    const owner = await fundedUser(bank, '100');
    const frozen = await approvedOne(owner, await boundAddress(bank, owner));
    const compliance = await bank.office.hire('claims-compliance', ['compliance']);
    await done(compliance, 'officeFreezeUser', { user_id: owner.id, reason: 'a stolen phone' });
    expect((await claim(bank.one, frozen)).reason).toBe('user_frozen');
    await done(compliance, 'officeUnfreezeUser', { user_id: owner.id, reason: 'the owner called' });
    await query(bank.server, `update withdrawals set state = 'review' where id = $1`, [frozen]);
    expect((await claim(bank.one, frozen)).reason).toBe('record_changed');
    await query(bank.server, `update withdrawals set state = 'approved', approvals_needed = 2 where id = $1`, [frozen]);
    await query(bank.server, `insert into withdrawal_approvals (withdrawal_id, staff_id) values ($1, $2)`, [
      frozen,
      bank.other.id,
    ]);
    expect((await claim(bank.other, frozen)).reason).toBe('payer_approved_last');
    expect((await claim(bank.one, frozen)).reason).toBe('ok');
    expect((await reject(bank.one, frozen)).data.status).toBe('rejected');
  });

  it('can be taken over with a reason after a time, which ends the first claim and stands in the audit log', async () => {
    const compliance = await bank.office.hire('auditor', ['compliance']);
    const id = await approvedOne();
    await done(bank.one, 'withdrawalClaim', { id });
    expect((await claim(bank.other, id, 'she is at lunch')).reason).toBe('withdrawal_claimed');
    later();
    await signIn();
    expect(await claim(bank.other, id)).toMatchObject({ reason: 'bad_request', detail: { field: 'reason' } });
    expect((await claim(bank.other, id, 'she went home, nothing was sent')).data.claimed_by).toBe(bank.other.id);
    expect((await pay(bank.one, id)).reason).toBe('withdrawal_claimed');
    expect((await pay(bank.other, id)).data.status).toBe('paid');
    const auditor = await bank.office.again(compliance);
    const { list } = (await auditor.call('auditList', { action: 'withdrawals/claim' })).envelope.data;
    expect(list[0]).toMatchObject({ subject: `withdrawal ${id}`, outcome: 'ok' });
    expect(JSON.stringify(list[0])).toContain('nothing was sent');
  });
});
