import type { AccountId, Rollover } from '@fairlot/engine';
import type { Pool } from 'pg';
import { type Job, every } from '../platform/jobs.ts';
import type { TradingShard } from './port.ts';

const CHECK_MS = 1000;
/** Accounts charged at a time, so that the mailbox keeps room for clients' commands. */
const CHUNK = 500;

/** Settings and dependencies of the schedule. */
export interface SwapScheduleOptions {
  readonly trading: TradingShard;
  readonly pool: Pool;
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
   * Charges the rollovers that have begun. An interrupted run starts again from its beginning; the engine charges each
   * account once.
   */
  async runDue(): Promise<void> {
    for (const rollover of this.#options.trading.beginRollovers()) await this.#charge(rollover);
  }

  async #charge(rollover: Rollover): Promise<void> {
    const { pool, log, trading, shard = 0 } = this.#options;
    // Positions of the moment before are decided and may not be in the table yet.
    await trading.settled();
    const { rows } = await pool.query<{ account: bigint }>(
      `select distinct account from orders where shard = $1 and status = 'open' and ended_at is null and opened_at < $2 order by account`,
      [shard, rollover.rolloverTime],
    );
    for (let from = 0; from < rows.length; from += CHUNK) {
      await Promise.all(
        rows.slice(from, from + CHUNK).map(({ account }) => this.#chargeAccount(Number(account), rollover)),
      );
    }
    const ended = await trading.submit({ type: 'endRollover', rolloverTime: rollover.rolloverTime });
    if (!ended.ok) throw new Error(`the rollover could not be ended: ${ended.reason}`);
    log.info(`swaps of ${dateOf(rollover)} charged to ${rows.length} accounts`);
  }

  async #chargeAccount(account: AccountId, rollover: Rollover): Promise<void> {
    const outcome = await this.#options.trading.submit({
      type: 'chargeSwap',
      account,
      key: `swap:${dateOf(rollover)}`,
      rolloverTime: rollover.rolloverTime,
      weekday: rollover.weekday,
    });
    if (!outcome.ok) throw new Error(`the swap of account ${account} was refused: ${outcome.reason}`);
  }
}

/** 17:00 in New York is on the same day in UTC, in winter and summer. */
function dateOf({ rolloverTime }: Rollover): string {
  return new Date(rolloverTime).toISOString().slice(0, 10);
}
