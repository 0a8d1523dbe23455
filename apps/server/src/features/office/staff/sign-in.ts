import type { Answer } from '../../../platform/answer.ts';
import { refuse } from '../../../platform/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Passwords } from '../../../platform/passwords.ts';
import { ofStaff } from '../../../platform/secrets/seal-all.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { acceptedTotpStep } from '../../../platform/totp.ts';
import type { SignInAttempts } from './attempts.ts';
import type { StaffQueries, StaffRow } from './queries.ts';

export interface SignInDeps {
  readonly queries: StaffQueries;
  readonly passwords: Passwords;
  readonly attempts: SignInAttempts;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
}

/** Who is asking to be let in, and from where. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly address: string;
}

/** Whom it lets in. A refusal names who knew the password all the same: that is worth an audit entry. */
export type SignedIn = Answer<StaffRow> & { readonly knewPassword?: StaffRow };

/**
 * Checks name, password and code. Unknown names, wrong passwords, people who are shut out and wrong codes are answered in
 * the same words and after the same work.
 */
export async function checkCredentials(deps: SignInDeps, credentials: Credentials): Promise<SignedIn> {
  const { queries, passwords, attempts } = deps;
  if (!attempts.take(credentials.address)) return refuse('too_many_requests');
  const name = credentials.name.trim().toLowerCase();
  // The delay is a wait, not a place in a queue: many strangers make the owner wait no longer than one does.
  await deps.pause(attempts.delayMs(name));
  const staff = await queries.byName(name);
  const fits = await passwords.matches(staff?.password_hash, credentials.password);
  if (!fits || staff === undefined || staff.disabled_at !== null) {
    attempts.failed(name);
    return refuse('staff_sign_in_refused');
  }
  if (staff.totp_secret !== null && !(await spendCode(deps, staff, credentials.code)))
    return { ok: false, reason: 'staff_sign_in_refused', knewPassword: staff };
  attempts.succeeded(name, Number(staff.id));
  return { ok: true, data: staff };
}

/** Uses up a code of the second factor. Guessing at it needs the password, so resting after wrong ones shuts out no stranger's victim. */
export async function spendCode(
  { queries, attempts, secrets, clock }: SignInDeps,
  staff: StaffRow,
  code: string | undefined,
): Promise<boolean> {
  const id = Number(staff.id);
  if (staff.totp_secret === null || code === undefined || attempts.codesRest(id)) return false;
  const step = acceptedTotpStep(
    secrets.open(staff.totp_secret, ofStaff(id)),
    code,
    clock(),
    await queries.usedStep(id),
  );
  if (step !== undefined && (await queries.useStep(id, step))) return true;
  attempts.wrongCode(id);
  return false;
}
