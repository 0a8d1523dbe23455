import type { Applied } from '@fairlot/engine';
import { Batch, type JournalEnd } from './journal/batch.ts';
import type { PendingCaller } from './pending-caller.ts';
import type { JournalSession } from './shard-storage.ts';
import type { WriteBehind, WriteListener } from './write-behind.ts';

/** Called by the queues after a commit, a write of the tables, or a failure. */
export interface CommitListener {
  /** Rows are committed, so many milliseconds after the first row was added. */
  committed(rows: readonly Applied[], tookMs: number): void;
  /** The table rows of committed rows are written, and their callers answered. */
  written(rows: readonly Applied[]): void;
  /** A commit or a write failed: it may or may not have taken effect, and nothing after it has. These callers still wait. */
  failed(error: Error, callers: readonly PendingCaller[]): void;
}

interface CommittingBatch {
  readonly batch: Batch;
  readonly callers: PendingCaller[];
  /** Size of its rows: 1 for that of a usual command. */
  weight: number;
  /** Steady time of its first row. */
  since: number;
}

/** Events that weigh as much as one row: few commands have more. */
const EVENTS_PER_ROW = 4;

/**
 * Minimum weight for sending a batch, by the number of batches in flight; at most four are in flight. The database
 * executes them in order, and none after one that failed. Each batch costs one sync of the disk, so many small batches
 * would slow each other down.
 */
const MIN_WEIGHT: readonly number[] = [1, 32, 128, 256];
/** A batch of this size is sent at once if allowed, so that the database works during a long turn of the event loop. */
const FULL_BATCH = 256;

/**
 * Group commit: rows gather while the previous batch commits, so batches grow with the load. A failure ends this queue;
 * the host then creates another one from the journal.
 */
export class GroupCommit {
  readonly #writer: Pick<JournalSession, 'commit'>;
  readonly #end: JournalEnd;
  readonly #listener: CommitListener;
  readonly #tables: WriteBehind;
  readonly #committing: CommittingBatch[] = [];
  readonly #spare: Batch[] = [];
  readonly #idle: (() => void)[] = [];
  #gathering: CommittingBatch = { batch: new Batch(), callers: [], weight: 0, since: 0 };
  #committedSeq: number;
  #uncommitted = 0;
  #scheduled = false;
  #failed = false;

  /** `tables` makes the queue that writes the tables behind this one. */
  constructor(
    writer: Pick<JournalSession, 'commit'>,
    end: JournalEnd,
    listener: CommitListener,
    tables: (listener: WriteListener, isIdle: () => boolean) => WriteBehind,
  ) {
    this.#writer = writer;
    this.#end = end;
    this.#committedSeq = end.seq;
    this.#listener = listener;
    this.#tables = tables(
      {
        written: (rows) => {
          this.#listener.written(rows);
          // Commits that waited for the tables go on.
          this.#schedule();
          if (this.#isDrained) this.#releaseIdle();
        },
        failed: (error) => this.abandon(error),
      },
      () => this.#uncommitted === 0,
    );
  }

  /** Number of the last committed row. */
  get committedSeq(): number {
    return this.#committedSeq;
  }

  /** True while rows wait behind the batch that is being committed. */
  get isBehind(): boolean {
    const isWaiting = this.#committing.length === 1 && this.#gathering.weight > 0;
    return this.#committing.length > 1 || isWaiting || this.#tables.isFull;
  }

  /** Number of committed rows whose table rows are not written yet. */
  get unwritten(): number {
    return this.#tables.behind;
  }

  /** Resolves when the table rows of all rows that are committed now are written, or when a write has failed. */
  written(): Promise<void> {
    return this.#tables.written();
  }

  /** Number of uncommitted rows. */
  get uncommitted(): number {
    return this.#uncommitted;
  }

  /** Adds applied rows, in order. */
  add(rows: readonly Applied[]): void {
    if (this.#gathering.weight === 0) this.#gathering.since = performance.now();
    for (const row of rows) {
      this.#gathering.batch.add(row, this.#end);
      this.#gathering.weight += Math.max(1, Math.floor(row.events.length / EVENTS_PER_ROW));
    }
    this.#uncommitted += rows.length;
    if (this.#gathering.weight >= FULL_BATCH) this.#send();
    else this.#schedule();
  }

  /** Answers a caller when all rows added so far are committed, or written. */
  whenCommitted(caller: PendingCaller): void {
    const last = this.#gathering.batch.rows.length > 0 ? this.#gathering : this.#committing.at(-1);
    if (last !== undefined) last.callers.push(caller);
    else if (caller.until === 'written') this.#tables.whenWritten(caller);
    else caller.answer(caller.outcome);
  }

  /** Resolves when all rows are committed and their table rows written, or when that has failed. */
  drained(): Promise<void> {
    if (this.#isDrained || this.#failed) return Promise.resolve();
    return new Promise((done) => {
      this.#idle.push(done);
    });
  }

  /** Fails the queue: gathered rows are not sent. */
  abandon(error: Error): void {
    if (this.#failed) return;
    this.#failed = true;
    const uncommitted = [...this.#committing, this.#gathering].flatMap((committing) => committing.callers);
    const callers = [...this.#tables.abandon(), ...uncommitted];
    this.#committing.length = 0;
    this.#releaseIdle();
    this.#listener.failed(error, callers);
  }

  /** Waits for the end of this turn of the event loop, so that all its rows share a batch. */
  #schedule(): void {
    if (this.#scheduled || this.#failed || !this.#maySend()) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#failed || !this.#maySend()) return;
    const committing = this.#gathering;
    this.#gathering = { batch: this.#spare.pop() ?? new Batch(), callers: [], weight: 0, since: 0 };
    this.#committing.push(committing);
    this.#writer.commit(committing.batch).then(
      () => this.#finish(committing),
      (error: unknown) => this.abandon(error instanceof Error ? error : new Error(String(error))),
    );
  }

  get #isDrained(): boolean {
    return this.#uncommitted === 0 && this.#tables.behind === 0;
  }

  #maySend(): boolean {
    if (this.#tables.isFull) return false;
    return this.#gathering.weight >= (MIN_WEIGHT[this.#committing.length] ?? Infinity);
  }

  #finish(committing: CommittingBatch): void {
    if (this.#failed) return;
    if (this.#committing.shift() !== committing) throw new Error('batches were committed out of order');
    const rows = [...committing.batch.rows];
    this.#committedSeq = rows.at(-1)?.seq ?? this.#committedSeq;
    this.#uncommitted -= rows.length;
    committing.batch.clear();
    this.#spare.push(committing.batch);
    this.#send();
    for (const caller of committing.callers) if (caller.until === 'committed') caller.answer(caller.outcome);
    this.#listener.committed(rows, performance.now() - committing.since);
    this.#tables.add(
      rows,
      committing.callers.filter(({ until }) => until === 'written'),
    );
  }

  #releaseIdle(): void {
    for (const done of this.#idle.splice(0)) done();
  }
}
