import { MINUTE_MS, barStart } from '@fairlot/domain';
import { type Job, every } from '../platform/jobs.ts';
import { pause } from '../platform/pause.ts';
import { BarStore } from './bar-store.ts';

/** Milliseconds after which the process with the market has certainly written a bar that it has. */
const WRITTEN_MS = 4000;
const LOOK_MS = 1000;

/** The bars that the process with the market writes. This one only reads them. */
export class FollowedBarStore extends BarStore {
  /** Resolves when the other process has written them; until then they are read from the queue of this one. */
  override write(): Promise<void> {
    return pause(WRITTEN_MS);
  }
}

/** Repairs the forming bars after quotes were missed, once the minute with the gap is in the database. */
export class BarRepair {
  readonly #job: Job;
  /** The first gap that is not repaired yet, and the last one. */
  #gapAt: number | undefined;
  #lastGapAt = 0;

  /** `repair` joins the stored bars with the forming minute, of which no quote is missing. */
  constructor(now: () => number, repair: () => Promise<void>, onFailure: (error: unknown) => void) {
    this.#job = every(
      LOOK_MS,
      async () => {
        if (this.#gapAt === undefined || now() < barStart('1min', this.#gapAt) + MINUTE_MS + WRITTEN_MS) return;
        const isLast = barStart('1min', this.#lastGapAt) <= this.#gapAt;
        this.#gapAt = isLast ? undefined : this.#lastGapAt;
        await repair().catch((error: unknown) => {
          this.#gapAt ??= now();
          throw error;
        });
      },
      onFailure,
    );
  }

  /** Notes that quotes may be missing up to a moment. */
  note(time: number): void {
    this.#gapAt ??= time;
    this.#lastGapAt = time;
  }

  start(): void {
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }
}
