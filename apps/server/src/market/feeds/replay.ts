import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PRICE_SCALE, type PriceTerms, priceScaleOf } from '@fairlot/domain';
import { pause, yieldToEventLoop } from '../../platform/pause.ts';
import type { Feed, FeedSink } from './feed.ts';
import { MergedTicks } from './replay/merge.ts';
import { codeOf, isTickFile } from './replay/tick-file.ts';

/** Ticks delivered before yielding to the event loop. */
const SLICE_TICKS = 1_000;
/** Longest sleep. Long pauses of a recording are divided, so that a stop takes effect soon. */
const LONGEST_SLEEP_MS = 200;

export interface ReplayOptions {
  /** A tick file, or a folder of tick files. */
  readonly path: string;
  /** Factor on the recorded speed; infinity for as fast as possible. */
  readonly speed: number;
  /** The wall clock in epoch milliseconds. */
  readonly clock: () => number;
  /** The listed instruments, whose prices have scales of their own. Others are read at scale 8. */
  readonly instruments?: readonly (PriceTerms & { readonly code: string })[];
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
  readonly #options: ReplayOptions;
  readonly #ticks: MergedTicks;
  readonly #unreadable: Tally;
  readonly #firstTime: number;
  #latest: number;
  /** Time of the next tick; `latest` while it is being read. */
  #ceiling: number;
  #startedAt: number | undefined;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(options: ReplayOptions, ticks: MergedTicks, unreadable: Tally, firstTime: number) {
    this.#options = options;
    this.#ticks = ticks;
    this.#unreadable = unreadable;
    this.#firstTime = firstTime;
    this.#latest = firstTime;
    this.#ceiling = firstTime;
  }

  /** Opens the files and reads up to the first tick. Throws when there is none. */
  static async open(options: ReplayOptions): Promise<ReplayFeed> {
    const groups = groupByInstrument(await findFiles(options.path));
    const unreadable: Tally = { lines: 0 };
    const scales = new Map(options.instruments?.map((listed) => [listed.code, priceScaleOf(listed)]));
    const scaleOf = (code: string): number => scales.get(code) ?? PRICE_SCALE;
    const ticks = new MergedTicks(groups, scaleOf, () => {
      unreadable.lines += 1;
    });
    await ticks.fill();
    const first = ticks.peek();
    if (first === undefined) throw new Error(`replay: ${options.path} contains no ticks`);
    return new ReplayFeed(options, ticks, unreadable, first.time);
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
      return speed === Number.POSITIVE_INFINITY ? speed : this.#firstTime;
    return this.#firstTime + Math.floor((clock() - this.#startedAt) * speed);
  }
}

async function findFiles(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new Error(`replay: ${path} does not exist`, { cause });
  });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter(isTickFile).sort();
  if (names.length === 0) throw new Error(`replay: the folder ${path} has no .csv or .csv.gz files of ticks`);
  return names.map((name) => join(path, name));
}

/** Groups files by instrument. Their names end in the day, so name order is time order. */
function groupByInstrument(paths: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const code = codeOf(path);
    const group = groups.get(code);
    if (group === undefined) groups.set(code, [path]);
    else group.push(path);
  }
  return [...groups.values()];
}
