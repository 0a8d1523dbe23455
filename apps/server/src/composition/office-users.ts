import { cancelOpenRequests } from '../features/auth/open-requests.ts';
import type { ClientGroups } from '../features/groups/groups.ts';
import { type SessionEnder, UserActions } from '../features/office/users/actions.ts';
import { UserStaffQueries } from '../features/office/users/queries.ts';
import { type ClosingByStaff, registerUserStaff } from '../features/office/users/routes.ts';
import type { UserNotices } from '../messages/user-notices.ts';
import type { People } from '../staff/people.ts';
import type { StaffCalls } from '../staff/staff-calls.ts';
import type { CoreDeps } from './deps.ts';

interface OfficeUsersDeps extends CoreDeps {
  readonly userSessions: SessionEnder;
  readonly closing: ClosingByStaff;
  readonly notices: UserNotices;
}

/** Builds the office's search for users, and the actions on one. */
export function openOfficeUsers(
  calls: StaffCalls,
  deps: OfficeUsersDeps,
  { people, groups }: { readonly people: People; readonly groups: Pick<ClientGroups, 'nameOf'> },
): void {
  const { database, secrets, userSessions: sessions, notices, clock } = deps;
  const { kysely: db, reports } = database;
  registerUserStaff(calls, {
    ...deps,
    queries: new UserStaffQueries(db, (text) => secrets.fingerprints(text)),
    actions: new UserActions({
      db,
      sessions,
      people,
      notices,
      clock,
      cancelRequests: (transaction, user, at) => cancelOpenRequests(transaction, user, 'frozen', at),
    }),
    people,
    groupName: (group) => groups.nameOf(group),
    reports: reports.kysely,
  });
}
