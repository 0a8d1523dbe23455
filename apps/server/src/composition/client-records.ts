import { UserLinks } from '../features/office/client-records/links.ts';
import { SentMessages } from '../features/office/client-records/messages.ts';
import { Notes } from '../features/office/client-records/notes.ts';
import { registerClientRecords } from '../features/office/client-records/routes.ts';
import { Tasks } from '../features/office/client-records/tasks.ts';
import { messageNotice } from '../features/push/notices.ts';
import { type BulkParts, openBulkMessages } from './bulk-messages.ts';
import type { FeatureDeps } from './deps.ts';
import type { Part } from './lifecycle.ts';

/**
 * Builds notes, tasks, messages and links of users, which staff have. Returns the job that sends messages to many
 * clients.
 */
export function openClientRecords(features: FeatureDeps, parts: BulkParts): Part {
  const { database, staffCalls, queues, notices, clock } = features;
  const { outbox, push, writeToChat } = parts;
  const db = database.kysely;
  const tasks = new Tasks(db, clock);
  const tell = (user: number): void => push.tell(user, messageNotice);
  registerClientRecords(staffCalls, {
    notes: new Notes(db),
    tasks,
    messages: new SentMessages({ db, writeToChat, notices, outbox, tell, clock }),
    links: new UserLinks(db, clock),
  });
  queues.add('tasks', (reader) => tasks.queue(reader));
  return openBulkMessages(features, parts);
}
