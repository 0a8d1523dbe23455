import { officeUserCalls } from '@fairlot/contract';
import type { OutputOfStaff } from '@fairlot/contract';
import { equity, formatMoney, freeMargin, plus } from '@fairlot/domain';
import type { AccountView } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Answer } from '../../../platform/answer.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { StaffCalls, StaffContext } from '../../../platform/staff-calls.ts';
import { uidOf } from '../../../platform/uid.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import type { TradingHost } from '../../../trading/port.ts';
import { OfficeUserQueries } from './queries.ts';
import type { UserRow } from './queries.ts';
import { readTimeline } from './timeline.ts';

/** Makes memory forget a user's sessions while `work` ends their rows; the store of sessions is one. */
export interface SessionEnder {
  endAllWith<T>(user: number, work: () => Promise<T>): Promise<T>;
}

type Done = Record<string, never>;

export interface OfficeUserDeps {
  readonly kysely: Kysely<Tables>;
  readonly trading: TradingHost;
  readonly sessions: SessionEnder;
  readonly clock: Clock;
}

/** Users as staff see them, and what staff may do about them. Passwords and second factors are out of reach. */
export function registerOfficeUsers(calls: StaffCalls, { kysely, trading, sessions, clock }: OfficeUserDeps): void {
  const queries = new OfficeUserQueries(kysely);

  calls.forList(officeUserCalls.officeUsers, async (filters, slice) => {
    const { rows, total } = await queries.page(filters, slice);
    return done({ list: rows.map(present), total });
  });

  calls.forStaff(officeUserCalls.officeUser, async ({ user_id: id }) => {
    const user = await queries.byId(id);
    if (user === undefined) return refuse('unknown_user');
    const account = await committedAccount(trading, id);
    return done(presentDetail(user, account, await queries.aliveSessions(id, new Date(clock()))));
  });

  calls.forList(officeUserCalls.officeUserTimeline, async ({ user_id: id, kind }, slice) =>
    done(await readTimeline(kysely, id, kind, slice)),
  );

  calls.forList(officeUserCalls.officeUserSessions, async ({ user_id: id }, slice) => {
    const { rows, total } = await queries.sessions(id, slice);
    return done({
      list: rows.map((row) => ({
        id: Number(row.id),
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        address: row.address,
        agent: row.agent,
        expires_at: row.expires_at.toISOString(),
        ended_at: row.ended_at?.toISOString() ?? null,
      })),
      total,
    });
  });

  const change =
    <I extends { readonly user_id: number }>(work: (input: I, context: StaffContext) => Promise<Answer<Done>>) =>
    async (input: I, context: StaffContext): Promise<Answer<Done>> =>
      (await queries.byId(input.user_id)) === undefined ? refuse('unknown_user') : work(input, context);

  calls.forStaff(
    officeUserCalls.officeEndUserSessions,
    change(async ({ user_id: id }) => {
      await sessions.endAllWith(id, () => queries.endSessions(id));
      return done({});
    }),
  );
  // The reason is in the audit entry.
  calls.forStaff(
    officeUserCalls.officeFreezeUser,
    change(async ({ user_id: id }) =>
      (await sessions.endAllWith(id, () => queries.freeze(id))) ? done({}) : refuse('record_changed'),
    ),
  );
  calls.forStaff(
    officeUserCalls.officeUnfreezeUser,
    change(async ({ user_id: id }) => ((await queries.unfreeze(id)) ? done({}) : refuse('record_changed'))),
  );

  calls.forStaff(officeUserCalls.officeAddNote, async ({ user_id: id, text }, { staff }) => {
    if ((await queries.byId(id)) === undefined) return refuse('unknown_user');
    return done({ id: await queries.addNote(id, staff.staff, text) });
  });
}

type WireUser = OutputOfStaff<typeof officeUserCalls.officeUsers>['list'][number];

function present(row: UserRow): WireUser {
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

function presentDetail(
  row: UserRow,
  account: AccountView | undefined,
  sessions: number,
): OutputOfStaff<typeof officeUserCalls.officeUser> {
  return {
    ...present(row),
    invite_code: row.invite_code,
    inviter_id: row.inviter_id === null ? null : Number(row.inviter_id),
    language: row.language,
    risk_consent_at: row.risk_consent_at?.toISOString() ?? null,
    second_factor: row.totp_since !== null,
    sessions,
    account:
      account === undefined
        ? null
        : {
            balance: formatMoney(account.standing.balance),
            lock_balance: formatMoney(plus(account.orderReserve, account.withdrawalHold)),
            equity: formatMoney(equity(account.standing)),
            used_margin: formatMoney(account.standing.usedMargin),
            free_margin: formatMoney(freeMargin(account.standing)),
            floating_profit: formatMoney(account.standing.floatingProfit),
            open_positions: account.positions.length,
          },
  };
}
