import { HOUR_MS, MINUTE_MS } from '@fairlot/domain';
import type { DatabaseLog } from '../db/log.ts';
import { type Job, every } from '../platform/jobs.ts';
import type { Backups } from './backups.ts';
import { AHEAD_MS, type BackupSchedule } from './state.ts';

/** Time between looks at the age of the newest backup. */
const LOOK_MS = MINUTE_MS;
/** Pause after a failed backup or check, which cost much. */
const RETRY_MS = 15 * MINUTE_MS;

type KeptBackups = Pick<Backups, 'storeLog' | 'newest' | 'take' | 'check' | 'removeOld'>;

/** Makes backups by the schedule: the log all the time, a base backup with its check now and then. */
export class BackupKeeper {
  readonly #backups: KeptBackups;
  readonly #everyMs: number;
  readonly #log: DatabaseLog;
  readonly #now: () => number;
  readonly #logJob: Job;
  readonly #baseJob: Job;
  /** The line whose newest backup is known. */
  #line: string | undefined;
  #lastAt: number | undefined;
  #isChecked = false;
  #notBefore = 0;

  constructor(backups: KeptBackups, schedule: BackupSchedule, log: DatabaseLog, now: () => number) {
    this.#backups = backups;
    this.#everyMs = schedule.everyHours * HOUR_MS;
    this.#log = log;
    this.#now = now;
    this.#logJob = every(
      schedule.walSeconds * 1000,
      () => this.#backups.storeLog(),
      (error) => this.#failed('the log was not archived', error),
    );
    this.#baseJob = every(
      LOOK_MS,
      () => this.look(),
      (error) => {
        this.#notBefore = this.#now() + RETRY_MS;
        this.#failed('the backup failed', error);
      },
    );
  }

  start(): void {
    for (const job of [this.#logJob, this.#baseJob]) {
      job.start();
      job.wake();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.#logJob.stop(), this.#baseJob.stop()]);
  }

  /** Takes and checks a backup if one is due. */
  async look(): Promise<void> {
    const pause = this.#notBefore - this.#now();
    // A longer pause was set by a clock that was ahead.
    if (pause > 0 && pause <= RETRY_MS) return;
    const line = await this.#backups.storeLog();
    if (line !== this.#line) {
      const newest = await this.#backups.newest();
      this.#line = line;
      this.#lastAt = newest?.endedAt;
      this.#isChecked = newest?.verifiedAt !== undefined;
    }
    if (this.#isDue()) {
      this.#lastAt = (await this.#backups.take()).endedAt;
      this.#isChecked = false;
    }
    if (this.#isChecked) return;
    await this.#backups.check();
    this.#isChecked = true;
    await this.#backups.removeOld();
  }

  /** A backup of a time to come was taken while the clock was ahead: waiting for that time would leave the days between without one. */
  #isDue(): boolean {
    if (this.#lastAt === undefined) return true;
    const age = this.#now() - this.#lastAt;
    return age >= this.#everyMs || age < -AHEAD_MS;
  }

  #failed(what: string, error: unknown): void {
    this.#log.error(`${what}: ${(error as Error).message}`);
  }
}
