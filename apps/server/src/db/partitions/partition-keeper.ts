import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import type { Pool } from 'pg';
import { type Job, everyByClock } from '../../platform/jobs.ts';

/** The tables that grow for ever. Migration 086 has the same list. */
export const PARTITIONED = ['journal', 'transfers'] as const;
export type PartitionedTable = (typeof PARTITIONED)[number];

/** A look that finds nothing to do costs a query of the catalogue. */
const EVERY_MS = 5 * MINUTE_MS;
/** Partitions that lie at or beyond the present: the one that is written, and one more. */
const AHEAD = 2;

export interface PartitionKeeperOptions {
  readonly pool: Pool;
  /** Market time in epoch milliseconds, by which rows find their partition. */
  readonly now: () => number;
  /** Days of one partition. */
  readonly days: number;
  readonly log: { info(message: string): void; error(message: string): void };
}

/**
 * Adds the partitions of the coming time. A row without one is not lost: it goes to the default partition, which the next
 * run turns into the missing one.
 */
export class PartitionKeeper {
  readonly #options: PartitionKeeperOptions;
  readonly #job: Job;
  /** End of the last partition of each table; undefined before the first run that succeeded. */
  readonly #ends: Partial<Record<PartitionedTable, number>> = {};
  #hasFailed = false;

  constructor(options: PartitionKeeperOptions) {
    this.#options = options;
    this.#job = everyByClock(options.now, EVERY_MS, () => this.run());
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  /** Adds what is missing. Returns false, and tells the log, when it failed; the next run tries again. */
  async run(): Promise<boolean> {
    let isDone = true;
    for (const table of PARTITIONED) {
      try {
        await this.#keep(table);
      } catch (error) {
        isDone = false;
        this.#options.log.error(
          `partitions of ${table} could not be added, trying again in minutes; meanwhile its default partition takes the rows: ${String(error)}`,
        );
      }
    }
    this.#hasFailed = !isDone;
    return isDone;
  }

  /**
   * Days from now to the end of each table's last partition; negative when rows go to the default partition, and 0 while no
   * run has succeeded: an alert sees no absent figure.
   */
  daysAhead(): Readonly<Record<string, number>> {
    const now = this.#options.now();
    const known = Object.entries(this.#ends).map(([table, ends]) => [table, (ends - now) / DAY_MS]);
    return Object.fromEntries([...(this.#hasFailed ? PARTITIONED.map((table) => [table, 0]) : []), ...known]);
  }

  /** The problem that staff should see; undefined while there is none. */
  warning(): string | undefined {
    const short = PARTITIONED.filter((table) => (this.daysAhead()[table] ?? 0) < this.#options.days / 2);
    return this.#hasFailed && short.length > 0
      ? `the partitions of ${short.join(' and ')} end soon, and new ones could not be added`
      : undefined;
  }

  async #keep(table: PartitionedTable): Promise<void> {
    const { pool, now, days, log } = this.#options;
    const { rows } = await pool.query<{ ends: string; known: boolean }>(
      `select add_partitions($1, $2, $3, $4)::text as ends,
        exists (select from pg_stats where schemaname = current_schema() and tablename = $1 and inherited) as known`,
      [table, Math.trunc(now()), days * DAY_MS, AHEAD],
    );
    const ends = Number(rows[0]?.ends);
    const before = this.#ends[table];
    this.#ends[table] = ends;
    const isMore = before !== undefined && before !== ends;
    if (isMore) log.info(`partitions of ${table} were added; the last one ends at ${new Date(ends).toISOString()}`);
    if (isMore || rows[0]?.known !== true) await pool.query('select analyze_partitions($1)', [table]);
  }
}
