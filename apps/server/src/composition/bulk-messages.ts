import { BulkActions } from '../features/office/bulk-messages/actions.ts';
import { BulkJob } from '../features/office/bulk-messages/bulk-job.ts';
import { BulkQueries } from '../features/office/bulk-messages/queries.ts';
import { registerBulkMessages } from '../features/office/bulk-messages/routes.ts';
import { MarketingConsent } from '../features/marketing/consent.ts';
import { registerMarketing } from '../features/marketing/routes.ts';
import { messageNotice } from '../features/push/notices.ts';
import type { Push } from '../features/push/service.ts';
import type { MailTexts } from '../messages/mail-texts.ts';
import type { Outbox } from '../messages/outbox.ts';
import { ReadQueue } from '../platform/read-queue.ts';
import type { WriteToChat } from '../staff/write-to-chat.ts';
import type { FeatureDeps } from './deps.ts';
import type { Part } from './lifecycle.ts';

/** The parts that messages to clients need. */
export interface BulkParts {
  readonly outbox: Outbox;
  readonly push: Push;
  readonly writeToChat: WriteToChat;
  /** Origin of the pages, as users reach them. */
  readonly origin: () => string;
  readonly mailTexts: MailTexts;
  readonly record: (message: number) => Promise<unknown>;
  readonly sendsMail: () => boolean;
}

/** Builds messages to selections of clients, and the clients' agreement to news. Returns the job that sends. */
export function openBulkMessages(
  { app, calls, database, staffCalls, queues, people, settings, limits, clock, config, log }: FeatureDeps,
  { outbox, push, writeToChat, origin, mailTexts, record, sendsMail }: BulkParts,
): Part {
  const db = database.kysely;
  const queries = new BulkQueries(db, database.reports.kysely);
  const tell = (user: number): void => push.tell(user, messageNotice);
  const job = new BulkJob({
    db: database.trading.kysely,
    outbox,
    writeToChat,
    tell,
    record,
    origins: () => ({ pages: origin(), calls: config.separateApi?.apiOrigin ?? origin() }),
    clock,
    log,
  });
  registerBulkMessages(staffCalls, {
    queries,
    actions: new BulkActions({ db, queries, people, sendsMail, wake: () => job.wake(), clock }),
    counts: new ReadQueue({ atOnce: 1, mostWaiting: 8, mostOfCaller: 2 }),
    mailTexts,
    siteTitle: () => settings.get('site_title'),
    origin,
  });
  queues.add('bulk_messages', () => queries.waiting());
  registerMarketing(calls, app, { consent: new MarketingConsent(db, clock), networks: limits.networks });
  return job;
}
