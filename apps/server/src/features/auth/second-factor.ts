import type { Clock } from '../../platform/clock.ts';
import { ofUser } from '../../platform/secrets/seal-all.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { acceptedTotpStep } from '../../platform/totp.ts';
import type { Credentials, UserQueries } from './queries.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import type { RecoveryCodes } from './recovery-codes.ts';

export interface SecondFactorDeps {
  readonly users: UserQueries;
  readonly recovery: RecoveryCodes;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Uses up what somebody typed: a code of the authenticator, or a recovery code. False when it is neither, or was used before. */
export async function spendSecondFactor(
  { users, recovery, secrets, clock }: SecondFactorDeps,
  { user, totp }: Credentials,
  typed: string,
): Promise<boolean> {
  if (totp.sealed === null) return false;
  if (isRecoveryCode(typed)) return recovery.use(user.id, typed);
  const step = acceptedTotpStep(secrets.open(totp.sealed, ofUser(user.id)), typed, clock(), totp.usedStep);
  return step !== undefined && users.useTotpStep(user.id, step);
}
