import { UserEvents } from '../features/auth/user-events.ts';
import { addressGroup } from '../http/addresses.ts';
import { recordsOf } from '../platform/log.ts';
import { type CallOutcome, SecurityLog } from '../security/security-log.ts';
import type { DeedsWithoutStaff } from '../staff/audit/deeds-without-staff.ts';
import type { CoreDeps } from './deps.ts';

/** The security log, and the events that users see. */
export interface Security {
  /** Takes every answer of the server. */
  readonly answered: (outcome: CallOutcome) => void;
  /** Also notes the removal of a lost authenticator, which no call causes. */
  noting(record: DeedsWithoutStaff['factorReset']): DeedsWithoutStaff['factorReset'];
  /** Also notes the end of a change of an email address. */
  notingEmail(record: DeedsWithoutStaff['emailChange']): DeedsWithoutStaff['emailChange'];
}

/** Builds and starts both. */
export async function openSecurity({ log, clock, secrets, lifecycle, database }: CoreDeps): Promise<Security> {
  const lines = new SecurityLog({
    log: recordsOf(log),
    clock,
    hash: (text) => secrets.fingerprint(text),
    networkOf: addressGroup,
  });
  const events = new UserEvents({ db: database.kysely, clock, log });
  await lifecycle.start('security log', lines);
  await lifecycle.start('security events of users', events);
  return {
    answered: (outcome) => {
      lines.answered(outcome);
      events.answered(outcome);
    },
    noting: (record) => (reset, user, outcome) => {
      lines.note('user.factor_reset_done', { user, outcome });
      if (outcome === 'done') events.note(user, 'factor_off');
      return record(reset, user, outcome);
    },
    notingEmail: (record) => (change, user, outcome) => {
      lines.note('user.email_change_done', { user, outcome });
      if (outcome === 'done') events.note(user, 'email_changed');
      return record(change, user, outcome);
    },
  };
}
