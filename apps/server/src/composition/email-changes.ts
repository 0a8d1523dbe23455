import { EmailChangeJob } from '../features/auth/email-change-job.ts';
import { EmailChangeMails } from '../features/auth/email-change-mails.ts';
import { registerOwnEmail } from '../features/auth/email-change-routes.ts';
import { EmailChanges, type EmailChangesDeps } from '../features/auth/email-changes.ts';
import { EmailChangeActions } from '../features/auth/staff/email-change-actions.ts';
import { EmailChangeStaffQueries } from '../features/auth/staff/email-change-queries.ts';
import { registerEmailChanges } from '../features/auth/staff/email-change-routes.ts';
import type { Auth } from './auth.ts';
import type { FeatureDeps } from './deps.ts';
import type { Part } from './lifecycle.ts';

interface EmailChangeParts extends Pick<EmailChangesDeps, 'sendsMail' | 'tell' | 'record'> {
  readonly auth: Auth;
  /** Origin of the pages, as users reach them. */
  readonly origin: () => string;
}

/** Builds changes of email addresses, for users and staff. Returns the job that carries out those that waited. */
export function openEmailChanges(deps: FeatureDeps, { auth, origin, sendsMail, tell, record }: EmailChangeParts): Part {
  const { database, calls, staffCalls, queues, people, notices, clock, log } = deps;
  const { outbox, sessions, ownerCheck: owner } = auth;
  const db = database.kysely;
  const mails = new EmailChangeMails({ notices, outbox, origin });
  const changes = new EmailChanges({ db, owner, sessions, mails, notices, outbox, sendsMail, clock, tell, record });
  registerOwnEmail(calls, changes);
  const queries = new EmailChangeStaffQueries(db);
  const actions = new EmailChangeActions({ db, people, notices, outbox, clock, tell });
  registerEmailChanges(staffCalls, { queries, actions, changes, people });
  queues.add('email_changes', () => queries.queue());
  return new EmailChangeJob({ db, sessions, notices, outbox, clock, log, tell, record });
}
