import { type StaffRole, officeUserCalls } from '@fairlot/contract';
import type { GroupId } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Countries } from '../../../platform/countries.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { People } from '../../../staff/people.ts';
import type { StaffCalls, StaffContext } from '../../../staff/staff-calls.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import type { TradingHost } from '../../../trading/port.ts';
import type { UserActions } from './actions.ts';
import { presentDetail, presentListed } from './presenter.ts';
import type { UserStaffQueries } from './queries.ts';
import { readTimeline } from './timeline-queries.ts';
import { searchRightsOf } from './user-search.ts';

type Done = Record<string, never>;

const FIRST: ListSlice = { offset: 0, limit: 1 };

/** Roles that read why an identity was rejected or revoked. */
const REASON_READERS: readonly StaffRole[] = ['compliance', 'administrator'];

export interface UserStaffDeps {
  /** For the timeline. */
  readonly reports: Kysely<Tables>;
  readonly queries: UserStaffQueries;
  readonly actions: UserActions;
  readonly trading: TradingHost;
  readonly clock: Clock;
  readonly countries: Countries;
  readonly closing: ClosingByStaff;
  readonly people: People;
  /** The name of a group, also of a removed one. */
  readonly groupName: (group: GroupId) => string | undefined;
}

/** Closes accounts, and takes that back; implemented by the feature of accounts. */
export interface ClosingByStaff {
  closeByStaff(user: number, staff: number, reason: string): Promise<Answer<unknown>>;
  reopenByStaff(user: number): Promise<boolean>;
}

/** Staff calls about users. None can read or set passwords or second factors. */
export function registerUserStaff(
  calls: StaffCalls,
  { reports, queries, actions, trading, clock, countries, closing, people, groupName }: UserStaffDeps,
): void {
  calls.forList(officeUserCalls.officeUsers, async (filters, slice, { about, staff }) => {
    const rights = searchRightsOf(staff.roles);
    const { rows, total } = await queries.page(filters, rights, slice);
    // The words of a search that finds one user belong to this user, and end with the user's erasure.
    const [only] = total === 1 && rows.length === 0 ? (await queries.page(filters, rights, FIRST)).rows : rows;
    if (total === 1 && only !== undefined) about({ user: Number(only.id) });
    return done({ list: rows.map((row) => presentListed(row, groupName)), total });
  });

  calls.forStaff(officeUserCalls.officeUser, async ({ user_id: id }) => {
    const user = await queries.byId(id);
    if (user === undefined) return refuse('unknown_user');
    const account = await committedAccount(trading, id);
    const [sessions, passkeys, freezer, identity] = await Promise.all([
      queries.aliveSessions(id, new Date(clock())),
      queries.passkeys(id),
      queries.freezer(user),
      queries.identity(id),
    ]);
    return done(presentDetail(user, account, { sessions, passkeys, freezer, identity }));
  });

  calls.forList(officeUserCalls.officeUserTimeline, async ({ user_id: user, ...filters }, slice, { staff }) => {
    const reasons = REASON_READERS.some((role) => staff.roles.includes(role));
    return done(await readTimeline(reports, { user, ...filters, reasons }, slice));
  });

  calls.forList(officeUserCalls.officeUserSessions, async ({ user_id: id, ...period }, slice, { language }) => {
    const { rows, total } = await queries.sessions(id, period, slice);
    return done({
      list: rows.map((row) => ({
        id: Number(row.id),
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        address: row.address,
        country: countries.nameOf(row.address, language),
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

  registerClosing(calls, closing, people);
  calls.forStaff(
    officeUserCalls.officeEndUserSessions,
    change(async ({ user_id: id }) => {
      await actions.endSessions(id);
      return done({});
    }),
  );
  calls.forStaff(
    officeUserCalls.officeFreezeUser,
    change(async ({ user_id: id, reason }, { staff }) =>
      (await actions.freeze(id, staff.staff, reason)) ? done({}) : refuse('record_changed'),
    ),
  );
  calls.forStaff(
    officeUserCalls.officeUnfreezeUser,
    change(({ user_id: id }, { staff }) => actions.unfreeze(id, staff.staff)),
  );
}

function registerClosing(calls: StaffCalls, closing: ClosingByStaff, people: People): void {
  calls.forStaff(officeUserCalls.officeCloseUser, async ({ user_id: id, reason }, { staff }) => {
    const closed = await closing.closeByStaff(id, staff.staff, reason);
    return closed.ok ? done({}) : closed;
  });
  calls.forStaff(officeUserCalls.officeReopenUser, async ({ user_id: id }, { staff }) => {
    const barred = await people.mayDecide(staff.staff);
    if (!barred.ok) return barred;
    return (await closing.reopenByStaff(id)) ? done({}) : refuse('record_changed');
  });
}
