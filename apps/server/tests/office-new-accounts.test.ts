import { DAY_MS } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bank, boundAddress, done, fundedUser, openBank } from './support/money.ts';
import { type Colleague, enter } from './support/office.ts';
import { uploaded } from './support/pictures.ts';
import { type RealUser, registerUser, sentTo } from './support/real-user.ts';

let bank: Bank;
beforeEach(async () => {
  bank = await openBank();
});
afterEach(() => bank.server.stop());

const submitted = async (user: RealUser, by: Colleague): Promise<number> => {
  const [front, reverse] = [await uploaded(bank.server, user.token, 2), await uploaded(bank.server, user.token, 3)];
  const form = { name: 'Ana Example', card_id: `C02-${user.id}`, front_pic: front, reverse_pic: reverse };
  expect((await bank.server.call('submitIdentity', form, { token: user.token })).envelope.reason).toBe('ok');
  return (await by.call('identityQueue', { user_id: user.id })).envelope.data.list[0]?.id ?? 0;
};

it('a new account neither approves or revokes an identity nor lifts a freeze or a closing for a day', async () => {
  const user = await registerUser(bank.server);
  const long = await bank.office.hire('compliance', ['compliance']);
  const { token } = (await bank.office.administrator.call('staffInvite', { name: 'new', roles: ['compliance'] }))
    .envelope.data;
  const fresh = await enter(bank.server, bank.clock, token ?? '', 'new');
  const id = await submitted(user, long);
  const attempts = [
    () => fresh.call('approveIdentity', { id, country: 'EE' }),
    () => fresh.call('revokeIdentity', { id, reason: 'forged' }),
    () => fresh.call('officeUnfreezeUser', { user_id: user.id, reason: 'a friend' }),
    () => fresh.call('officeReopenUser', { user_id: user.id, reason: 'a friend' }),
  ];
  const prepare = [
    () => Promise.resolve(0),
    () => done(long, 'approveIdentity', { id, country: 'EE' }),
    () => done(long, 'officeFreezeUser', { user_id: user.id, reason: 'stolen' }),
    () => done(long, 'officeCloseUser', { user_id: user.id, reason: 'fraud' }),
  ];
  for (const [at, attempt] of attempts.entries()) {
    await prepare[at]?.();
    expect([at, (await attempt()).envelope.reason]).toEqual([at, 'approver_too_new']);
  }
  expect((await long.call('officeUser', { user_id: user.id })).envelope.data).toMatchObject({
    frozen_reason: 'stolen',
    identity: 'finished',
  });
  bank.clock.time += DAY_MS;
  const ripe = await bank.office.again(fresh);
  await done(ripe, 'officeUnfreezeUser', { user_id: user.id, reason: 'the owner came with papers' });
});

it('lifting a freeze tells the owner, and the same person then frees no money of the owner for a day', async () => {
  const user = await fundedUser(bank, '500');
  const method = await boundAddress(bank, user);
  const asked = async (): Promise<number> => {
    const input = { draw_currency_id: bank.coin, number: '50', memo: '', draw_method_id: method };
    const { envelope } = await bank.server.call('draw', { ...input, password: user.password }, { token: user.token });
    expect(envelope.reason).toBe('ok');
    return envelope.data.id;
  };
  const [first, second] = [await asked(), await asked()];
  // Both roles in one hand.
  const both = await bank.office.hire('both', ['compliance', 'finance']);
  await done(both, 'withdrawalApprove', { id: first });
  await done(both, 'withdrawalClaim', { id: first });
  await done(both, 'officeFreezeUser', { user_id: user.id, reason: 'stolen' });
  await done(both, 'officeUnfreezeUser', { user_id: user.id, reason: 'said so' });

  const told = (await sentTo(bank.server, user.email)).at(-1);
  expect(told).toMatchObject({ template: 'account_unfrozen' });
  expect(told?.body).toMatch(/https?:\/\/[^\s]+\/#\/freeze\?token=[\w-]{43}&lang=en/);

  const barred = ['withdrawalPay', 'withdrawalClaim', 'withdrawalApprove'] as const;
  for (const name of barred) {
    const id = name === 'withdrawalApprove' ? second : first;
    const input = { id, ...(name === 'withdrawalPay' && { reference: 'tx' }) };
    expect([name, (await both.call(name, input)).envelope.reason]).toEqual([name, 'second_person_required']);
  }
  await done(bank.one, 'withdrawalApprove', { id: second });
  bank.clock.time += DAY_MS;
  const later = await bank.office.again(both);
  await done(later, 'withdrawalPay', { id: first, reference: 'tx' });
});
