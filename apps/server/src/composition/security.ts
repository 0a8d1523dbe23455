import { addressGroup } from '../http/addresses.ts';
import { type CallOutcome, SecurityLog } from '../security/security-log.ts';
import type { DeedsWithoutStaff } from '../staff/audit/deeds-without-staff.ts';
import type { CoreDeps } from './deps.ts';

/** The security log. */
export interface Security {
  /** Takes every answer of the server. */
  readonly answered: (outcome: CallOutcome) => void;
  /** Also notes the removal of a lost authenticator, which no call causes. */
  noting(record: DeedsWithoutStaff['factorReset']): DeedsWithoutStaff['factorReset'];
}

/** Builds the security log and starts it. */
export async function openSecurity({ log, clock, secrets, lifecycle }: CoreDeps): Promise<Security> {
  const lines = new SecurityLog({
    log,
    clock,
    hash: (text) => secrets.fingerprint(text),
    networkOf: addressGroup,
  });
  await lifecycle.start('security log', lines);
  return {
    answered: lines.answered,
    noting: (record) => (reset, user, outcome) => {
      lines.note('user.factor_reset_done', { user, outcome });
      return record(reset, user, outcome);
    },
  };
}
