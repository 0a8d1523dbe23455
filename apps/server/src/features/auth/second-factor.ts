import type { Clock } from '../../platform/clock.ts';
import { userContext } from '../../security/secrets/sealing-context.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';
import { acceptedTotpStep } from '../../security/totp.ts';
import type { Credentials, UserQueries } from './queries.ts';
import { type RecoveryCodes, isRecoveryCode } from './recovery-codes.ts';

export interface SecondFactorDeps {
  readonly users: UserQueries;
  readonly recovery: RecoveryCodes;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Uses up a code of the authenticator or a recovery code. Returns false when the code is wrong or was used before. */
export async function spendSecondFactor(
  { users, recovery, secrets, clock }: SecondFactorDeps,
  { user, totp }: Credentials,
  typed: string,
): Promise<boolean> {
  if (totp.sealed === null) return false;
  if (isRecoveryCode(typed)) return recovery.use(user.id, typed);
  const step = acceptedTotpStep(secrets.open(totp.sealed, userContext(user.id)), typed, clock(), totp.usedStep);
  return step !== undefined && users.useTotpStep(user.id, step);
}
