import type { Pool } from 'pg';
import { endSessions } from '../db/process-sessions.ts';
import { type Job, every } from '../platform/jobs.ts';
import { pause } from '../platform/pause.ts';
import type { HeldRole } from './process-directory.ts';
import type { RoleSession } from './role-session.ts';

/** Milliseconds for which a lease lasts without renewal, and between two renewals. */
const TTL_MS = 3000;
const RENEW_MS = 1000;
/** Longest and shortest milliseconds between two looks of a standby: a lease that is given up ends early. */
const LOOK_MS = 200;
const SHORTEST_LOOK_MS = 5;
/** Milliseconds between two looks at the sessions of former holders, and looks after which it is told that some remain. */
const END_LOOK_MS = 50;
const WARN_LOOKS = 40;

/** The leases of single roles, for people. */
export async function readRoleLeases(pool: Pool): Promise<readonly HeldRole[]> {
  const { rows } = await pool.query<HeldRole>(
    `select role, holder, epoch::integer as epoch, expires_at as "endsAt" from role_leases order by role`,
  );
  return rows;
}

/** Roles of which an installation has one holder at a time. */
export const SINGLE_ROLES = ['market', 'house', 'worker'] as const;
export type SingleRole = (typeof SINGLE_ROLES)[number];

/** The answer to a look at a lease: the epoch if it was taken, names of sessions to be ended, and its remaining time before. */
interface Look {
  readonly epoch: bigint | null;
  readonly former: readonly string[] | null;
  /** In milliseconds. */
  readonly remaining: number | null;
}

export interface RoleLeaseOptions {
  /** A session that no call and no slow query keeps busy. */
  readonly session: RoleSession;
  readonly role: SingleRole;
  /** Name of this process, unique within the installation. */
  readonly holder: string;
  /** Name of the sessions of this process's pools, another one after each start. */
  readonly sessions: string;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** False while this process could not do the work of the role. Default: it always can. */
  readonly mayTake?: () => boolean;
  /** Called when the lease was lost: another process may have the role by now, so this one must end. */
  readonly onLost: (reason: Error) => void;
}

/**
 * The lease of a role that one process at a time has. The database's clock decides when it ends; the steady clock here
 * only tells when this process must no longer trust it.
 */
