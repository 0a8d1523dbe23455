import {
  LINK_ROLES,
  type StaffAccess,
  USER_READERS,
  clientRecordCalls,
  identityStaffCalls,
  officeUserCalls,
} from '@fairlot/contract';
import { done } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { UserLinks } from './links.ts';
import type { SentMessages } from './messages.ts';
import type { Notes } from './notes.ts';
import type { Tasks } from './tasks.ts';

export interface ClientRecordDeps {
  readonly notes: Notes;
  readonly tasks: Tasks;
  readonly messages: SentMessages;
  readonly links: UserLinks;
}

/** Registers the staff's calls about notes, tasks, messages and linked records of users. */
export function registerClientRecords(calls: StaffCalls, { notes, tasks, messages, links }: ClientRecordDeps): void {
  calls.forList(clientRecordCalls.officeNotes, async ({ user_id: user }, slice) => done(await notes.list(user, slice)));
  calls.forStaff(officeUserCalls.officeAddNote, ({ user_id: user, text }, { staff }) =>
    notes.add(user, staff.staff, text),
  );
  calls.forStaff(clientRecordCalls.officeStrikeNote, ({ user_id: user, id, text }, { staff }) =>
    notes.add(user, staff.staff, text, id),
  );

  calls.forList(clientRecordCalls.officeTasks, async ({ state, mine, user_id: user }, slice, { staff }) =>
    done(await tasks.list({ state, user, of: mine === '1' ? staff : undefined }, slice)),
  );
  calls.forStaff(clientRecordCalls.officeColleagues, async () =>
    done({ list: [...(await tasks.colleagues(USER_READERS))] }),
  );
  calls.forStaff(clientRecordCalls.officeAddTask, (input, { staff }) => tasks.add(input, staff.staff, USER_READERS));
  calls.forStaff(clientRecordCalls.officeFinishTask, async ({ id }, { staff, about }) => {
    const finished = await tasks.finish(id, staff.staff);
    if (!finished.ok) return finished;
    about({ user: finished.data.user });
    return done({ id });
  });

  calls.forList(clientRecordCalls.officeSentMessages, async ({ user_id: user }, slice) =>
    done(await messages.list(user, slice)),
  );
  calls.forStaff(clientRecordCalls.officeSendMessage, ({ user_id: user, text }, { staff, key }) =>
    messages.send(user, { id: staff.staff, name: staff.name }, text, key),
  );

  calls.forStaff(clientRecordCalls.officeUserLinks, async ({ user_id: user }, { staff }) => {
    const isAny = (roles: StaffAccess) => typeof roles !== 'string' && staff.roles.some((role) => roles.includes(role));
    const rights = { hints: isAny(LINK_ROLES), documents: isAny(identityStaffCalls.identityDetail.roles) };
    return done(await links.read(user, rights));
  });
  calls.forStaff(clientRecordCalls.officeLinkUsers, ({ user_id: user, other_id: other, reason }, { staff }) =>
    links.link(user, other, staff.staff, reason),
  );
  calls.forStaff(clientRecordCalls.officeUnlinkUsers, ({ user_id: user, id, reason }, { staff }) =>
    links.unlink(user, id, staff.staff, reason),
  );
}
