import { type Answer, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Passwords, isOutdatedHash } from '../../../security/passwords.ts';
import { staffContext } from '../../../security/secrets/sealing-context.ts';
import type { Secrets } from '../../../security/secrets/secrets.ts';
import { acceptedTotpStep } from '../../../security/totp.ts';
import type { StaffLoginThrottle } from './login-throttle.ts';
import type { StaffQueries, StaffRow } from './queries.ts';

export interface SignInDeps {
  readonly queries: StaffQueries;
  readonly passwords: Passwords;
  readonly throttle: StaffLoginThrottle;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
}

/** The input of a sign-in and the address it comes from. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly address: string;
}

/** The staff member who signed in. A refusal after a right password carries `knewPassword` for the audit log. */
export type SignedIn = Answer<StaffRow> & { readonly knewPassword?: StaffRow };

/**
 * Checks name, password and code. Unknown names, wrong passwords, disabled accounts and wrong codes get the same answer
 * after the same work and delay.
 */
export async function checkCredentials(deps: SignInDeps, credentials: Credentials): Promise<SignedIn> {
  const { queries, passwords, throttle } = deps;
  if (!throttle.take(credentials.address)) return refuse('too_many_requests');
  const name = credentials.name.trim().toLowerCase();
  // Requests are delayed in parallel and not queued, so many attackers delay the owner no longer than one does.
  await deps.pause(throttle.delayMs(name));
  const staff = await queries.byName(name);
  const fits = await passwords.matches(staff?.password_hash, credentials.password);
  if (!fits || staff === undefined || staff.disabled_at !== null) {
    throttle.failed(name);
    return refuse('staff_sign_in_refused');
  }
  if (staff.totp_secret !== null && !(await spendCode(deps, staff, credentials.code))) {
    // Counts like a wrong password: the next delay must not tell that the password was right.
    throttle.failed(name);
    return { ok: false, reason: 'staff_sign_in_refused', knewPassword: staff };
  }
  throttle.succeeded(name, Number(staff.id));
  if (staff.password_hash !== null && isOutdatedHash(staff.password_hash))
    await queries.replaceHash(staff.id, staff.password_hash, await passwords.hash(credentials.password));
  return { ok: true, data: staff };
}

/**
 * Uses up a code of the second factor; false when it is wrong, used, or codes are locked. The lock needs wrong codes
 * after a right password, so strangers can't trigger it.
 */
export async function spendCode(
  { queries, throttle, secrets, clock }: SignInDeps,
  staff: StaffRow,
  code: string | undefined,
): Promise<boolean> {
  const id = Number(staff.id);
  if (staff.totp_secret === null || code === undefined || throttle.areCodesLocked(id)) return false;
  // Counted before the outcome is known, so that parallel guesses count like sequential ones.
  throttle.wrongCode(id);
  const step = acceptedTotpStep(
    secrets.open(staff.totp_secret, staffContext(id)),
    code,
    clock(),
    await queries.usedStep(id),
  );
  if (step === undefined || !(await queries.useStep(id, step))) return false;
  throttle.rightCode(id);
  return true;
}
