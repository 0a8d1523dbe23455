import type { CopyResult } from './port.ts';

/** Results in one transaction. */
const MOST = 1000;

/** Called after the commit of a result, or with the error of its transaction. */
export type Recorded = (error?: unknown) => void;

interface Waiting {
  readonly result: CopyResult;
  readonly recorded: Recorded;
}

/** Group commit of results: those that arrive while a transaction is under way go together into the next. */
export class ResultBatch {
  readonly #record: (results: readonly CopyResult[]) => Promise<void>;
  #waiting: Waiting[] = [];
  #unrecorded = 0;
  #written: (() => void)[] = [];
  #writing = false;

  constructor(record: (results: readonly CopyResult[]) => Promise<void>) {
    this.#record = record;
  }

  /** Results that are not committed yet. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  add(result: CopyResult, recorded: Recorded): void {
    this.#unrecorded += 1;
    this.#waiting.push({ result, recorded });
    if (!this.#writing) void this.#write();
  }

  /** Resolves when the transaction that is under way, or the next one, has ended. */
  written(): Promise<void> {
    return new Promise((done) => {
      this.#written.push(done);
    });
  }

  async #write(): Promise<void> {
    this.#writing = true;
    // Lets the results of the same commit gather.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, MOST);
      this.#waiting = this.#waiting.slice(MOST);
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
