import { supportStaffCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { Conversations } from '../conversations.ts';
import type { LongPoll } from '../long-poll.ts';
import { presentToStaff } from '../presenter.ts';
import type { SupportActions } from './actions.ts';
import type { SupportStaffQueries } from './queries.ts';

/** Timeout of the long poll, shorter than the usual timeouts of proxies. */
const POLL_TIMEOUT_MS = 25_000;

export interface SupportStaffDeps {
  readonly conversations: Conversations;
  readonly queries: SupportStaffQueries;
  readonly actions: SupportActions;
  readonly longPoll: LongPoll;
}

/** Staff calls about the support chat, suggestions and complaints. */
export function registerSupportStaff(
  calls: StaffCalls,
  { conversations, queries, actions, longPoll }: SupportStaffDeps,
): void {
  calls.forList(supportStaffCalls.staffConversations, async (filters, { offset, limit }) =>
    done(await queries.conversations(filters, offset, limit)),
  );

  calls.forStaff(supportStaffCalls.staffConversation, async ({ user_id: user, before }) => {
    if (!(await queries.hasUser(user))) return refuse('unknown_user');
    const { list, more } = await conversations.messages(user, before);
    return done({ list: list.map(presentToStaff), more });
  });

  calls.forStaff(supportStaffCalls.staffSupportNews, async ({ after }) => {
    // The poll starts before the read, so that a notification in between is not lost.
    const poll = longPoll.wait(POLL_TIMEOUT_MS);
    try {
      const now = await queries.news(after ?? 0);
      if (now.users.length > 0 || after === undefined) return done(now);
      return done((await poll.notified) ? await queries.news(after) : now);
    } finally {
      poll.cancel();
    }
  });

  calls.forStaff(supportStaffCalls.supportAnswer, async ({ user_id: user, text }, { staff, key, about }) => {
    about({ user });
    if (!(await queries.hasUser(user))) return refuse('unknown_user');
    const written = await actions.answer(user, { id: staff.staff, name: staff.name }, text, key);
    return typeof written === 'string' ? refuse(written) : done(presentToStaff(written.message));
  });

  calls.forStaff(supportStaffCalls.supportSeen, async ({ user_id: user, id }) => {
    await actions.markRead(user, id);
    return done({});
  });

  calls.forList(supportStaffCalls.staffFeedback, async (filters, { offset, limit }) =>
    done(await queries.feedback(filters, offset, limit)),
  );

  calls.forStaff(supportStaffCalls.feedbackClose, async ({ id, answer }, { staff, about }) => {
    const closed = await actions.closeFeedback(id, { id: staff.staff, name: staff.name }, answer);
    if (closed === 'unknown') return refuse('unknown_record');
    const row = await queries.oneFeedback(id);
    if (row === undefined) return refuse('unknown_record');
    about({ user: row.user_id });
    return closed === 'decided' ? refuse('record_changed') : done(row);
  });
}
