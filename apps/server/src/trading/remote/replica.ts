import type { Quote } from '@fairlot/domain';
import { type Applied, type TradingEngine, restoreEngine } from '@fairlot/engine';
import { pause } from '../../platform/pause.ts';
import { encodeRow } from '../journal/encode-row.ts';
import type { CommittedRows } from './messages.ts';
import type { ShardReads } from './shard-reads.ts';

/** Messages that wait while rows are read from the database. Beyond it they are dropped, and their rows read too. */
const MOST_WAITING = 1000;
/** Rows that are replayed in one turn of the event loop. */
const ROWS_PER_TURN = 200;
const RETRY_MS = 250;

export interface ReplicaOptions {
  readonly reads: ShardReads;
  readonly shard: number;
  readonly log: { info(message: string): void; warn(message: string): void; error(message: string): void };
  /** Rows that have become part of the replica, in order. */
  readonly onRows: (rows: readonly Applied[]) => void;
  /** The replica was loaded anew: rows may be in it that were never reported. */
  readonly onReload: () => void;
}

/**
 * A copy of a shard's engine that follows its journal. Rows come over the bus; whatever is missing is read from the
 * database. It decides nothing.
 */
export class ShardReplica {
  readonly #options: ReplicaOptions;
  readonly #quotes = new Map<number, Quote>();
  #engine: TradingEngine | undefined;
  #waiting: CommittedRows[] = [];
  /** The last row that somebody has told of. */
  #head = 0;
  #working: Promise<void> | undefined;
  #stopped = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /** The engine; undefined until it is loaded. Only for reads. */
  get engine(): TradingEngine | undefined {
    return this.#engine;
  }

  /** The last row of the replica. */
  get seq(): number {
    return this.#engine?.seq ?? 0;
  }

  /** Loads the shard. Resolves when the replica can be read. */
  async start(): Promise<void> {
    this.#wake();
    await this.#working;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  observe(quote: Quote): void {
    this.#quotes.set(quote.instrument, quote);
    this.#engine?.observe(quote);
  }

  /** Takes what a holder has published. */
  take(message: CommittedRows): void {
    this.#head = Math.max(this.#head, message.seq);
    if (message.rows.length > 0) this.#waiting.push(message);
    if (this.#waiting.length > MOST_WAITING) this.#waiting = [];
    if (this.#waiting.length > 0 || this.#head > this.seq) this.#wake();
  }

  /** Tells that a row is committed, or, without one, that messages may have been lost. */
  catchUp(seq?: number): void {
    this.#head = Math.max(this.#head, seq ?? this.seq + 1);
    if (this.#head > this.seq) this.#wake();
  }

  #wake(): void {
    if (this.#working !== undefined || this.#stopped) return;
    this.#working = this.#work().finally(() => {
      this.#working = undefined;
      if (this.#waiting.length > 0) this.#wake();
    });
  }

  async #work(): Promise<void> {
    const { log, shard } = this.#options;
    while (!this.#stopped) {
      try {
        if (this.#engine === undefined) await this.#load();
        await this.#follow();
        return;
      } catch (error) {
        log.warn(`the replica of shard ${shard} could not follow (${String(error)}); trying again`);
        await pause(RETRY_MS);
      }
    }
  }

  async #load(): Promise<void> {
    const { reads, shard, log, onReload } = this.#options;
    const engine = restoreEngine(await reads.snapshot(shard), { recentKeys: 1, replays: true });
    for (const quote of this.#quotes.values()) engine.observe(quote);
    this.#engine = engine;
    log.info(`the replica of shard ${shard} follows after row ${engine.seq}`);
    onReload();
  }

  /** Replays what waits, and reads what is missing in between, until the replica is as far as anybody has told. */
  async #follow(): Promise<void> {
    for (;;) {
      const message = this.#waiting[0];
      if (message === undefined) {
        if (this.#head <= this.seq) return;
        // A row that was told of may belong to an epoch whose commit failed: then there is none.
        if (!(await this.#repair())) this.#head = this.seq;
        continue;
      }
      const first = message.rows[0]?.seq ?? 0;
      if (first > this.seq + 1) {
        if (!(await this.#repair())) throw new Error(`rows up to ${first - 1} are missing in the journal`);
        continue;
      }
      this.#waiting.shift();
      await this.#replay(message.rows);
    }
  }

  /** Reads rows after the replica's last from the journal. False when there are none. */
  async #repair(): Promise<boolean> {
    const { reads, shard } = this.#options;
    const rows = await reads.rowsAfter(shard, this.seq);
    await this.#replay(rows);
    return rows.length > 0;
  }

  async #replay(rows: readonly Applied[]): Promise<void> {
    const engine = this.#engine;
    if (engine === undefined) return;
    const fresh = nextOf(rows, engine.seq);
    for (let at = 0; at < fresh.length; at += ROWS_PER_TURN) {
      const made = fresh.slice(at, at + ROWS_PER_TURN).map((row) => this.#replayed(engine, row));
      this.#options.onRows(made);
      if (at + ROWS_PER_TURN < fresh.length) await new Promise((next) => setImmediate(next));
    }
  }

  /** Discards an engine that computes another row than the journal has: its state can't be trusted. */
  #replayed(engine: TradingEngine, row: Applied): Applied {
    try {
      const made = engine.replay(row);
      const [own, given] = [encodeRow(made), encodeRow(row)];
      if (own.outcome !== given.outcome || own.events !== given.events)
        throw new Error(`row ${row.seq} was computed differently`);
      return made;
    } catch (error) {
      this.#engine = undefined;
      this.#waiting = [];
      this.#options.log.error(`the replica of shard ${this.#options.shard} is loaded again: ${String(error)}`);
      throw error;
    }
  }
}

/** The rows that follow one of them without one missing. A message leaves out a row that is too large for it. */
function nextOf(rows: readonly Applied[], after: number): readonly Applied[] {
  const fresh = rows.filter(({ seq }) => seq > after);
  const missing = fresh.findIndex(({ seq }, at) => seq !== after + 1 + at);
  return missing === -1 ? fresh : fresh.slice(0, missing);
}
