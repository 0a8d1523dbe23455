import type { FastifyInstance } from 'fastify';
import type { Office } from './composition-office.ts';
import type { Database } from './db/database.ts';
import { Announcement } from './features/content/announcement.ts';
import { Companies } from './features/content/companies.ts';
import { Media, serveMedia } from './features/content/media.ts';
import { NewsDesk } from './features/content/news-desk.ts';
import { News } from './features/content/news.ts';
import { registerContent } from './features/content/routes.ts';
import { registerContentDesk } from './features/content/staff-routes.ts';
import { DeskQueries } from './features/support/desk-queries.ts';
import { registerSupport } from './features/support/routes.ts';
import { SupportService } from './features/support/service.ts';
import { registerSupportDesk } from './features/support/staff-routes.ts';
import type { Calls } from './platform/calls.ts';
import type { Clock } from './platform/clock.ts';
import type { SiteSettings } from './platform/site-settings.ts';
import { UserNews } from './realtime/user-news.ts';

/** What content and support stand on. */
export interface ContentGround {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: SiteSettings;
}

/** What the operator tells everybody, and the support chat. */
export interface ContentRoom {
  /** What the socket brings users of customer service. */
  readonly support: UserNews;
  /** Lets go of the office's requests that wait for news. */
  stop(): void;
}

/** Builds news, companies, announcement and support, for users and for staff. */
export function openContent(
  app: FastifyInstance,
  doors: { readonly calls: Calls; readonly office: Office },
  { database, clock, settings }: ContentGround,
): ContentRoom {
  const { kysely } = database;
  const companies = new Companies(kysely, {
    name: () => settings.get('site_title'),
    email: () => settings.get('company_email'),
  });
  const announcement = new Announcement(kysely, () => settings.get('excluded_countries'));
  const media = new Media(kysely);
  registerContent(doors.calls, {
    news: new News(kysely),
    companies,
    announcement,
    complaintEmail: () => settings.get('complaint_email'),
  });
  registerContentDesk(doors.office.calls, { news: new NewsDesk(kysely, clock), companies, announcement, media });
  serveMedia(app, media);

  const news = new UserNews('SUPPORT');
  const support = new SupportService(kysely, clock, news);
  const desk = new DeskQueries(kysely);
  registerSupport(doors.calls, support);
  registerSupportDesk(doors.office.calls, support, desk);
  doors.office.queues.add('support', () => desk.waiting());
  doors.office.queues.add('complaints', () => desk.openFeedback());
  return { support: news, stop: () => support.bell.stop() };
}
