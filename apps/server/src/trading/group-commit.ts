import type { Applied, Outcome } from '@fairlot/engine';
import { Batch } from './journal/batch.ts';
import type { JournalEnd } from './journal/batch.ts';
import type { CommandKey } from './journal/keys.ts';
import type { JournalWriter } from './journal/writer.ts';
import type { HostOutcome } from './port.ts';

/** A caller who is told the outcome when the rows up to now are committed. */
export interface Waiter {
  readonly outcome: Outcome;
  /** By which the journal is asked when a commit fails; absent for commands of the host itself. */
  readonly key: CommandKey | undefined;
  readonly answer: (outcome: HostOutcome) => void;
}

/** What the queue reports. */
export interface CommitReports {
  /** Rows are committed; their callers have been answered. */
  committed(rows: readonly Applied[]): void;
  /** A commit failed: whether it took place is unknown, and nothing after it did. These callers still wait. */
  failed(error: Error, waiters: readonly Waiter[]): void;
}

interface Flight {
  readonly batch: Batch;
  readonly waiters: Waiter[];
}

/**
 * Rows that a batch needs to depart, by the number of batches under way; more than these are never under way. The others
 * travel while the first commits; the database takes them in turn, or none of them. As each has a sync of its own, small
 * ones would only stand in each other's way.
 */
const LEAST_ROWS: readonly number[] = [1, 32, 128, 256];
/** A batch of so many rows departs at once where it may, so that the database works while a long turn of the event loop goes on. */
const FULL_BATCH = 256;

/**
 * Group commit: rows gather while the batch before commits, so the batch grows with the load. Ends for good at the first
 * failure; the host then makes another from what the journal holds.
 */
export class GroupCommit {
  readonly #writer: JournalWriter;
  readonly #end: JournalEnd;
  readonly #reports: CommitReports;
  readonly #flights: Flight[] = [];
  readonly #spare: Batch[] = [];
  readonly #idle: (() => void)[] = [];
  #gathering: Flight = { batch: new Batch(), waiters: [] };
  #committedSeq: number;
  #uncommitted = 0;
  #scheduled = false;
  #failed = false;

  constructor(writer: JournalWriter, end: JournalEnd, reports: CommitReports) {
    this.#writer = writer;
    this.#end = end;
    this.#committedSeq = end.seq;
    this.#reports = reports;
  }

  /** Seq of the last committed row. */
  get committedSeq(): number {
    return this.#committedSeq;
  }

  /** Rows that are not committed yet. */
  get uncommitted(): number {
    return this.#uncommitted;
  }

  /** Takes applied rows, in order. */
  add(rows: readonly Applied[]): void {
    for (const row of rows) this.#gathering.batch.add(row, this.#end);
    this.#uncommitted += rows.length;
    if (this.#gathering.batch.rows.length >= FULL_BATCH) this.#depart();
    else this.#schedule();
  }

  /** Answers when all rows taken so far are committed. */
  whenCommitted(waiter: Waiter): void {
    const last = this.#gathering.batch.rows.length > 0 ? this.#gathering : this.#flights.at(-1);
    if (last === undefined) waiter.answer(waiter.outcome);
    else last.waiters.push(waiter);
  }

  /** Resolves when nothing is left to commit, or when a commit has failed. */
  drained(): Promise<void> {
    if (this.#uncommitted === 0 || this.#failed) return Promise.resolve();
    return new Promise((done) => {
      this.#idle.push(done);
    });
  }

  /** Gives everything up: what gathers is not sent any more. */
  abandon(error: Error): void {
    if (this.#failed) return;
    this.#failed = true;
    const waiters = [...this.#flights, this.#gathering].flatMap((flight) => flight.waiters);
    this.#flights.length = 0;
    this.#releaseIdle();
    this.#reports.failed(error, waiters);
  }

  /** Waits for the end of this turn of the event loop: everything that arrived in it shares a batch. */
  #schedule(): void {
    if (this.#scheduled || this.#failed || !this.#mayDepart()) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#depart();
    });
  }

  #depart(): void {
    if (this.#failed || !this.#mayDepart()) return;
    const flight = this.#gathering;
    this.#gathering = { batch: this.#spare.pop() ?? new Batch(), waiters: [] };
    this.#flights.push(flight);
    this.#writer.commit(flight.batch).then(
      () => this.#arrive(flight),
      (error: unknown) => this.abandon(error instanceof Error ? error : new Error(String(error))),
    );
  }

  #mayDepart(): boolean {
    return this.#gathering.batch.rows.length >= (LEAST_ROWS[this.#flights.length] ?? Infinity);
  }

  #arrive(flight: Flight): void {
    if (this.#failed) return;
    if (this.#flights.shift() !== flight) throw new Error('batches were committed out of order');
    const rows = [...flight.batch.rows];
    this.#committedSeq = rows.at(-1)?.seq ?? this.#committedSeq;
    this.#uncommitted -= rows.length;
    flight.batch.clear();
    this.#spare.push(flight.batch);
    this.#depart();
    for (const waiter of flight.waiters) waiter.answer(waiter.outcome);
    this.#reports.committed(rows);
    if (this.#uncommitted === 0) this.#releaseIdle();
  }

  #releaseIdle(): void {
    for (const done of this.#idle.splice(0)) done();
  }
}
