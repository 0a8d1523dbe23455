import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import type { Pool } from 'pg';
import { type Job, every } from '../platform/jobs.ts';

const EVERY_MS = 15 * MINUTE_MS;
/** Rows of one statement. */
const BATCH = 5_000;
/** Statements of a run, so that it ends soon. The next runs go on. */
const MOST_BATCHES = 100;

/**
 * Deletes bars of a minute alone: longer bars are stored whole, so no chart of them gets a hole. It deletes whole UTC days,
 * so that the bars of five minutes are never summed from a part of theirs. The day of an instrument's last minute stays,
 * because a start rebuilds the forming bars from it.
 */
const DELETE_SOME = `
  with spans as (
    select sources.source, instruments.id as instrument, least($1, ends.last - ends.last % ${DAY_MS}) as before
    from instruments cross join (values (1::smallint), (2), (3)) as sources (source) cross join lateral (
      select max(time) as last from candles where source = sources.source and instrument = instruments.id and period = 1) ends
    where ends.last is not null),
  old as (
    select bars.* from spans cross join lateral (
      select source, instrument, time from candles
      where source = spans.source and instrument = spans.instrument and period = 1 and time < spans.before
      order by time limit $2) bars
    limit $2)
  delete from candles using old
  where candles.source = old.source and candles.instrument = old.instrument and candles.period = 1 and candles.time = old.time`;

export interface MinuteRetentionOptions {
  readonly pool: Pool;
  /** Market time in epoch milliseconds. */
  readonly now: () => number;
  /** Days for which bars of a minute are kept; undefined: for ever. */
  readonly days: number | undefined;
  readonly log: { error(fields: object, message: string): void };
}

/** Ends bars of a minute by their age. */
export class MinuteRetention {
  readonly #options: MinuteRetentionOptions;
  readonly #job: Job;
  #stopping = false;

  constructor(options: MinuteRetentionOptions) {
    this.#options = options;
    this.#job = every(
      EVERY_MS,
      () => this.run(),
      (error) => options.log.error({ err: error }, 'old bars of a minute could not be deleted, trying again'),
    );
  }

  start(): void {
    if (this.#options.days === undefined) return;
    this.#job.start();
    this.#job.wake();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#job.stop();
  }

  /** Deletes what is too old, within the bounds of a run. Returns the number of bars. */
  async run(): Promise<number> {
    const { pool, now, days } = this.#options;
    if (days === undefined) return 0;
    const end = Math.trunc(now()) - days * DAY_MS;
    let deleted = 0;
    for (let batch = 0; batch < MOST_BATCHES && !this.#stopping; batch += 1) {
      const { rowCount } = await pool.query(DELETE_SOME, [end - (end % DAY_MS), BATCH]);
      deleted += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH) break;
    }
    return deleted;
  }
}
