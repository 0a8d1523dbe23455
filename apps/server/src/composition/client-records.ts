import { UserLinks } from '../features/office/client-records/links.ts';
import { SentMessages, type WriteToChat } from '../features/office/client-records/messages.ts';
import { Notes } from '../features/office/client-records/notes.ts';
import { registerClientRecords } from '../features/office/client-records/routes.ts';
import { Tasks } from '../features/office/client-records/tasks.ts';
import { messageNotice } from '../features/push/notices.ts';
import type { Push } from '../features/push/service.ts';
import type { Outbox } from '../messages/outbox.ts';
import type { FeatureDeps } from './deps.ts';

interface ClientRecordParts {
  readonly outbox: Outbox;
  readonly push: Push;
  readonly writeToChat: WriteToChat;
}

/** Builds notes, tasks, messages and links of users, which staff have. */
export function openClientRecords(
  { database, staffCalls, queues, notices, clock }: FeatureDeps,
  { outbox, push, writeToChat }: ClientRecordParts,
): void {
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
}
