import { Announcement } from '../features/content/announcement.ts';
import { Companies } from '../features/content/companies.ts';
import { Media, serveMedia } from '../features/content/media.ts';
import { News } from '../features/content/news.ts';
import { registerContent } from '../features/content/routes.ts';
import { ContentActions } from '../features/content/staff/actions.ts';
import { ContentStaffQueries } from '../features/content/staff/queries.ts';
import { registerContentStaff } from '../features/content/staff/routes.ts';
import type { NewsSourceStatus } from '../features/market-news/news-board.ts';
import { Conversations, writeMessage } from '../features/support/conversations.ts';
import { Feedback } from '../features/support/feedback.ts';
import { LongPoll } from '../features/support/long-poll.ts';
import { SupportNotifier } from '../features/support/notifier.ts';
import { registerSupport } from '../features/support/routes.ts';
import { SupportService } from '../features/support/service.ts';
import { SupportActions } from '../features/support/staff/actions.ts';
import { SupportStaffQueries } from '../features/support/staff/queries.ts';
import { registerSupportStaff } from '../features/support/staff/routes.ts';
import type { UserTopic } from '../realtime/user-topic.ts';
import { tellingTopic } from './topics.ts';
import type { WriteToChat } from '../staff/write-to-chat.ts';
import type { FeatureDeps } from './deps.ts';
import { openMarketNews } from './market-news.ts';

/** The parts of the content features that the rest of the server uses. */
export interface ContentPart {
  /** The socket's topic of customer service. */
  readonly topic: UserTopic;
  /** Pending long polls of the office for news of customer service. */
  readonly longPoll: LongPoll;
  /** Stores a message of staff in the support chat. */
  readonly writeToChat: WriteToChat;
  /** The state of the sources of market news. */
  readonly newsSources: () => readonly NewsSourceStatus[];
}

/** Builds news, companies, announcement and support, for users and staff. */
export async function openContent(deps: FeatureDeps): Promise<ContentPart> {
  const { app, calls, config, staffCalls, queues, database, clock, settings } = deps;
  const { kysely } = database;
  const companies = new Companies(kysely, {
    name: () => settings.get('site_title'),
    email: () => settings.get('company_email'),
  });
  const announcement = new Announcement(kysely, () => settings.get('excluded_countries'));
  const media = new Media(kysely);
  registerContent(calls, {
    news: new News(kysely),
    companies,
    announcement,
    complaintEmail: () => settings.get('complaint_email'),
  });
  registerContentStaff(staffCalls, {
    queries: new ContentStaffQueries(kysely),
    actions: new ContentActions(kysely, clock),
    announcement,
    media,
  });
  serveMedia(app, media, config.separateApi !== undefined);

  const topic = tellingTopic('SUPPORT', deps.signals);
  const longPoll = new LongPoll();
  const conversations = new Conversations(kysely);
  const support = {
    conversations,
    feedback: new Feedback(kysely),
    notifier: new SupportNotifier(topic, longPoll),
    clock,
  };
  registerSupport(calls, new SupportService(support), conversations);
  const queries = new SupportStaffQueries(kysely);
  registerSupportStaff(staffCalls, { conversations, queries, actions: new SupportActions(support), longPoll });
  queues.add('support', () => queries.waiting());
  queues.add('complaints', () => queries.openFeedback());
  await media.start();
  const writeToChat: WriteToChat = async (transaction, message) => {
    const written = await writeMessage(transaction, message);
    if (typeof written === 'string') throw new Error(`a message of staff was not written to the chat: ${written}`);
    return () => support.notifier.written(written.message);
  };
  return { topic, longPoll, writeToChat, newsSources: await openMarketNews(deps) };
}
