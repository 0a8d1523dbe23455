import { STAFF_ROLES } from '@fairlot/contract';
import { DAY_MS } from '@fairlot/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bank, openBank } from './support/money.ts';
import { OnePersonWalk, anyStep, worstWindow } from './support/one-person-walk.ts';
import { registerUser } from './support/real-user.ts';

/** Steps that no limit forbids: corrections, deposits, a withdrawal and a second name. */
const PRELUDE = ['adjust', 'reportAndCredit', 'adjust', 'reportAndCredit', 'draw', 'approve', 'pay', 'invite'] as const;

/** The dishonest person hides terms in a disabled record of each kind; a colleague approves by what is shown. */
const TERMS_PRELUDE = ['disableTerms', 'changeTerms', 'approveShown', 'enableTerms', 'approveShown'] as const;

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank.server.stop());

it('no sequence of one person’s calls exceeds the limits or misdirects payments', async () => {
  // The person has all roles. Honest colleagues exist and do nothing, so that their accounts can be taken over.
  const root = bank.office.administrator;
  const given = await root.call('staffSetRoles', { id: root.id, roles: STAFF_ROLES });
  expect(given.envelope.data.proposal).toBeNull();
  await registerUser(bank.server);
  const walk = await OnePersonWalk.start(bank, root);
  await walk.open();
  for (const kind of PRELUDE) await walk.take({ kind, actor: 0, target: 0, user: 0, dollars: 900, roles: STAFF_ROLES });
  // The walk is worth something only if money moves and the person gets several names.
  expect(walk.moves.map(({ amount }) => amount)).toEqual([900, 900, 900, 900, 900]);
  expect(walk.names).toBe(2);
  for (const target of [0, 1, 2, 3])
    for (const kind of TERMS_PRELUDE)
      await walk.take({ kind, actor: 0, target, user: 0, dollars: 1, roles: STAFF_ROLES });
  expect([[...walk.terms.misdirected], walk.terms.approvals]).toEqual([[], 4]);
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
      expect([...walk.terms.misdirected]).toEqual([]);
    }),
    // A failed run leaves its records, so a shorter sequence would not be the same test.
    { numRuns: 5, endOnFailure: true },
  );
});
