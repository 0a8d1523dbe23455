import {
  type Candle,
  type ChartPeriod,
  type InstrumentId,
  PERIODS,
  PERIOD_MS,
  type Period,
  barStart,
  isRolled,
} from '@fairlot/domain';
import { partsOf } from './bar-parts.ts';
import type { BarStore } from './bar-store.ts';
import { BarWriter } from './bar-writer.ts';
import { BarBuilder } from './bars.ts';
import type { CleanTick } from './clean-tick.ts';
import type { Feed } from './feeds/feed.ts';
import type { DayFigures } from './port.ts';
import { RECENT_LIMIT, RecentBars } from './recent-bars.ts';
import { RolledBars, rolledBars } from './rolled-bars.ts';

/** The bars of all instruments: forming ones in memory, complete ones in the write queue and the database. */
export class LiveBars {
  readonly #store: BarStore;
  readonly #now: () => number;
  readonly #builders = new Map<InstrumentId, BarBuilder>();
  readonly #writer: BarWriter;
  readonly #recent = new RecentBars();
  readonly #rolled = new RolledBars((id, period, limit) => this.#read(id, period, limit, Number.MAX_SAFE_INTEGER));
  readonly #dirty = new Set<InstrumentId>();
  readonly #versions = new Map<InstrumentId, number>();
  /** Instruments of which bars were completed here, while another process writes them. */
  readonly #completed = new Set<InstrumentId>();
  readonly #isFollowing: boolean;

  /** `isFollowing`: another process writes the bars, and those in the database are the true ones. */
  constructor(instruments: readonly InstrumentId[], store: BarStore, now: () => number, isFollowing = false) {
    this.#store = store;
    this.#now = now;
    this.#isFollowing = isFollowing;
    this.#writer = new BarWriter(store);
    for (const id of instruments) this.add(id);
  }

  /** Begins the bars of an instrument that has none yet. */
  add(id: InstrumentId): void {
    this.#builders.set(id, new BarBuilder((period, bar) => this.#complete(id, period, bar)));
  }

  /** Queues the forming bars of an instrument as they are, and ends them. */
  remove(id: InstrumentId): void {
    this.#putForming(id);
    this.#builders.delete(id);
    this.#dirty.delete(id);
    this.#rolled.forget(id);
  }

  /**
   * Adds a tick to the forming bars. Stored bars may be ahead after a run with a wrong clock: ticks then go into the
   * last minute until they have passed it, because bars never run backwards.
   */
  take({ instrument, time, bid, ask }: CleanTick): void {
    const builder = this.#builders.get(instrument);
    if (builder === undefined) return;
    builder.quote(Math.max(time, builder.minuteStart), bid, ask);
    this.#dirty.add(instrument);
  }

  day(id: InstrumentId): DayFigures | undefined {
    return this.#builders.get(id)?.day();
  }

  forming(id: InstrumentId): Readonly<Record<ChartPeriod, Candle>> | undefined {
    const stored = this.#builders.get(id)?.forming();
    if (stored === undefined) return undefined;
    const rolled = this.#rolled.forming(id, stored);
    return { '4hour': rolled['4hour'], '1week': rolled['1week'], '1mon': rolled['1mon'], ...stored };
  }

  /** The forming minute. */
  minute(id: InstrumentId): Candle | undefined {
    return this.#builders.get(id)?.minute();
  }

  /** The last known bar of each instrument: its minute, or its day. */
  *latest(): Generator<readonly [InstrumentId, Candle]> {
    for (const [id, builder] of this.#builders) {
      const bar = builder.bar('1min') ?? builder.bar('1day');
      if (bar !== undefined) yield [id, bar];
    }
  }

