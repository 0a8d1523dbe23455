import {
  type UserEventKind,
  authCalls,
  emailChangeCalls,
  emailChangeStaffCalls,
  fundingCalls,
  officeUserCalls,
  passkeyCalls,
} from '@fairlot/contract';
import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { CallOutcome } from '../../security/security-log.ts';
import { type UserEvent, UserEventQueries } from './user-event-queries.ts';

/** Events are kept and shown so long. */
export const USER_EVENTS_KEPT_MS = 90 * DAY_MS;
const WRITE_EVERY_MS = 500;
const TIDY_EVERY_MS = HOUR_MS;
/** Equal failures within this time are one row. */
const MERGED_MS = HOUR_MS;
/** Events of one write, and maximum number of waiting ones; a flood beyond loses the newest. */
const AT_ONCE = 200;
const MOST_WAITING = 10_000;
const DELETED_AT_ONCE = 5_000;

const KINDS: Readonly<Record<string, UserEventKind>> = {
  [authCalls.amendPassword.path]: 'password_changed',
  [authCalls.forgetPassword.path]: 'password_changed',
  [authCalls.totpConfirm.path]: 'factor_on',
  [authCalls.totpRemove.path]: 'factor_off',
  [authCalls.totpRecovery.path]: 'recovery_codes_renewed',
  [passkeyCalls.passkeyAdd.path]: 'passkey_added',
  [passkeyCalls.passkeyRemove.path]: 'passkey_removed',
  [authCalls.askFactorReset.path]: 'factor_reset_asked',
  [authCalls.cancelFactorReset.path]: 'factor_reset_cancelled',
  [emailChangeCalls.askEmailChange.path]: 'email_change_asked',
  [emailChangeCalls.cancelEmailChange.path]: 'email_change_cancelled',
  [authCalls.endSession.path]: 'sessions_ended',
  [authCalls.freezeByLink.path]: 'frozen',
  [fundingCalls.bindDrawMethod.path]: 'method_bound',
  [officeUserCalls.officeFreezeUser.path]: 'frozen',
  [officeUserCalls.officeEndUserSessions.path]: 'sessions_ended',
  [emailChangeStaffCalls.proposeEmailChange.path]: 'email_change_asked',
};

export interface UserEventsDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * Stores the security events that users see, within a second of the answer: a failed write must not refuse the call. The
 * audit log and the security log don't depend on it.
 */
export class UserEvents {
  readonly #queries: UserEventQueries;
  readonly #clock: Clock;
  readonly #writing: Job;
  readonly #tidying: Job;
  #waiting: UserEvent[] = [];

  constructor({ db, clock, log }: UserEventsDeps) {
    this.#queries = new UserEventQueries(db);
    this.#clock = clock;
    const report = (error: unknown): void =>
      log.error({ err: error }, 'security events of users could not be stored, trying again');
    this.#writing = every(WRITE_EVERY_MS, () => this.#write(), report);
    this.#tidying = every(TIDY_EVERY_MS, () => this.#tidy(), report);
  }

  start(): void {
    this.#writing.start();
    this.#tidying.start();
    this.#tidying.wake();
  }

  async stop(): Promise<void> {
    await this.#writing.stop();
    await this.#tidying.stop();
    while (this.#waiting.length > 0) await this.#write();
  }

  /** Takes every answer, and keeps those that users see. */
  readonly answered = (outcome: CallOutcome): void => {
    const kind = kindOf(outcome);
    const user = outcome.actor.user ?? outcome.actor.target;
    if (kind === undefined || user === undefined) return;
    // Users don't see from where staff work.
    this.note(user, kind, outcome.actor.staff === undefined ? outcome : undefined);
  };

  /** Takes an event; without `from`, one that the server or staff caused. */
  note(user: number, kind: UserEventKind, from?: Pick<UserEvent, 'address' | 'agent'>): void {
    if (this.#waiting.length >= MOST_WAITING) return;
    const { address, agent } = from ?? { address: '', agent: '' };
    this.#waiting.push({ user, kind, at: new Date(this.#clock()), address, agent, count: 1 });
  }

  async #write(): Promise<void> {
    const some = this.#waiting.slice(0, AT_ONCE);
    if (some.length === 0) return;
    await this.#queries.add(some, MERGED_MS);
    this.#waiting = this.#waiting.slice(some.length);
  }

  async #tidy(): Promise<void> {
    const before = new Date(this.#clock() - USER_EVENTS_KEPT_MS);
    while ((await this.#queries.deleteOver(before, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  }
}

function kindOf({ call, reason, actor }: CallOutcome): UserEventKind | undefined {
  if (call !== authCalls.login.path && call !== passkeyCalls.passkeySignIn.path)
    return reason === 'ok' ? KINDS[call] : undefined;
  if (reason === 'ok') return actor.isNewDevice === true ? 'new_device' : 'sign_in';
  if (actor.target !== undefined) return 'sign_in_failed';
  if (actor.user === undefined) return undefined;
  // The password was right.
  if (reason === 'totp_required' || reason === 'passkey_required') return 'code_missing';
  return reason === 'totp_invalid' ? 'wrong_codes' : undefined;
}
