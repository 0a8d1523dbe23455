import type { OutputOfStaff, fundingStaffCalls } from '@fairlot/contract';
import { DAY_MS } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { presentIdentity, verifiedIdentityOf } from '../../../staff/verified-identity.ts';
import { isSameName } from '../checks/same-name.ts';
import type { WithdrawalView } from '../withdrawals/queries.ts';

type Owner = OutputOfStaff<typeof fundingStaffCalls.staffWithdrawal>['owner'];

/** Sessions opened this long before the request are shown, and at most so many. */
const RECENT_MS = 7 * DAY_MS;
const MOST_SESSIONS = 10;

/**
 * Reads the owner of a withdrawal for a reviewer: identity, freeze, and recent changes. `needsIdentity`: the settings
 * require a verified one.
 */
export async function readOwner(
  db: Kysely<Tables>,
  withdrawal: WithdrawalView,
  needsIdentity: boolean,
): Promise<Owner> {
  const user = withdrawal.user_id;
  const [row, method, sessions] = await Promise.all([
    db
      .selectFrom('users')
      .leftJoin('staff', 'staff.id', 'users.blocked_by')
      .select(['blocked_at', 'blocked_reason', 'staff.name as freezer'])
      .select(['password_changed_at', 'factor_changed_at', 'users.totp_since'])
      .select((eb) =>
        eb
          .selectFrom('passkeys')
          .whereRef('passkeys.user_id', '=', 'users.id')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .as('passkeys'),
      )
      .select(verifiedIdentityOf('users.id'))
      .where('users.id', '=', user)
      .executeTakeFirstOrThrow(),
    db.selectFrom('draw_methods').select('created_at').where('id', '=', withdrawal.method_id).executeTakeFirstOrThrow(),
    db
      .selectFrom('sessions')
      .select(['created_at', 'address', 'agent'])
      .where('user_id', '=', user)
      .where('created_at', '>=', new Date(withdrawal.created_at.getTime() - RECENT_MS))
      .orderBy('id', 'desc')
      .limit(MOST_SESSIONS)
      .execute(),
  ]);
  return {
    frozen_at: row.blocked_at?.toISOString() ?? null,
    frozen_reason: row.blocked_reason,
    frozen_by: row.freezer,
    ...presentIdentity(row),
    identity_missing: needsIdentity && row.identity !== 'finished',
    name_match: matchOf(row.verified_name, withdrawal.payee_name),
    method_bound_at: method.created_at.toISOString(),
    password_changed_at: row.password_changed_at?.toISOString() ?? null,
    factor_changed_at: row.factor_changed_at?.toISOString() ?? null,
    second_factor: row.totp_since !== null || Number(row.passkeys) > 0,
    new_sessions: sessions.map(({ created_at, address, agent }) => ({ at: created_at.toISOString(), address, agent })),
  };
}

function matchOf(verified: string, payee: string): Owner['name_match'] {
  if (verified === '' || payee === '') return 'unknown';
  return isSameName(verified, payee) ? 'same' : 'different';
}
