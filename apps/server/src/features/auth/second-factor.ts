import { type Answer, refuse } from '../../http/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { userContext } from '../../security/secrets/sealing-context.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';
import { acceptedTotpStep } from '../../security/totp.ts';
import type { WarnOwner } from './warn-owner.ts';
import type { GuessThrottle } from './guess-throttle.ts';
import type { Credentials, UserQueries } from './queries.ts';
import { type PasskeyTokens, isPasskeyCode } from './passkeys/passkey-tokens.ts';
import { type RecoveryCodes, isRecoveryCode } from './recovery-codes.ts';

/** Number of wrong codes after which the owner is told. */
const WARN_AT = 5;

export interface SecondFactorDeps {
  readonly users: UserQueries;
  readonly recovery: RecoveryCodes;
  /** Codes from passkeys. */
  readonly passkeyCodes: Pick<PasskeyTokens, 'useCode'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Uses up a code of the authenticator, a code from a passkey or a recovery code. Returns false when the code is wrong or was used before. */
export async function spendSecondFactor(
  { users, recovery, passkeyCodes, secrets, clock }: SecondFactorDeps,
  { user, totp }: Credentials,
  typed: string,
): Promise<boolean> {
  if (isPasskeyCode(typed)) return passkeyCodes.useCode(user.id, typed, clock());
  if (isRecoveryCode(typed)) return recovery.use(user.id, typed);
  if (totp.sealed === null || !totp.confirmed) return false;
  const step = acceptedTotpStep(secrets.open(totp.sealed, userContext(user.id)), typed, clock(), totp.usedStep);
  return step !== undefined && users.useTotpStep(user.id, step);
}

export interface CheckedSecondFactorDeps extends SecondFactorDeps {
  /** Shared by all calls that take a second factor. */
  readonly codeGuesses: GuessThrottle;
  /** Tells the owner of wrong codes. */
  readonly warn: WarnOwner;
}

/**
 * Uses up a code like `spendSecondFactor`, but counts wrong ones together with those of all other calls. Returns a
 * refusal, or undefined when the code was right. Check the password first where the call has one: only those who know
 * it may use up the account's tries.
 */
export async function checkSecondFactor(
  deps: CheckedSecondFactorDeps,
  known: Credentials,
  typed: string,
  address: string,
): Promise<Answer<never> | undefined> {
  const guess = deps.codeGuesses.begin(known.user.id, address);
  if ('ok' in guess) return guess;
  if (!(await spendSecondFactor(deps, known, typed))) {
    // Once in a series: the count goes on until an hour after the last guess.
    if (guess.failures === WARN_AT) await deps.warn(known.user.id, 'wrong_codes', address);
    return refuse('totp_invalid');
  }
  guess.right();
  return undefined;
}
