import type { OutputOfStaff, officeUserCalls } from '@fairlot/contract';
import { type GroupId, equity, formatMoney, freeMargin, plus } from '@fairlot/domain';
import type { AccountView } from '@fairlot/engine';
import { uidOf } from '../../../platform/uid.ts';
import { type VerifiedIdentity, presentIdentity } from '../../../staff/verified-identity.ts';
import type { FoundUserRow, UserRow } from './queries.ts';

type ListedUser = OutputOfStaff<typeof officeUserCalls.officeUsers>['list'][number];

/** Converts a user to a row of the list. `groupName`: also of removed groups. */
export function presentListed(row: FoundUserRow, groupName: (group: GroupId) => string | undefined): ListedUser {
  const { group, found_by } = row;
  return { ...presentUser(row), group_id: group, group: group === null ? null : (groupName(group) ?? ''), found_by };
}

/** Converts a user without the figures of the account. */
export function presentUser(row: UserRow): Omit<ListedUser, 'group_id' | 'group' | 'found_by'> {
  const id = Number(row.id);
  return {
    id,
    uid: uidOf(id),
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    kind: row.kind,
    area: row.area ?? '',
    created_at: row.created_at.toISOString(),
    frozen_at: row.blocked_at?.toISOString() ?? null,
  };
}

/** Contents of a user's page besides the user and the account. */
export interface DetailFacts {
  readonly sessions: number;
  readonly passkeys: number;
  readonly freezer: string | null;
  readonly identity: VerifiedIdentity;
}

/** Converts a user to its wire format with the account's figures. */
export function presentDetail(
  row: UserRow,
  account: AccountView | undefined,
  { sessions, passkeys, freezer, identity }: DetailFacts,
): OutputOfStaff<typeof officeUserCalls.officeUser> {
  return {
    ...presentUser(row),
    ...presentIdentity(identity),
    invite_code: row.invite_code,
    inviter_id: row.inviter_id === null ? null : Number(row.inviter_id),
    language: row.language,
    risk_consent_at: row.risk_consent_at?.toISOString() ?? null,
    closing_at: row.closing_at?.toISOString() ?? null,
    closing_reason: row.closing_reason,
    closed_at: row.closed_at?.toISOString() ?? null,
    erased_at: row.erased_at?.toISOString() ?? null,
    second_factor: row.totp_since !== null,
    passkeys,
    sessions,
    frozen_reason: row.blocked_reason,
    frozen_by: freezer,
    account:
      account === undefined
        ? null
        : {
            balance: formatMoney(account.standing.balance),
            available: formatMoney(account.cash),
            lock_balance: formatMoney(plus(account.orderReserve, account.withdrawalHold)),
            equity: formatMoney(equity(account.standing)),
            used_margin: formatMoney(account.standing.usedMargin),
            free_margin: formatMoney(freeMargin(account.standing)),
            floating_profit: formatMoney(account.standing.floatingProfit),
            open_positions: account.positions.length,
          },
  };
}
