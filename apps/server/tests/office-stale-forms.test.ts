import type { StaffRole } from '@fairlot/contract';
import type { DealingMode } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupOf } from './support/groups.ts';
import { type Bank, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { query, registerUser } from './support/real-user.ts';

let bank: Bank;
let root: Colleague;
beforeAll(async () => {
  bank = await openBank();
  root = bank.office.administrator;
});
afterAll(() => bank.server.stop());

const setRoles = async (roles: readonly StaffRole[], seen?: readonly StaffRole[]) =>
  (await root.call('staffSetRoles', { id: bank.one.id, roles, ...(seen && { seen }) })).envelope;
const change = async (id: number, terms: object, seen?: object) =>
  (await root.call('officeChangeInstrument', { id, terms, ...(seen && { seen }) })).envelope;
const setDealing = async (id: number, mode: DealingMode, seen?: DealingMode) =>
  (await root.call('officeSetDealing', { id, mode, reason: 'a wrong price', ...(seen && { seen }) })).envelope;
const waiting = async () => (await root.call('proposals', { state: 'waiting' })).envelope.data.total;

const groupNamed = async (name: string) => (await root.call('officeAddGroup', groupOf(name))).envelope.data.id ?? 0;
const move = async (user: number, group: number, seen?: number) =>
  (
    await root.call('officeMoveAccount', {
      user_id: user,
      group_id: group,
      reason: 'asked for it',
      ...(seen !== undefined && { seen }),
    })
  ).envelope;

/** Roles and terms after a colleague has changed them, whatever needs a second person. */
async function changeMeanwhile(): Promise<{ readonly instrument: number; readonly proposals: number }> {
  const instrument = await bank.server.instrument('USDCHF');
  await query(bank.server, `update staff set roles = '{support}' where id = $1`, [bank.one.id]);
  expect((await change(instrument, { min_lots: '0.02', hold_ms: 2500 })).reason).toBe('ok');
  return { instrument, proposals: await waiting() };
}

it('a move that was prepared before a colleague’s does not undo it', async () => {
  const { id: user } = await bank.server.demo();
  const [club, other] = [await groupNamed('Club'), await groupNamed('Other')];
  expect((await move(user, club, 2)).reason).toBe('ok');
  const stale = await move(user, other, 2);
  expect([stale.reason, stale.detail]).toEqual(['record_changed', { group_id: 'Club' }]);
  expect((await move(user, other, club)).reason).toBe('ok');
  expect((await move(user, 2)).reason).toBe('ok');
});

describe.each(['before the first real account', 'with a real account'])('%s, a form that was read before', (when) => {
  beforeAll(async () => {
    if (when === 'with a real account') await registerUser(bank.server);
  });

  it('gives no role back that a colleague took', async () => {
    const { proposals } = await changeMeanwhile();
    const stale = await setRoles(['support', 'finance', 'dealer'], ['support', 'finance']);
    expect([stale.reason, stale.detail]).toEqual(['record_changed', { roles: 'support' }]);
    const [row] = await query<{ roles: readonly string[] }>(bank.server, 'select roles from staff where id = $1', [
      bank.one.id,
    ]);
    expect([row?.roles, await waiting()]).toEqual([['support'], proposals]);
    // The order of the roles does not matter, and programs may leave out what they read.
    expect((await setRoles(['dealer', 'support'], ['support'])).reason).toBe('ok');
    expect((await setRoles(['support', 'compliance'])).reason).toBe('ok');
  });

  it('overwrites no terms that a colleague changed, guarded or not', async () => {
    const { instrument, proposals } = await changeMeanwhile();
    const stale = await change(instrument, { min_lots: '0.05', fee_rate: '6' }, { min_lots: '0.01', fee_rate: '3.5' });
    expect([stale.reason, stale.detail]).toEqual(['record_changed', { min_lots: '0.02' }]);
    expect((await change(instrument, { leverages: [10] }, { leverages: [20] })).reason).toBe('record_changed');
    const { list } = (await root.call('officeInstruments', { q: 'USDCHF' })).envelope.data;
    expect([list[0]?.min_lots, await waiting()]).toEqual(['0.02', proposals]);
    // Changes of other terms do not matter.
    expect((await change(instrument, { hold_ms: 3000 }, { hold_ms: 2500 })).data.hold_ms).toBe(3000);
  });

  it('weakens no halt that a colleague made', async () => {
    const instrument = await bank.server.instrument('USDCHF');
    expect((await setDealing(instrument, 'halted', 'normal')).data.dealing).toBe('halted');
    for (const mode of ['closeOnly', 'normal'] as const) {
      const stale = await setDealing(instrument, mode, mode === 'normal' ? 'closeOnly' : 'normal');
      expect([stale.reason, stale.detail]).toEqual(['record_changed', { dealing: 'halted' }]);
    }
    expect((await setDealing(instrument, 'closeOnly', 'halted')).data.dealing).toBe('closeOnly');
    // A stricter mode passes whatever its author saw, and programs may leave out what they read.
    expect((await setDealing(instrument, 'halted', 'normal')).data.dealing).toBe('halted');
    expect((await setDealing(instrument, 'normal')).data.dealing).toBe('normal');
  });
});
