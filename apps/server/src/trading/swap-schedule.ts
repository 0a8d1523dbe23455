import { type Rollover, rolloversBetween } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { Pool } from 'pg';
import { type Job, every } from '../platform/jobs.ts';
import type { TradingHost } from './port.ts';

const CHECK_MS = 1000;
/** Accounts charged at a time, so that the mailbox keeps room for clients' commands. */
const CHUNK = 500;

/** Settings and dependencies of the schedule. */
export interface SwapScheduleOptions {
  readonly trading: TradingHost;
  readonly pool: Pool;
  /** Market time in epoch milliseconds. */
  readonly now: () => number;
  readonly log: { info(message: string): void; error(message: string): void };
  readonly shard?: number;
}

/**
 * Charges overnight swaps at every rollover (17:00 New York, Monday to Friday), including those missed while the server
 * was down.
 */
export class SwapSchedule {
  readonly #options: SwapScheduleOptions;
  readonly #job: Job;
  /** Time up to which all rollovers are done; undefined until it is read from the database. */
  #doneUpTo: number | undefined;

  constructor(options: SwapScheduleOptions) {
    this.#options = options;
    this.#job = every(
      CHECK_MS,
      () => this.runDue(),
      (error) => options.log.error(`swaps could not be charged, trying again: ${String(error)}`),
    );
  }

  start(): void {
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  /**
   * Charges due rollovers. An interrupted run starts again from its beginning; the idempotency keys prevent double
   * charges.
   */
  async runDue(): Promise<void> {
    const now = this.#options.now();
    this.#doneUpTo ??= await this.#readDone();
    if (this.#doneUpTo === undefined) return;
    for (const rollover of rolloversBetween(this.#doneUpTo, now)) {
      await this.#charge(rollover);
      this.#doneUpTo = rollover.time;
    }
  }

  /** The last completed rollover; without one, the opening time of the oldest open position. */
  async #readDone(): Promise<number | undefined> {
    const { pool, shard = 0 } = this.#options;
    const { rows } = await pool.query<{ done: bigint | null }>(
      `select coalesce((select max(rollover) from swap_runs where shard = $1),
         (select min(opened_at) from orders where shard = $1 and status = 'open' and ended_at is null)) as done`,
      [shard],
    );
    const done = rows[0]?.done ?? null;
    return done === null ? undefined : Number(done);
  }

  async #charge(rollover: Rollover): Promise<void> {
    const { pool, log, shard = 0 } = this.#options;
    const { rows } = await pool.query<{ account: bigint }>(
      `select distinct account from orders where shard = $1 and status = 'open' and ended_at is null and opened_at < $2 order by account`,
      [shard, rollover.time],
    );
    for (let from = 0; from < rows.length; from += CHUNK) {
      await Promise.all(
        rows.slice(from, from + CHUNK).map(({ account }) => this.#chargeAccount(Number(account), rollover)),
      );
    }
    await pool.query('insert into swap_runs (shard, rollover) values ($1, $2) on conflict do nothing', [
      shard,
      rollover.time,
    ]);
    log.info(`swaps of ${dateOf(rollover)} charged to ${rows.length} accounts`);
  }

  async #chargeAccount(account: AccountId, rollover: Rollover): Promise<void> {
    const outcome = await this.#options.trading.submit({
      type: 'chargeSwap',
      account,
      key: `swap:${dateOf(rollover)}`,
      rolloverTime: rollover.time,
      weekday: rollover.weekday,
    });
    if (!outcome.ok) throw new Error(`the swap of account ${account} was refused: ${outcome.reason}`);
  }
}

/** 17:00 in New York is on the same day in UTC, in winter and summer. */
function dateOf(rollover: Rollover): string {
  return new Date(rollover.time).toISOString().slice(0, 10);
}
