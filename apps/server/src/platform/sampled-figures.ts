import { pause } from './pause.ts';

/** A sample is read again when it is older than this. */
const LIFE_MS = 10_000;
/** A scrape waits no longer than this for a new sample. */
const MOST_WAIT_MS = 1000;
/** An older sample is not shown. */
const MOST_AGE_MS = 120_000;

/**
 * Figures that cost queries, for the metrics. However often they are scraped, a sample is read at most every ten
 * seconds, one at a time; a database that hangs delays a scrape by a second and then leaves these figures out.
 */
export class SampledFigures<Sample> {
  readonly #read: () => Promise<Sample>;
  readonly #onError: (error: unknown) => void;
  readonly #clock: () => number;
  #last: { readonly sample: Sample; readonly at: number } | undefined;
  #reading: Promise<void> | undefined;

  constructor(read: () => Promise<Sample>, onError: (error: unknown) => void, clock = () => performance.now()) {
    this.#read = read;
    this.#onError = onError;
    this.#clock = clock;
  }

  /** Milliseconds since the last sample was read; undefined before the first. */
  get ageMs(): number | undefined {
    return this.#last === undefined ? undefined : this.#clock() - this.#last.at;
  }

  /** The last sample, read now if it is due; undefined when the last one is too old to be shown. */
  async current(): Promise<Sample | undefined> {
    if ((this.ageMs ?? Number.POSITIVE_INFINITY) >= LIFE_MS) {
      this.#reading ??= this.#sample();
      await Promise.race([this.#reading, pause(MOST_WAIT_MS)]);
    }
    return (this.ageMs ?? Number.POSITIVE_INFINITY) > MOST_AGE_MS ? undefined : this.#last?.sample;
  }

  async #sample(): Promise<void> {
    try {
      const sample = await this.#read();
      this.#last = { sample, at: this.#clock() };
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#reading = undefined;
    }
  }
}
