import { MINUTE_MS } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { DatabaseLog } from '../../db/log.ts';
import type { Tables } from '../../db/tables/index.ts';
import { type Job, every } from '../../platform/jobs.ts';
import { TRANSFER_SUMS, type TransferSums } from './transfer-sums.ts';

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
 * Maintains the sums of transfers by day: of accounts, of their positions, and of the house. Transfers are committed in the order of their numbers and
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
    for (const sums of TRANSFER_SUMS) while (!this.#stopping && (await this.#sumSome(sums, least)) === CHUNK);
  }

  /** Sums the next transfers and returns their number; 0 when there are fewer than `least`. */
  #sumSome(sums: TransferSums, least: number): Promise<number> {
    const { db, shard = 0 } = this.#options;
    return db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto(sums.mark)
        .values({ shard, id: 0n })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { id: through } = await transaction
        .selectFrom(sums.mark)
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
      await sums.add({ shard, after: through, upTo }).execute(transaction);
      await transaction.updateTable(sums.mark).set({ id: upTo }).where('shard', '=', shard).execute();
      return Number(upTo - through);
    });
  }
}
