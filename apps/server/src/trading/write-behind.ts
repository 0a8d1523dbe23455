import type { Applied } from '@fairlot/engine';
import type { PendingCaller } from './pending-caller.ts';
import { TableBatch, type TablesEnd } from './journal/table-batch.ts';
import type { TablesSession } from './shard-storage.ts';

/** Told by the queue about the tables. */
export interface WriteListener {
  /** The table rows of these journal rows are written, and their callers are answered. */
  written(rows: readonly Applied[]): void;
  /** A write failed. Nothing after it is written. */
  failed(error: Error): void;
}

interface WritingBatch {
  readonly batch: TableBatch;
  readonly rows: Applied[];
  readonly waiting: (() => void)[];
  callers: PendingCaller[];
}

/** Maximum rows behind by default. Then commits wait, so that memory and the tail that a recovery folds stay bounded. */
const MOST_BEHIND = 20_000;
/** Under load a batch waits for so many rows, or for so long: large batches write an account once for many orders. */
const ENOUGH_ROWS = 2048;
const LONGEST_WAIT_MS = 25;

/**
 * Writes the table rows of committed journal rows, one batch at a time. Without load, or while somebody waits, each batch
 * is written at once; under load it gathers while orders commit.
 */
export class WriteBehind {
  readonly #writer: Pick<TablesSession, 'write'>;
  readonly #end: TablesEnd;
  readonly #listener: WriteListener;
  /** True while the journal commits nothing. */
  readonly #isIdle: () => boolean;
  readonly #most: number;
  readonly #spare: TableBatch[] = [];
  #gathering: WritingBatch = emptyBatch();
  #writing: WritingBatch | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failed = false;

  constructor(
    writer: Pick<TablesSession, 'write'>,
    end: TablesEnd,
    listener: WriteListener,
    isIdle: () => boolean,
    most: number = MOST_BEHIND,
  ) {
    this.#writer = writer;
    this.#end = end;
    this.#listener = listener;
    this.#isIdle = isIdle;
    this.#most = most;
  }

  /** Number of committed rows whose table rows are not written yet. */
  get behind(): number {
    return this.#gathering.rows.length + (this.#writing?.rows.length ?? 0);
  }

  /** True when no more commits may be sent. */
  get isFull(): boolean {
    return this.behind >= this.#most;
  }

  /** Takes committed rows, in order, and the callers to be answered when their table rows are written. */
  add(rows: readonly Applied[], callers: readonly PendingCaller[]): void {
    if (this.#failed) return;
    for (const row of rows) {
      this.#gathering.batch.add(row, this.#end);
      this.#gathering.rows.push(row);
    }
    for (const caller of callers) this.#gathering.callers.push(caller);
    this.#writeIfDue();
  }

  /** Answers a caller when the table rows of all rows so far are written. */
  whenWritten(caller: PendingCaller): void {
    const last = this.#last();
    if (last === undefined) {
      caller.answer(caller.outcome);
      return;
    }
    last.callers.push(caller);
    this.#writeIfDue();
  }

  /** Resolves when the table rows of all rows so far are written, or when a write has failed. */
  written(): Promise<void> {
    const last = this.#last();
    if (last === undefined || this.#failed) return Promise.resolve();
    return new Promise((done) => {
      last.waiting.push(done);
      this.#writeIfDue();
    });
  }

  /** Writes no more. Returns the callers that still wait. */
  abandon(): readonly PendingCaller[] {
    this.#failed = true;
    clearTimeout(this.#timer);
    const pending = [this.#writing, this.#gathering].filter((batch) => batch !== undefined);
    for (const { waiting } of pending) for (const done of waiting.splice(0)) done();
    return pending.flatMap(({ callers }) => callers);
  }

  #last(): WritingBatch | undefined {
    return this.#gathering.rows.length > 0 ? this.#gathering : this.#writing;
  }

  #writeIfDue(): void {
    const { rows, callers, waiting } = this.#gathering;
    if (this.#failed || this.#writing !== undefined || rows.length === 0) return;
    const isDue = rows.length >= ENOUGH_ROWS || callers.length > 0 || waiting.length > 0 || this.#isIdle();
    if (isDue) this.#write();
    else
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        if (this.#writing === undefined && !this.#failed && this.#gathering.rows.length > 0) this.#write();
      }, LONGEST_WAIT_MS);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const writing = this.#gathering;
    this.#gathering = emptyBatch(this.#spare.pop());
    this.#writing = writing;
    this.#writer.write(writing.batch).then(
      () => this.#finish(writing),
      (error: unknown) => {
        if (!this.#failed) this.#listener.failed(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  #finish(writing: WritingBatch): void {
    if (this.#failed) return;
    this.#writing = undefined;
    writing.batch.clear();
    this.#spare.push(writing.batch);
    this.#writeIfDue();
    for (const caller of writing.callers) caller.answer(caller.outcome);
    this.#listener.written(writing.rows);
    for (const done of writing.waiting) done();
  }
}

function emptyBatch(batch = new TableBatch()): WritingBatch {
  return { batch, rows: [], waiting: [], callers: [] };
}
