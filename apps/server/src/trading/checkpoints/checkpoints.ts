import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import type { Pool } from 'pg';
import { type Job, every } from '../../platform/jobs.ts';
import type { TradingHost } from '../port.ts';
import { type CheckpointKeys, type SignedCheckpoint, lineOf } from './checkpoint.ts';
import { appendCheckpoint, storeCheckpoint, storedCheckpoints } from './checkpoint-store.ts';
import { makeCheckpoint } from './make-checkpoint.ts';

export interface CheckpointsOptions {
  readonly pool: Pool;
  /** The host of the shard. */
  readonly trading: Pick<TradingHost, 'onCommitted'>;
  readonly keys: CheckpointKeys;
  /** Rows after which the next checkpoint is made. */
  readonly everyRows: number;
  /** File that each checkpoint is appended to. */
  readonly file: string;
  /** The wall clock. */
  readonly clock: () => number;
  readonly log: { info(message: string): void; error(message: string): void };
  /** Sends a checkpoint's line to another machine. */
  readonly announce?: ((line: string) => Promise<void>) | undefined;
  readonly shard?: number;
}

/**
 * Makes signed checkpoints: after so many rows, and once a day when there are new ones. Each goes to the table, to a file,
 * to the log and to whoever is announced to, so that a changed database can't hide what it was.
 */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  readonly #job: Job;
  /** Number of the last committed row. */
  #seq = 0;
  /** The newest checkpoint; undefined before the first look into the table, null when there is none. */
  #newest: Pick<SignedCheckpoint, 'seq' | 'time'> | null | undefined;
  #stopListening: (() => void) | undefined;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
    this.#job = every(
      MINUTE_MS,
      () => this.makeIfDue(),
      (error) => options.log.error(`a checkpoint could not be made, trying again: ${String(error)}`),
    );
  }

  start(): void {
    this.#stopListening = this.#options.trading.onCommitted((rows) => {
      this.#seq = rows.at(-1)?.seq ?? this.#seq;
      if (this.#newest !== undefined && this.#newRows >= this.#options.everyRows) this.#job.wake();
    });
    this.#job.start();
  }

  async stop(): Promise<void> {
    this.#stopListening?.();
    await this.#job.stop();
  }

  /** Makes a checkpoint of the last committed row now; undefined when it has one, or the journal is empty. */
  async make(): Promise<SignedCheckpoint | undefined> {
    const { pool, keys, clock, file, log, announce, shard = 0 } = this.#options;
    await this.#readNewest();
    const made = await makeCheckpoint(pool, shard, clock());
    if (made === undefined || made.checkpoint.seq === this.#newest?.seq) return undefined;
    const signed = keys.sign(made.checkpoint);
    // Before the table: a checkpoint that is only in the file is as true.
    await appendCheckpoint(file, signed);
    log.info(lineOf(signed));
    await storeCheckpoint(pool, signed, made.image);
    this.#newest = signed;
    this.#seq = Math.max(this.#seq, signed.seq);
    await announce?.(lineOf(signed));
    return signed;
  }

  get #newRows(): number {
    return this.#seq - (this.#newest?.seq ?? 0);
  }

  /** Reads the newest checkpoint and the end of the journal, once. */
  async #readNewest(): Promise<void> {
    if (this.#newest !== undefined) return;
    const { pool, shard = 0 } = this.#options;
    const newest = (await storedCheckpoints(pool, shard))[0] ?? null;
    const { rows } = await pool.query<{ seq: string }>('select seq::text as seq from lease where shard = $1', [shard]);
    this.#seq = Math.max(this.#seq, Number(rows[0]?.seq ?? 0));
    this.#newest = newest;
  }

  /** Makes a checkpoint after enough rows, or a day after the last one when there are new rows. */
  async makeIfDue(): Promise<void> {
    const { everyRows, clock } = this.#options;
    await this.#readNewest();
    const isDaily = this.#newRows > 0 && clock() - (this.#newest?.time ?? 0) >= DAY_MS;
    if (isDaily || this.#newRows >= everyRows) await this.make();
  }
}