  /** The last bars that start before `before`, including the forming one. */
  async candles(id: InstrumentId, period: ChartPeriod, limit: number, before: number): Promise<readonly Candle[]> {
    const end = Math.min(before, this.#now() + 1);
    if (isRolled(period)) return rolledBars(period, limit, end, (from, most, to) => this.candles(id, from, most, to));
    const complete =
      end > this.#now() && limit <= RECENT_LIMIT
        ? await this.#recent.get(id, period, () => this.#read(id, period, RECENT_LIMIT, end))
        : await this.#read(id, period, limit, end);
    const forming = this.#builders.get(id)?.bar(period);
    if (forming === undefined || forming.time >= end) return complete.slice(-limit);
    return [...complete.slice(-limit).filter(({ time }) => time < forming.time), forming].slice(-limit);
  }

  /** Restores the forming bars from stored ones, and adds the time since then when the feed can back-fill it. */
  async restore(backfill: Feed['backfill']): Promise<void> {
    const last = new Map<InstrumentId, Candle>();
    for (const [id, bars] of await this.#store.lastBars()) {
      const minutes = bars.get('1min') ?? [];
      const end = minutes.at(-1);
      if (end === undefined) continue;
      const before = partsOf(end.time, (period) =>
        period === '1min' ? minutes.slice(0, -1) : (bars.get(period) ?? []),
      );
      this.#builders.get(id)?.reform(before, end);
      last.set(id, end);
    }
    await backfill?.(last, (id, period, bar) => {
      this.#builders.get(id)?.include(period, bar);
    });
    await this.#rolled.restore([...this.#builders.keys()], (period, limit) => this.#readEach(period, limit));
  }

  /** Rises when bars were added before the present ones. */
  version(id: InstrumentId): number {
    return this.#versions.get(id) ?? 0;
  }

  /**
   * Joins bars that were added to the database with the forming ones. `rollUp` sums them up to the longer bars that end
   * by the start of those which contain a moment.
   */
  async rejoin(id: InstrumentId, rollUp: (until: number) => Promise<void>): Promise<void> {
    const builder = this.#builders.get(id);
    if (builder === undefined) return;
    for (;;) {
      const seen = builder.minuteStart;
      // Own bars of before must be there when the longer ones are summed up.
      await this.#writer.flush();
      const [last] = await this.#store.read(id, '1min', Number.MAX_SAFE_INTEGER, 1);
      const current = Math.max(seen, last?.time ?? -1);
      if (current < 0) return;
      await rollUp(current);
      const parts = await this.#partsBefore(id, current);
      // Minutes that ended meanwhile are in none of the parts.
      if (builder.minuteStart !== seen) continue;
      // Of the last minute a process that follows may have missed quotes.
      const hasMore = last?.time === seen && last.volume > (builder.minute()?.volume ?? 0);
      builder.reform(parts, last !== undefined && (last.time > seen || hasMore) ? last : undefined);
      break;
    }
    this.#recent.forget(id);
    await this.#rolled.reload(id);
    this.#versions.set(id, this.version(id) + 1);
  }

  /** The longer bars that contain a minute, up to that minute, from the bars in the database. */
  async #partsBefore(id: InstrumentId, minute: number): Promise<Partial<Record<Period, Candle>>> {
    const bars = new Map<Period, readonly Candle[]>();
    for (const [index, period] of PERIODS.slice(1).entries()) {
      const shorter = PERIODS[index] ?? '1min';
      const count = PERIOD_MS[period] / PERIOD_MS[shorter];
      bars.set(shorter, await this.#store.read(id, shorter, barStart(shorter, minute), count));
    }
    return partsOf(minute, (period) => bars.get(period) ?? []);
  }

  /**
   * Queues the forming bars of all periods. While the market runs, only minutes are stored; the other forming bars are
   * rebuilt from them.
   */
  putForming(): void {
    for (const id of this.#builders.keys()) this.#putForming(id);
  }

  /** Writes the bars that changed since the last call. */
  async save(): Promise<void> {
    for (const id of this.#dirty) {
      const minute = this.#builders.get(id)?.minute();
      if (minute !== undefined) this.#writer.put(id, '1min', minute);
    }
    this.#dirty.clear();
    const completed = [...this.#completed];
    this.#completed.clear();
    await this.#writer.flush();
    for (const id of completed) this.#recent.forget(id);
  }

  /** Writes queued bars, or joins a write that is in progress. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Number of queued bars, and of bars dropped because the database was unavailable for too long. */
  figures(): { readonly waiting: number; readonly givenUp: number } {
    return this.#writer.figures();
  }

  #putForming(id: InstrumentId): void {
    for (const period of PERIODS) {
      const bar = this.#builders.get(id)?.bar(period);
      if (bar !== undefined) this.#writer.put(id, period, bar);
    }
  }

  #complete(id: InstrumentId, period: Period, bar: Candle): void {
    this.#writer.put(id, period, bar);
    this.#recent.completed(id, period, bar);
    this.#rolled.completed(id, period, bar);
    if (this.#isFollowing) this.#completed.add(id);
  }

  /** Complete bars that start before `end`: those in the database and those in the write queue. */
  async #read(id: InstrumentId, period: Period, limit: number, end: number): Promise<readonly Candle[]> {
    for (;;) {
      const before = Math.min(end, this.#formingTime(id, period));
      // Reads the queue before the database: a bar that is committed in between is seen twice, but not missed.
      const unwritten = this.#writer.unwritten(id, period).filter(({ time }) => time < before);
      const bars = joined(await this.#store.read(id, period, before, limit), unwritten);
      // A bar that was completed during the read is in neither, so the read is repeated; this happens at most once a
      // minute.
      if (Math.min(end, this.#formingTime(id, period)) === before) return bars.slice(-limit);
    }
  }

  /** The last complete bars of every instrument, while no bar is being completed. */
  async #readEach(period: Period, limit: number): Promise<ReadonlyMap<InstrumentId, readonly Candle[]>> {
    const ends = new Map(
      [...this.#builders.keys()].map((id) => [id, Math.min(Number.MAX_SAFE_INTEGER, this.#formingTime(id, period))]),
    );
    const stored = await this.#store.readEach(ends, period, limit);
    return new Map(
      [...ends].map(([id, end]) => {
        const unwritten = this.#writer.unwritten(id, period).filter(({ time }) => time < end);
        return [id, joined(stored.get(id) ?? [], unwritten).slice(-limit)];
      }),
    );
  }

  #formingTime(id: InstrumentId, period: Period): number {
    return this.#builders.get(id)?.bar(period)?.time ?? Number.POSITIVE_INFINITY;
  }
}

/** Bars in time order. Of two with the same start, the one from the write queue is the newer. */
function joined(stored: readonly Candle[], unwritten: readonly Candle[]): readonly Candle[] {
  const bars = new Map([...stored, ...unwritten].map((bar) => [bar.time, bar]));
  return [...bars.values()].sort((a, b) => a.time - b.time);
}
