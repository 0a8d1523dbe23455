import { STAFF_ROLES } from '@fairlot/contract';
import { DAY_MS } from '@fairlot/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bank, openBank } from './support/money.ts';
import { OnePersonWalk, anyStep, worstWindow } from './support/one-person-walk.ts';
import { registerUser } from './support/real-user.ts';

/** Steps that no limit forbids: corrections, deposits, a withdrawal and a second name. */
const PRELUDE = ['adjust', 'reportAndCredit', 'adjust', 'reportAndCredit', 'draw', 'approve', 'pay', 'invite'] as const;

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank.server.stop());

it('no sequence of one person’s calls moves more than the limits of a day and of a week', async () => {
  // The person has all roles. Honest colleagues exist and do nothing, so that their accounts can be taken over.
  const root = bank.office.administrator;
  const given = await root.call('staffSetRoles', { id: root.id, roles: STAFF_ROLES });
  expect(given.envelope.data.proposal).toBeNull();
  await registerUser(bank.server);
  const walk = new OnePersonWalk(bank, root);
  await walk.open();
  for (const kind of PRELUDE) await walk.take({ kind, actor: 0, target: 0, user: 0, dollars: 900, roles: STAFF_ROLES });
  // The walk is worth something only if money moves and the person gets several names.
  expect(walk.moves.map(({ amount }) => amount)).toEqual([900, 900, 900, 900, 900]);
  expect(walk.names).toBe(2);
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 60, maxLength: 60 }), async (steps) => {
      await walk.open();
      for (const step of steps) await walk.take(step);
      const of = (key: 'day' | 'week') => walk.limits.map((limits) => ({ at: limits.at, limit: limits[key] }));
      const windows = [
        ...worstWindow(walk.moves, of('day'), DAY_MS),
        ...worstWindow(walk.moves, of('week'), 7 * DAY_MS),
      ];
      expect(windows.filter(({ sum, limit }) => sum > limit)).toEqual([]);
    }),
    // A failed run leaves its records, so a shorter sequence would not be the same test.
    { numRuns: 5, endOnFailure: true },
  );
}, 240_000);
