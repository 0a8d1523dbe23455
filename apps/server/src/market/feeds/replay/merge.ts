import type { RawTick } from '../feed.ts';
import { readTickFile } from './tick-file.ts';
import type { MalformedListener } from './tick-file.ts';

/** The files of one instrument, one after the other. */
class Source {
  private readonly batches: AsyncIterator<readonly RawTick[]>;
  private batch: readonly RawTick[] = [];
  private position = 0;
  private done = false;

  constructor(paths: readonly string[], malformed: MalformedListener) {
    this.batches = chain(paths, malformed);
  }

  /** The next tick where it is already read. */
  peek(): RawTick | undefined {
    return this.batch[this.position];
  }

  advance(): void {
    this.position += 1;
  }

  /** Whether there is nothing to peek at, and may be later. */
  get isDry(): boolean {
    return !this.done && this.position >= this.batch.length;
  }

  async fill(): Promise<void> {
    while (this.isDry) {
      const next = await this.batches.next();
      this.done = next.done === true;
      this.batch = next.done === true ? [] : next.value;
      this.position = 0;
    }
  }

  async close(): Promise<void> {
    this.done = true;
    this.batch = [];
    await this.batches.return?.();
  }
}

async function* chain(paths: readonly string[], malformed: MalformedListener): AsyncGenerator<readonly RawTick[]> {
  for (const path of paths) yield* readTickFile(path, malformed);
}

/** Ticks of several instruments in the order of their times; of equal times, in the order of the sources. */
export class MergedTicks {
  private readonly sources: readonly Source[];

  /** groups: for each instrument its files in order. */
  constructor(groups: readonly (readonly string[])[], malformed: MalformedListener) {
    this.sources = groups.map((paths) => new Source(paths, malformed));
  }

  /** Reads on where a source has run dry; without it peek knows only what is read. */
  async fill(): Promise<void> {
    for (const source of this.sources) if (source.isDry) await source.fill();
  }

  /** Whether a source has to be read before the next tick is known. */
  get isDry(): boolean {
    return this.sources.some(({ isDry }) => isDry);
  }

  peek(): RawTick | undefined {
    return this.first()?.peek();
  }

  take(): RawTick | undefined {
    const source = this.first();
    const tick = source?.peek();
    source?.advance();
    return tick;
  }

  async close(): Promise<void> {
    for (const source of this.sources) await source.close();
  }

  private first(): Source | undefined {
    let best: Source | undefined;
    let bestTime = Number.POSITIVE_INFINITY;
    for (const source of this.sources) {
      const time = source.peek()?.time;
      if (time === undefined || time >= bestTime) continue;
      best = source;
      bestTime = time;
    }
    return best;
  }
}
