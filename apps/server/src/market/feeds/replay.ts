import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feed, FeedSink } from './feed.ts';
import { MergedTicks } from './replay/merge.ts';
import { codeOf, isTickFile } from './replay/tick-file.ts';

/** Ticks delivered between two breaths. */
const SLICE_TICKS = 1_000;
/** A long pause of the recording is slept through in parts, so that a stop is noticed. */
const LONGEST_SLEEP_MS = 200;

export interface ReplayOptions {
  /** A tick file, or a folder of them. */
  readonly path: string;
  /** How many times as fast as recorded; infinity as fast as it can be read. */
  readonly speed: number;
  /** The wall clock in epoch milliseconds. */
  readonly clock: () => number;
}

/** Lines that could not be read and were not told of yet. */
interface Tally {
  lines: number;
}

/**
 * A recorded market. Market time is the recorded time: it moves with the wall clock times the speed, but never past a tick
 * that was not delivered yet. At the end of the recording the market closes and time stands still.
 */
export class ReplayFeed implements Feed {
  readonly source = 'replay';
  private readonly options: ReplayOptions;
  private readonly ticks: MergedTicks;
  private readonly unreadable: Tally;
  private readonly firstTime: number;
  private latest: number;
  /** Time of the next tick; `latest` while it is being read. */
  private ceiling: number;
  private startedAt: number | undefined;
  private stopping = false;
  private running: Promise<void> = Promise.resolve();

  private constructor(options: ReplayOptions, ticks: MergedTicks, unreadable: Tally, firstTime: number) {
    this.options = options;
    this.ticks = ticks;
    this.unreadable = unreadable;
    this.firstTime = firstTime;
    this.latest = firstTime;
    this.ceiling = firstTime;
  }

  /** Finds the files and reads up to the first tick. Throws where there is none. */
  static async open(options: ReplayOptions): Promise<ReplayFeed> {
    const groups = groupByInstrument(await findFiles(options.path));
    const unreadable: Tally = { lines: 0 };
    const ticks = new MergedTicks(groups, () => {
      unreadable.lines += 1;
    });
    await ticks.fill();
    const first = ticks.peek();
    if (first === undefined) throw new Error(`replay: ${options.path} holds no ticks`);
    return new ReplayFeed(options, ticks, unreadable, first.time);
  }

  now(): number {
    if (this.startedAt === undefined) return this.latest;
    return Math.max(this.latest, Math.min(this.recordedNow(), this.ceiling));
  }

  start(sink: FeedSink): Promise<void> {
    this.startedAt = this.options.clock();
    this.running = this.run(sink);
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
    await this.ticks.close();
  }

  private async run(sink: FeedSink): Promise<void> {
    while (!this.stopping) {
      await this.ticks.fill();
      for (; this.unreadable.lines > 0; this.unreadable.lines -= 1) sink.malformed();
      const next = this.ticks.peek();
      if (next === undefined) {
        sink.ended();
        return;
      }
      this.ceiling = Math.max(this.latest, next.time);
      const waitMs = (next.time - this.recordedNow()) / this.options.speed;
      if (waitMs > 0) await sleep(Math.min(waitMs, LONGEST_SLEEP_MS));
      else {
        this.deliver(sink);
        await breathe();
      }
    }
  }

  /** Delivers what is due and read, up to a slice. */
  private deliver(sink: FeedSink): void {
    const due = this.recordedNow();
    for (let count = 0; count < SLICE_TICKS; count += 1) {
      const tick = this.ticks.peek();
      if (tick === undefined || tick.time > due || this.stopping) return;
      this.ticks.take();
      this.latest = Math.max(this.latest, tick.time);
      this.ceiling = this.latest;
      sink.tick(tick);
      // Until a dry source is read again, its next tick may be earlier than those of the others.
      if (this.ticks.isDry) return;
    }
  }

  /** Where the recording would be if every tick were delivered at its moment. */
  private recordedNow(): number {
    const { speed, clock } = this.options;
    if (this.startedAt === undefined || !Number.isFinite(speed))
      return speed === Number.POSITIVE_INFINITY ? speed : this.firstTime;
    return this.firstTime + Math.floor((clock() - this.startedAt) * speed);
  }
}

async function findFiles(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new Error(`replay: there is no ${path}`, { cause });
  });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter(isTickFile).sort();
  if (names.length === 0) throw new Error(`replay: the folder ${path} has no .csv or .csv.gz files of ticks`);
  return names.map((name) => join(path, name));
}

/** Files of one instrument follow each other in the order of their names, which end in the day. */
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

async function sleep(delayMs: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}

async function breathe(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
