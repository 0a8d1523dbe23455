import type { CopyResult } from './port.ts';

/** Results in one transaction. */
const MOST = 1000;

/** Called after the commit of a result, or with the error of its transaction. */
export type Recorded = (error?: unknown) => void;

interface Waiting {
  readonly result: CopyResult;
  readonly recorded: Recorded;
}

/**
 * Gathers results into few transactions: each commit flushes the WAL, which the journal's commits then wait for. A batch is
 * written when it is full, when nothing else is under way (`flush`), or after `linger`.
 */
export class ResultBatch {
  readonly #record: (results: readonly CopyResult[]) => Promise<void>;
  readonly #linger: () => Promise<void>;
  #waiting: Waiting[] = [];
  #unrecorded = 0;
  #written: (() => void)[] = [];
  #writing = false;
  /** True when all that waits is to be written, however little it is. */
  #isDue = false;

  constructor(record: (results: readonly CopyResult[]) => Promise<void>, linger: () => Promise<void>) {
    this.#record = record;
    this.#linger = linger;
  }

  /** Results that are not committed yet. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  add(result: CopyResult, recorded: Recorded): void {
    this.#unrecorded += 1;
    this.#waiting.push({ result, recorded });
    const due = (): void => this.flush();
    if (this.#waiting.length === 1) this.#linger().then(due, due);
    if (this.#waiting.length === MOST) this.#start();
  }

  /** Writes all that waits. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    this.#isDue = true;
    this.#start();
  }

  /** Resolves when the transaction that is under way, or the next one, has ended. */
  written(): Promise<void> {
    return new Promise((done) => {
      this.#written.push(done);
    });
  }

  #start(): void {
    if (!this.#writing) void this.#write();
  }

  async #write(): Promise<void> {
    this.#writing = true;
    // Lets the results of the same commit gather.
    await Promise.resolve();
    while (this.#waiting.length >= MOST || (this.#isDue && this.#waiting.length > 0)) {
      const batch = this.#waiting.slice(0, MOST);
      this.#waiting = this.#waiting.slice(MOST);
      if (this.#waiting.length === 0) this.#isDue = false;
      let error: unknown;
      try {
        await this.#record(batch.map(({ result }) => result));
      } catch (reason) {
        error = reason ?? new Error('results could not be recorded');
      }
      this.#unrecorded -= batch.length;
      for (const { recorded } of batch) recorded(error);
      for (const done of this.#written.splice(0)) done();
    }
    this.#writing = false;
  }
}
