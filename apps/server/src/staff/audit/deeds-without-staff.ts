import type { AuditLog } from './audit-log.ts';

interface Deed {
  readonly user: number | null;
  readonly by: 'owner' | 'server';
  readonly action: string;
  readonly subject: string;
  readonly outcome: string;
}

/** Writes deeds to the audit log that no session of staff does. */
export class DeedsWithoutStaff {
  readonly #audit: AuditLog;

  constructor(audit: AuditLog) {
    this.#audit = audit;
  }

  /** An owner froze the account with the link of a notice. */
  readonly freeze = (user: number): Promise<unknown> =>
    this.#append({ user, by: 'owner', action: 'users/freeze_by_link', subject: `user ${user}`, outcome: 'ok' });

  /** The authenticator of a user was removed after a request, or was not because of a freeze. */
  readonly factorReset = (reset: number, user: number, outcome: 'done' | 'frozen'): Promise<unknown> =>
    this.#append({ user, by: 'server', action: 'factor_resets/apply', subject: `factor_reset ${reset}`, outcome });

  /** A change of an email address took effect, or ended because of `outcome`. */
  readonly emailChange = (change: number, user: number, outcome: string): Promise<unknown> =>
    this.#append({ user, by: 'server', action: 'email_changes/apply', subject: `email_change ${change}`, outcome });

  /** All recipients of a message to many clients were served. */
  readonly bulkMessage = (message: number): Promise<unknown> =>
    this.#append({
      user: null,
      by: 'server',
      action: 'bulk_messages/send',
      subject: `bulk_message ${message}`,
      outcome: 'done',
    });

  #append({ user, by, action, subject, outcome }: Deed): Promise<unknown> {
    return this.#audit.append({
      phase: 'event',
      of: null,
      staffId: null,
      staffName: by,
      address: '',
      action,
      subject,
      userId: user,
      input: '{}',
      outcome,
    });
  }
}
