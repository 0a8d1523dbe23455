import { supportStaffCalls } from '@fairlot/contract';
import { done, refuse } from '../../platform/answer.ts';
import type { StaffCalls } from '../../platform/staff-calls.ts';
import type { DeskQueries } from './desk-queries.ts';
import { presentToStaff } from './presenter.ts';
import type { SupportService } from './service.ts';

/** How long a look at the news waits for some; less than what proxies allow. */
const NEWS_WAIT_MS = 25_000;

/** The staff's side of the support chat, and of suggestions and complaints. */
export function registerSupportDesk(calls: StaffCalls, support: SupportService, queries: DeskQueries): void {
  calls.forList(supportStaffCalls.staffConversations, async ({ state }, { offset, limit }) =>
    done(await queries.conversations(state, offset, limit)),
  );

  calls.forStaff(supportStaffCalls.staffConversation, async ({ user_id: user, before }) => {
    if (!(await queries.hasUser(user))) return refuse('unknown_user');
    const { list, more } = await support.conversations.messages(user, before);
    return done({ list: list.map(presentToStaff), more });
  });

  calls.forStaff(supportStaffCalls.staffSupportNews, async ({ after }) => {
    // The bell is heard from before the look on, so that nothing rings unheard in between.
    const listener = support.bell.listen(NEWS_WAIT_MS);
    try {
      const now = await queries.news(after ?? 0);
      if (now.users.length > 0 || after === undefined) return done(now);
      return done((await listener.rung) ? await queries.news(after) : now);
    } finally {
      listener.leave();
    }
  });

  calls.forStaff(supportStaffCalls.supportAnswer, async ({ user_id: user, text }, { staff, key, about }) => {
    about({ user });
    if (!(await queries.hasUser(user))) return refuse('unknown_user');
    const written = await support.answer(user, { id: staff.staff, name: staff.name }, text, key);
    return typeof written === 'string' ? refuse(written) : done(presentToStaff(written.message));
  });

  calls.forStaff(supportStaffCalls.supportSeen, async ({ user_id: user, id }) => {
    await support.conversations.read(user, 'staff_read_id', id);
    support.seen();
    return done({});
  });

  calls.forList(supportStaffCalls.staffFeedback, async (filters, { offset, limit }) =>
    done(await queries.feedback(filters, offset, limit)),
  );

  calls.forStaff(supportStaffCalls.feedbackClose, async ({ id, answer }, { staff, about }) => {
    const closed = await support.close(id, { id: staff.staff, name: staff.name }, answer);
    if (closed === 'unknown') return refuse('unknown_record');
    const row = await queries.oneFeedback(id);
    if (row === undefined) return refuse('unknown_record');
    about({ user: row.user_id });
    return closed === 'decided' ? refuse('record_changed') : done(row);
  });
}
