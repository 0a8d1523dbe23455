import { MINUTE_MS } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { DatabaseLog } from '../../db/log.ts';
import type { Tables } from '../../db/tables/index.ts';
import { type Job, every } from '../../platform/jobs.ts';
import { AVAILABLE_CHANGE, DAY_LITERAL, TOTAL_CHANGE } from './account-moves.ts';

const EVERY_MS = MINUTE_MS;
/** Transfers summed per transaction: some tenths of a second. */
const CHUNK = 50_000;
/** Minimum number of new transfers to sum. Fewer are read one by one. */
const WORTH_IT = 1_000;

export interface TransferDaysOptions {
  readonly db: Kysely<Tables>;
  readonly log: DatabaseLog;
  readonly shard?: number;
}

/**
 * Maintains the sums of transfers by account, day and kind. Transfers are committed in the order of their numbers and
 * never change, so sums stay right. Sums and the number of the last summed transfer change in one transaction, so a
 * crash leaves both consistent.
 */
export class TransferDays {
  readonly #options: TransferDaysOptions;
  readonly #job: Job;
  #stopping = false;

  constructor(options: TransferDaysOptions) {
    this.#options = options;
    this.#job = every(
      EVERY_MS,
      () => this.catchUp(),
      (error) => options.log.error(`transfers could not be summed by day, trying again: ${String(error)}`),
    );
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#job.stop();
  }

  /** Sums new transfers, chunk by chunk. */
  async catchUp(least: number = WORTH_IT): Promise<void> {
    while (!this.#stopping && (await this.#sumSome(least)) === CHUNK);
  }

  /** Sums the next transfers and returns their number; 0 when there are fewer than `least`. */
  #sumSome(least: number): Promise<number> {
    const { db, shard = 0 } = this.#options;
    return db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('transfer_days_through')
        .values({ shard, id: 0n })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { id: through } = await transaction
        .selectFrom('transfer_days_through')
        .select('id')
        .where('shard', '=', shard)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const { newest } = await transaction
        .selectFrom('transfers')
        .select(({ fn }) => fn.max<bigint | null>('id').as('newest'))
        .where('shard', '=', shard)
        .executeTakeFirstOrThrow();
      const waiting = (newest ?? 0n) - through;
      if (waiting < BigInt(Math.max(least, 1))) return 0;
      const upTo = waiting < CHUNK ? through + waiting : through + BigInt(CHUNK);
      await sql`
        insert into transfer_days as d (account, day, kind, total, available, transfers, first_id, last_id, last_time)
        select t.account, t.time / ${DAY_LITERAL}, t.kind, sum(${TOTAL_CHANGE}), sum(${AVAILABLE_CHANGE}), count(*), min(t.id), max(t.id), max(t.time)
        from transfers t where t.shard = ${shard} and t.id > ${through} and t.id <= ${upTo} group by 1, 2, 3
        on conflict (account, day, kind) do update set
          total = d.total + excluded.total, available = d.available + excluded.available, transfers = d.transfers + excluded.transfers,
          first_id = least(d.first_id, excluded.first_id), last_id = greatest(d.last_id, excluded.last_id), last_time = greatest(d.last_time, excluded.last_time)`.execute(
        transaction,
      );
      await transaction.updateTable('transfer_days_through').set({ id: upTo }).where('shard', '=', shard).execute();
      return Number(upTo - through);
    });
  }
}
