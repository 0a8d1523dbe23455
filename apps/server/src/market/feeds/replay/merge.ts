import type { RawTick } from '../feed.ts';
import { type MalformedListener, type ScaleOf, readTickFile } from './tick-file.ts';

/** The files of one instrument, read one after the other. */
class Source {
  readonly #batches: AsyncIterator<readonly RawTick[]>;
  #batch: readonly RawTick[] = [];
  #position = 0;
  #done = false;

  constructor(paths: readonly string[], scaleOf: ScaleOf, malformed: MalformedListener) {
    this.#batches = chain(paths, scaleOf, malformed);
  }

  /** The next tick if it has been read. */
  peek(): RawTick | undefined {
    return this.#batch[this.#position];
  }

  advance(): void {
    this.#position += 1;
  }

  /** True when nothing is buffered but more may follow. */
  get isDry(): boolean {
    return !this.#done && this.#position >= this.#batch.length;
  }

  async fill(): Promise<void> {
    while (this.isDry) {
      const next = await this.#batches.next();
      this.#done = next.done === true;
      this.#batch = next.done === true ? [] : next.value;
      this.#position = 0;
    }
  }

  async close(): Promise<void> {
    this.#done = true;
    this.#batch = [];
    await this.#batches.return?.();
  }
}

async function* chain(
  paths: readonly string[],
  scaleOf: ScaleOf,
  malformed: MalformedListener,
): AsyncGenerator<readonly RawTick[]> {
  for (const path of paths) yield* readTickFile(path, scaleOf, malformed);
}

/** Merges the ticks of several instruments by time; equal times in the order of the sources. */
export class MergedTicks {
  readonly #sources: readonly Source[];

  /** groups: the files of each instrument, in order. */
  constructor(groups: readonly (readonly string[])[], scaleOf: ScaleOf, malformed: MalformedListener) {
    this.#sources = groups.map((paths) => new Source(paths, scaleOf, malformed));
  }

  /** Reads on in exhausted sources. Without it, `peek` considers only buffered ticks. */
  async fill(): Promise<void> {
    for (const source of this.#sources) if (source.isDry) await source.fill();
  }

  /** True when a source must be read before the next tick is known. */
  get isDry(): boolean {
    return this.#sources.some(({ isDry }) => isDry);
  }

  peek(): RawTick | undefined {
    return this.#first()?.peek();
  }

  take(): RawTick | undefined {
    const source = this.#first();
    const tick = source?.peek();
    source?.advance();
    return tick;
  }

  async close(): Promise<void> {
    for (const source of this.#sources) await source.close();
  }

  #first(): Source | undefined {
    let best: Source | undefined;
    let bestTime = Number.POSITIVE_INFINITY;
    for (const source of this.#sources) {
      const time = source.peek()?.time;
      if (time === undefined || time >= bestTime) continue;
      best = source;
      bestTime = time;
    }
    return best;
  }
}
