import { PRICE_SCALE, type PriceTerms, priceScaleOf } from '@fairlot/domain';
import { pause, yieldToEventLoop } from '../../platform/pause.ts';
import type { Feed, FeedSink } from './feed.ts';
import { MergedTicks } from './replay/merge.ts';
import { findRecordings } from './replay/recordings.ts';

/** Ticks delivered before yielding to the event loop. */
const SLICE_TICKS = 1_000;
/** Longest sleep. Long pauses of a recording are divided, so that a stop takes effect soon. */
const LONGEST_SLEEP_MS = 200;

export interface ReplayOptions {
  /** A tick file, or a folder of tick files and folders of them. */
  readonly path: string;
  /** Factor on the recorded speed; infinity for as fast as possible. */
  readonly speed: number;
  /** A wall clock in epoch milliseconds that does not jump. */
  readonly clock: () => number;
  /** The listed instruments, whose prices have scales of their own. Others are read at scale 8. */
  readonly instruments?: readonly (PriceTerms & { readonly code: string })[];
  /** Continues an earlier run: market time must not be before this time. Absent: plays from the beginning. */
  readonly after?: ReplayPosition | undefined;
}

/** How far an earlier run of a recording has come. */
export interface ReplayPosition {
  /** Market time of the last row of the journal. */
  readonly time: number;
  /** Ticks before this time are in the stored bars. */
  readonly barsUpTo: number;
}

/** The begin of a run: market time, and whether it is the recording's own begin. */
interface Begin {
  readonly time: number;
  readonly isFromStart: boolean;
}

/** Unreadable lines that were not reported yet. */
interface Tally {
  lines: number;
}

/**
 * A recorded market. Market time is the recorded time: it advances with the wall clock times the speed, but never past
 * an undelivered tick. At the end of the recording the market closes and time stops.
 */
export class ReplayFeed implements Feed {
  readonly source = 'replay';
  readonly isFromStart: boolean;
  readonly #options: ReplayOptions;
  readonly #ticks: MergedTicks;
  readonly #unreadable: Tally;
  /** Market time at the start. */
  readonly #begun: number;
  #latest: number;
  /** Time of the next tick; `latest` while it is being read. */
  #ceiling: number;
  #startedAt: number | undefined;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(options: ReplayOptions, ticks: MergedTicks, unreadable: Tally, begin: Begin) {
    this.#options = options;
    this.#ticks = ticks;
    this.#unreadable = unreadable;
    this.#begun = begin.time;
    this.isFromStart = begin.isFromStart;
    this.#latest = begin.time;
    this.#ceiling = begin.time;
  }

  /** Opens the files and reads up to the first tick. Throws when there is none. */
  static async open(options: ReplayOptions): Promise<ReplayFeed> {
    const groups = await findRecordings(options.path);
    const unreadable: Tally = { lines: 0 };
    const scales = new Map(options.instruments?.map((listed) => [listed.code, priceScaleOf(listed)]));
    const scaleOf = (code: string): number => scales.get(code) ?? PRICE_SCALE;
    const ticks = new MergedTicks(groups, scaleOf, () => {
      unreadable.lines += 1;
    });
    await ticks.fill();
    const first = ticks.peek();
    if (first === undefined) throw new Error(`replay: ${options.path} contains no ticks`);
    const { after, path } = options;
    if (after === undefined || after.time <= first.time)
      return new ReplayFeed(options, ticks, unreadable, { time: first.time, isFromStart: true });
    const lastSkipped = await skip(ticks, Math.max(after.time, after.barsUpTo));
    const next = ticks.peek();
    if (next === undefined && lastSkipped < after.time) {
      await ticks.close();
      throw new Error(
        `replay: the last tick of ${path} (${isoTime(lastSkipped)}) is before the last entry in the journal of this database ` +
          `(${isoTime(after.time)}), and market time never runs back; use the recording that was played before, or another database`,
      );
    }
    const time = next === undefined ? lastSkipped : Math.max(after.time, lastSkipped);
    return new ReplayFeed(options, ticks, unreadable, { time, isFromStart: false });
  }

  now(): number {
    if (this.#startedAt === undefined) return this.#latest;
    return Math.max(this.#latest, Math.min(this.#recordedNow(), this.#ceiling));
  }

  start(sink: FeedSink): Promise<void> {
    this.#startedAt = this.#options.clock();
    this.#running = this.#run(sink);
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
    await this.#ticks.close();
  }

  async #run(sink: FeedSink): Promise<void> {
    while (!this.#stopping) {
      await this.#ticks.fill();
      for (; this.#unreadable.lines > 0; this.#unreadable.lines -= 1) sink.malformed();
      const next = this.#ticks.peek();
      if (next === undefined) {
        sink.ended();
        return;
      }
      this.#ceiling = Math.max(this.#latest, next.time);
      const waitMs = (next.time - this.#recordedNow()) / this.#options.speed;
      if (waitMs > 0) await pause(Math.min(waitMs, LONGEST_SLEEP_MS));
      else {
        this.#deliver(sink);
        await yieldToEventLoop();
      }
    }
  }

  /** Delivers the due ticks that have been read, at most a slice. */
  #deliver(sink: FeedSink): void {
    const due = this.#recordedNow();
    for (let count = 0; count < SLICE_TICKS; count += 1) {
      const tick = this.#ticks.peek();
      if (tick === undefined || tick.time > due || this.#stopping) return;
      this.#ticks.take();
      this.#latest = Math.max(this.#latest, tick.time);
      this.#ceiling = this.#latest;
      sink.tick(tick);
      // Until an exhausted source is refilled, its next tick may be earlier than those of the others.
      if (this.#ticks.isDry) return;
    }
  }

  /** The recorded time that the speed and the wall clock imply. */
  #recordedNow(): number {
    const { speed, clock } = this.#options;
    if (this.#startedAt === undefined || !Number.isFinite(speed))
      return speed === Number.POSITIVE_INFINITY ? speed : this.#begun;
    return this.#begun + Math.floor((clock() - this.#startedAt) * speed);
  }
}

/** Passes over the ticks before a time. Returns the time of the last one. */
async function skip(ticks: MergedTicks, until: number): Promise<number> {
  let last = Number.NEGATIVE_INFINITY;
  for (;;) {
    await ticks.fill();
    do {
      const tick = ticks.peek();
      if (tick === undefined || tick.time >= until) return last;
      last = tick.time;
      ticks.take();
      // Until an exhausted source is refilled, its next tick may be earlier than those of the others.
    } while (!ticks.isDry);
  }
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
