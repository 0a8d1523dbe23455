import { supportCalls } from '@fairlot/contract';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { Conversations } from './conversations.ts';
import { presentMessage } from './presenter.ts';
import type { SupportService } from './service.ts';

/** Registers the user's calls for the support chat; all concern the caller's own conversation. */
export function registerSupport(calls: Calls, support: SupportService, conversations: Conversations): void {
  calls.forUser(supportCalls.supportMessages, async ({ before }, { session }) => {
    const { list, more } = await conversations.messages(session.account, before);
    return done({ list: list.map(presentMessage), more, unread: await conversations.unread(session.account) });
  });

  calls.forUser(supportCalls.supportSend, async ({ text }, { session, key }) => {
    const written = await support.ask(session.account, text, key);
    return typeof written === 'string' ? refuse(written) : done(presentMessage(written.message));
  });

  calls.forUser(supportCalls.supportRead, async ({ id }, { session }) => {
    await conversations.read(session.account, 'user_read_id', id);
    return done({ unread: await conversations.unread(session.account) });
  });

  calls.forUser(supportCalls.supportUnread, async (_input, { session }) =>
    done({ unread: await conversations.unread(session.account) }),
  );

  calls.forUser(supportCalls.feedbackSubmit, async ({ kind, text }, { session, key }) => {
    const id = await support.complain(session.account, kind, text, key);
    return typeof id === 'string' ? refuse(id) : done({ id }, 'feedback_taken');
  });
}
