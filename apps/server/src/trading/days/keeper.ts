import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DatabaseLog } from '../../db/log.ts';
import type { Tables } from '../../db/tables/index.ts';
import { AVAILABLE_CHANGE, DAY_MS, TOTAL_CHANGE } from './moves.ts';

const EVERY_MS = 60_000;
/** Transfers that one transaction sums: some tenths of a second. */
const CHUNK = 50_000;
/** Fewer than this are left to be read one by one. */
const WORTH_IT = 1_000;

export interface TransferDaysOptions {
  readonly db: Kysely<Tables>;
  readonly log: DatabaseLog;
  readonly shard?: number;
}

/**
 * Keeps the sums of transfers by account, day and kind. Transfers are committed in the order of their numbers and never
 * change, so what is summed once stays right; sums and the mark up to where they go are one transaction, so that a crash
 * leaves both as they were.
 */
export class TransferDays {
  readonly #options: TransferDaysOptions;
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<unknown> | undefined;
  #stopping = false;

  constructor(options: TransferDaysOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#wake(), EVERY_MS);
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await this.#run;
  }

  /** Sums what has gathered, some at a time. */
  async catchUp(least: number = WORTH_IT): Promise<void> {
    while (!this.#stopping && (await this.#sumSome(least)) === CHUNK);
  }

  #wake(): void {
    this.#run ??= this.catchUp()
      .catch((error: unknown) =>
        this.#options.log.error(`transfers could not be summed by day, trying again: ${String(error)}`),
      )
      .finally(() => {
        this.#run = undefined;
      });
  }

  /** Sums the next transfers and returns how many they were; 0 when there are fewer than `least`. */
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
        select t.account, t.time / ${DAY_MS}, t.kind, sum(${TOTAL_CHANGE}), sum(${AVAILABLE_CHANGE}), count(*), min(t.id), max(t.id), max(t.time)
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