export class RoleLease {
  readonly #options: RoleLeaseOptions;
  readonly #job: Job;
  #epoch = 0;
  /** Names of the sessions of former holders, other starts of this process among them, that were not ended yet. */
  #former: readonly string[] = [];
  /** Steady time until which the lease is certainly ours. */
  #until = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(options: RoleLeaseOptions) {
    this.#options = options;
    this.#job = every(
      RENEW_MS,
      () => this.#renew(),
      (error) => options.log.warn(`the lease of the ${options.role} could not be renewed (${String(error)})`),
    );
  }

  /** True while the lease cannot have ended. */
  get isCurrent(): boolean {
    return performance.now() < this.#until;
  }

  get role(): SingleRole {
    return this.#options.role;
  }

  /** The number of this holding; it rises with each holder. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Stands by until the lease is free, takes it and renews it. Resolves when nothing that the former holder began can be
   * committed any more. Rejects when it is aborted.
   */
  async take(aborted?: AbortSignal): Promise<void> {
    const { role, log, mayTake } = this.#options;
    let isTold = false;
    for (;;) {
      const isAble = mayTake?.() !== false;
      const remainingMs = isAble ? await this.#tryTake() : LOOK_MS;
      if (remainingMs === 0) break;
      if (!isTold) log.info(`stands by: ${isAble ? 'another process is' : 'it could not be'} the ${role}`);
      isTold = true;
      // Looks again at the end of the lease, unless its holder renews it until then.
      await pause(Math.min(LOOK_MS, remainingMs));
      aborted?.throwIfAborted();
    }
    log.info(`this process is the ${role}, under epoch ${this.#epoch}`);
    this.#job.start();
    try {
      await this.#endFormer(aborted);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Gives the lease up, so that a standby need not wait for its end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#job.stop();
    this.#until = Number.NEGATIVE_INFINITY;
    const { session, role } = this.#options;
    await session
      .query('update role_leases set expires_at = clock_timestamp() where role = $1 and epoch = $2', [
        role,
        this.#epoch,
      ])
      .catch(() => undefined);
  }

  /** Leaves the role to another process, and ends this one: it could only stand by from its start. */
  async giveUp(reason: string): Promise<void> {
    this.#options.log.warn(`gives up the role of the ${this.#options.role}: ${reason}`);
    await this.stop();
    this.#options.onLost(new Error(reason));
  }

  /**
   * Takes the lease if it is free: 0. Otherwise milliseconds until another look is due. A database that can't be asked
   * has no free lease.
   */
  async #tryTake(): Promise<number> {
    const { session, role, holder, sessions, log } = this.#options;
    const since = performance.now();
    try {
      const { rows } = await session.query<Look>(
        `with taken as (
           insert into role_leases as l (role, holder, sessions, epoch, expires_at)
             values ($1, $2, $4, 1, clock_timestamp() + $3 * interval '1 millisecond')
             on conflict (role) do update
               set holder = excluded.holder, epoch = l.epoch + 1, expires_at = excluded.expires_at,
                 sessions = excluded.sessions, former = array_remove(l.former || l.sessions, excluded.sessions)
               where l.expires_at <= clock_timestamp()
             returning epoch, former
         )
         select (select epoch from taken) as epoch, (select former from taken) as former,
           (select 1000 * extract(epoch from expires_at - clock_timestamp()) from role_leases where role = $1)::float8
             as remaining`,
        [role, holder, TTL_MS, sessions],
      );
      const { epoch = null, former = null, remaining = null } = rows[0] ?? {};
      if (epoch === null) return Math.max(SHORTEST_LOOK_MS, Math.ceil(remaining ?? LOOK_MS));
      this.#epoch = Number(epoch);
      this.#until = since + TTL_MS;
      this.#former = former ?? [];
      return 0;
    } catch (error) {
      log.warn(`the lease of the ${role} could not be looked at (${String(error)}); trying again`);
      return LOOK_MS;
    }
  }

  /**
   * Ends the sessions of former holders until none is left: one may stand still in the middle of a transaction, and does
   * not know yet that it was replaced. Their names stay in the row until then, so that whoever takes the lease next goes
   * on if this process dies before.
   */
  async #endFormer(aborted: AbortSignal | undefined): Promise<void> {
    const { role, log } = this.#options;
    for (let look = 1; !(await this.#areEnded()); look += 1) {
      if (look === WARN_LOOKS) log.warn(`waits for the end of the sessions of former holders of the ${role}`);
      await pause(END_LOOK_MS);
      aborted?.throwIfAborted();
    }
  }

  async #areEnded(): Promise<boolean> {
    const { session, role, log } = this.#options;
    if (this.#former.length === 0) return true;
    try {
      if (!(await endSessions(this.#former, session))) return false;
      await session.query(`update role_leases set former = '{}' where role = $1 and epoch = $2`, [role, this.#epoch]);
      return true;
    } catch (error) {
      log.warn(`the sessions of former holders of the ${role} could not be ended (${String(error)}); trying again`);
      return false;
    }
  }

  async #renew(): Promise<void> {
    const { session, role, onLost } = this.#options;
    const since = performance.now();
    // A renewal that a crash of the database undoes only ends the lease early, so it does not wait for the disk.
    const { rowCount } = await session.query(
      `update role_leases set expires_at = clock_timestamp() + $3 * interval '1 millisecond' where role = $1 and epoch = $2
         returning set_config('synchronous_commit', 'off', true)`,
      [role, this.#epoch, TTL_MS],
    );
    if (this.#isStopped) return;
    if (rowCount === 1) this.#until = since + TTL_MS;
    else onLost(new Error(`another process is the ${role}`));
  }
}
