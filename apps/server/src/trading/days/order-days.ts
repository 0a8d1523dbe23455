import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { DatabaseLog } from '../../db/log.ts';
import type { Tables } from '../../db/tables/index.ts';
import { type Job, every } from '../../platform/jobs.ts';
import { ORDER_SUMS } from './account-orders.ts';
import { DAY_LITERAL } from './account-moves.ts';

const EVERY_MS = 10 * MINUTE_MS;
/** Days summed per transaction. */
const AT_ONCE = 7;
/** A day is summed this long after its end. Journals of earlier versions go back in time by up to a minute. */
const REST_MS = HOUR_MS;

export interface OrderDaysOptions {
  readonly db: Kysely<Tables>;
  readonly log: DatabaseLog;
  readonly shard?: number;
}

/**
 * Maintains the sums of ended orders by account and day. Only days that are over are summed: the journal's time never
 * runs backwards, so no order ends on a past day, and an ended order never changes. Sums and the first day that is not
 * summed change in one transaction.
 */
export class OrderDays {
  readonly #options: OrderDaysOptions;
  readonly #job: Job;
  #stopping = false;

  constructor(options: OrderDaysOptions) {
    this.#options = options;
    this.#job = every(
      EVERY_MS,
      () => this.catchUp(),
      (error) => options.log.error(`orders could not be summed by day, trying again: ${String(error)}`),
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

  /** Sums all days that are over by the time of the last row that the tables have. */
  async catchUp(): Promise<void> {
    const { db, shard = 0 } = this.#options;
    const { rows } = await sql<{ time: bigint | null }>`
      select (select time from journal where shard = ${shard}
        and not exists (select from shard_writes w where w.shard = ${shard} and w.seq < journal.seq) order by seq desc limit 1) as time`.execute(
      db,
    );
    const time = rows[0]?.time ?? null;
    if (time === null) return;
    const end = Math.floor((Number(time) - REST_MS) / DAY_MS);
    while (!this.#stopping && (await this.#sumSome(end)));
  }

  /** Sums some days before `end`; false when all of them are summed. */
  #sumSome(end: number): Promise<boolean> {
    const { db, shard = 0 } = this.#options;
    return db.transaction().execute(async (transaction) => {
      await sql`insert into order_days_through (shard, day)
        select ${shard}, coalesce((select min(ended_at) from orders where shard = ${shard}) / ${DAY_LITERAL}, ${end}) on conflict do nothing`.execute(
        transaction,
      );
      const { day: from } = await transaction
        .selectFrom('order_days_through')
        .select('day')
        .where('shard', '=', shard)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const to = Math.min(end, from + AT_ONCE);
      if (to <= from) return false;
      await sql`
        insert into order_days (account, day, instrument, side, leverage, status, orders, placed, opened, wins, lots, profit, gross_profit, gross_loss, fee, swap, premium)
        select o.account, o.ended_at / ${DAY_LITERAL}, o.instrument, o.side, o.leverage, o.status, ${ORDER_SUMS}
        from orders o where o.shard = ${shard} and o.ended_at >= ${from * DAY_MS} and o.ended_at < ${to * DAY_MS} group by 1, 2, 3, 4, 5, 6`.execute(
        transaction,
      );
      await transaction.updateTable('order_days_through').set({ day: to }).where('shard', '=', shard).execute();
      return true;
    });
  }
}
