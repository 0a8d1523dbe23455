import { MIN_PASSWORD_LENGTH } from '@fairlot/contract';
import type { FailReason } from '../../http/answer.ts';
import { isCommonPassword } from '../../security/common-passwords.ts';

/** Minimum number of different characters. */
const LEAST_DIFFERENT = 4;

/**
 * The reason to reject a password, or undefined. Requires length instead of certain kinds of characters, and rejects
 * common passwords and those made of the account's or the site's name.
 */
export function passwordProblem(password: string, account: string, siteTitle: string): FailReason | undefined {
  if (Array.from(password).length < MIN_PASSWORD_LENGTH) return 'password_too_short';
  const isGuessable =
    new Set(password.toLowerCase()).size < LEAST_DIFFERENT || isCommonPassword(password, [account, siteTitle]);
  return isGuessable ? 'password_known' : undefined;
}
