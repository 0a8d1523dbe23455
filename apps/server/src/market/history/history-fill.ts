import { type Candle, type InstrumentId, MINUTE_MS, PERIODS, PERIOD_MS, barStart } from '@fairlot/domain';
import { type Job, every } from '../../platform/jobs.ts';
import type { Timers } from '../feeds/live/connection/timers.ts';
import type { PastSource, SourceName } from '../feeds/live/source.ts';
import type { ListedInstrument, MarketData } from '../port.ts';
import { FillProgress, isOfSymbol } from './fill-progress.ts';
import type { Gap, GapStore } from './gap-store.ts';
import type { PastStatus } from './past-status.ts';
import { candleOf } from './source-candle.ts';
import { VenueLine } from './venue-line.ts';
import { type Zone, sumsOf, zonesOf } from './zones.ts';

/** Period of looking for gaps that have begun or ended. */
const WATCH_MS = 1_000;
/** Bars per transaction. */
const CHUNK = 500;

export interface HistoryFillDeps {
  readonly market: Pick<MarketData, 'now' | 'instruments' | 'instrument' | 'quote' | 'doubt'>;
  /** The sources that have an instrument's past, in order of preference. */
  readonly pastsOf: (id: InstrumentId) => readonly PastSource[];
  readonly gaps: Pick<GapStore, 'open' | 'ends' | 'add' | 'write' | 'sum' | 'remove'>;
  /** Joins added bars with the forming ones; see LiveBars. */
  readonly rejoin: (id: InstrumentId, rollUp: (until: number) => Promise<void>) => Promise<void>;
  readonly timers: Timers;
  readonly log: { info(message: string): void; warn(message: string): void };
}

/** An instrument whose bars are known up to `coveredTo`. While it is away, it has no price. */
interface Watched {
  isAway: boolean;
  coveredTo: number;
}

/**
 * Fills the bars of live instruments from their sources, in the background: the past at the first start, and the gaps of
 * the time without this server or without a source. Bars of own quotes are never replaced. What is still to be filled is
 * stored, so that a restart goes on with it. Each venue is asked for one page at a time, within its limits.
 */
export class HistoryFill {
  readonly #deps: HistoryFillDeps;
  readonly #lines = new Map<SourceName, VenueLine>();
  readonly #watched = new Map<InstrumentId, Watched>();
  /** `source symbol` of symbols whose past a source does not have. */
  readonly #unknown = new Set<string>();
  readonly #watch: Job;
  #gaps: Gap[] = [];
  readonly #busy = new Set<InstrumentId>();
  readonly #progress = new FillProgress();
  #hasRead = false;
  #lookedAt = Number.POSITIVE_INFINITY;

  constructor(deps: HistoryFillDeps) {
    this.#deps = deps;
    this.#watch = every(
      WATCH_MS,
      () => this.watch(),
      (error) => deps.log.warn(`history: ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  start(): void {
    this.#watch.start();
    this.#watch.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#watch.stop(), ...[...this.#lines.values()].map((line) => line.stop())]);
  }

  status(): PastStatus {
    const codes = new Map(this.#deps.market.instruments().map(({ id, code }) => [id, code]));
    const listed = this.#gaps.filter(({ instrument }) => codes.has(instrument));
    return {
      gaps: listed.length,
      ...this.#progress.figures(),
      waiting: this.#progress.waiting(listed, (id) => ({ code: codes.get(id) ?? '', source: this.#pastOf(id)?.name })),
    };
  }

  /** Looks for gaps that have ended. Called once a second. */
  async watch(): Promise<void> {
    const { market, gaps, pastsOf } = this.#deps;
    if (!this.#hasRead) this.#gaps = await gaps.open();
    this.#hasRead = true;
    const filled = market.instruments().filter(({ id }) => pastsOf(id).length > 0);
    const fresh = filled.filter(({ id }) => !this.#watched.has(id)).map(({ id }) => id);
    const ends = fresh.length === 0 ? undefined : await gaps.ends(fresh);
    for (const id of fresh) {
      const waiting = this.#gaps.filter(({ instrument }) => instrument === id).map(({ to }) => to);
      const coveredTo = Math.max(ends?.get(id) ?? 0, ...waiting);
      const watched = { isAway: true, coveredTo };
      // The past up to now does not wait for the first quote, which a closed market does not have. An instrument whose
      // span the database refuses stays fresh, so that the next look tries again.
      await this.#cover(id, watched, barStart('1min', market.now()));
      this.#watched.set(id, watched);
    }
    // A machine that was suspended may have a price again before the first look that would see none.
    // All are marked before the first is stored: the next look, after a failure, no longer knows.
    if (market.now() - this.#lookedAt >= MINUTE_MS) for (const watched of this.#watched.values()) watched.isAway = true;
    this.#lookedAt = market.now();
    for (const { id } of filled) await this.#follow(id);
    for (const { id } of filled) this.#lineFor(id)?.wake();
  }

  async #follow(id: InstrumentId): Promise<void> {
    const { market } = this.#deps;
    const watched = this.#watched.get(id);
    const time = market.quote(id)?.time;
    if (watched === undefined || time === undefined) return;
    const isWithout = market.doubt(id) === 'source';
    watched.isAway ||= isWithout;
    if (watched.isAway && !isWithout && time >= watched.coveredTo) {
      // It stays away while the database refuses the span.
      await this.#cover(id, watched, barStart('1min', time));
      watched.isAway = false;
    }
    if (!watched.isAway) watched.coveredTo = barStart('1min', time) + MINUTE_MS;
  }

  /** The span from the end of the known bars is to be filled. */
  async #cover(id: InstrumentId, watched: Watched, to: number): Promise<void> {
    if (watched.coveredTo >= to) return;
    const plannedAt = this.#deps.market.now();
    const { gap, givenUp } = await this.#deps.gaps.add(id, { from: watched.coveredTo, to, plannedAt });
    watched.coveredTo = to;
    this.#gaps = this.#gaps.filter((each) => each.instrument !== id || !givenUp.includes(each.from));
    this.#gaps.push(gap);
  }

  /** The sources of an instrument's past that may be asked, in order. */
  #usable(id: InstrumentId): readonly PastSource[] {
    return this.#deps.pastsOf(id).filter(({ name, symbol }) => !this.#unknown.has(`${name} ${symbol}`));
  }

  /** The first source that is not refused; the first one while all are. */
  #pastOf(id: InstrumentId): PastSource | undefined {
    const usable = this.#usable(id);
    return usable.find(({ name }) => this.#lines.get(name)?.isRefused !== true) ?? usable[0];
  }

  #lineFor(id: InstrumentId): VenueLine | undefined {
    const name = this.#pastOf(id)?.name;
    if (name === undefined) return undefined;
    const { timers, log } = this.#deps;
    const line =
      this.#lines.get(name) ?? new VenueLine(name, { work: (signal) => this.#work(name, signal), timers, log });
    this.#lines.set(name, line);
    return line;
  }

  /** Fills one zone of one span: the shortest period first, so that every instrument soon has its last days. */
  async #work(name: SourceName, signal: AbortSignal): Promise<boolean> {
    const gap = this.#gaps
      .filter(({ instrument }) => !this.#busy.has(instrument) && this.#pastOf(instrument)?.name === name)
      // An instrument that fails must not keep the others waiting.
      .toSorted((one, other) => this.#failedAt(one) - this.#failedAt(other) || rank(one) - rank(other))[0];
    const past = gap === undefined ? undefined : this.#pastOf(gap.instrument);
    const instrument = gap === undefined ? undefined : this.#deps.market.instrument(gap.instrument);
    if (gap === undefined || past === undefined || instrument === undefined) return false;
    this.#busy.add(gap.instrument);
    try {
      await this.#fill(gap, past, instrument, signal);
      this.#progress.works(gap.instrument);
    } catch (error) {
      if (!signal.aborted) this.#progress.fails(gap.instrument, error, this.#deps.timers.now());
      if (!isOfSymbol(error)) throw error;
      this.#unknown.add(`${past.name} ${past.symbol}`);
      this.#deps.log.warn(`history of ${past.name}: it does not know ${past.symbol} (${instrument.code})`);
      this.#lineFor(gap.instrument)?.wake();
    } finally {
      this.#busy.delete(gap.instrument);
    }
    return true;
  }

  /** When the last try failed, so that the oldest failure is tried first; 0 without one. */
  #failedAt({ instrument }: Gap): number {
    return this.#progress.failureOf(instrument)?.at ?? 0;
  }

  async #fill(gap: Gap, past: PastSource, instrument: ListedInstrument, signal: AbortSignal): Promise<void> {
    const { gaps, rejoin } = this.#deps;
    const { keeps } = past.history;
    const zones = zonesOf(gap, keeps).filter((each) => rank(each) >= rank(gap));
    const [zone, next] = zones;
    if (zone !== undefined) {
      const from = zone.period === gap.period ? Math.max(zone.from, gap.next) : zone.from;
      const reached = await this.#fillZone(gap, { ...zone, from }, past, instrument, signal);
      this.#replace(reached, next === undefined ? undefined : await gaps.write(reached, [], nextOf(next)));
      // Longer bars wait for the zones that they are sums of.
      const isWhole = (sum: Zone): boolean => next === undefined || rank(sum) <= rank(zone) + 1;
      await rejoin(gap.instrument, (until) => gaps.sum(gap.instrument, sumsOf(gap, until, keeps).filter(isWhole)));
    }
    if (next !== undefined) return;
    await gaps.remove(gap);
    this.#gaps = this.#gaps.filter((each) => !isSame(each, gap));
  }

  async #fillZone(
    gap: Gap,
    zone: Zone,
    { symbol, history }: PastSource,
    instrument: ListedInstrument,
    signal: AbortSignal,
  ): Promise<Gap> {
    const { period, from, to } = zone;
    let reached = gap;
    let bars: Candle[] = [];
    let next = from;
    const write = async (): Promise<void> => {
      const rows = bars.map((bar) => ({ instrument: gap.instrument, period, bar }));
      bars = [];
      this.#progress.filled(gap.instrument, rows.length);
      const written = await this.#deps.gaps.write(reached, rows, { period, next });
      this.#replace(reached, written);
      reached = written;
    };
    for await (const bar of history.bars({ symbol, period, from, to }, signal)) {
      const isInOrder = bar.time >= next && bar.time < to && bar.time % PERIOD_MS[period] === 0;
      const candle = isInOrder ? candleOf(bar, history.basis, instrument) : undefined;
      if (candle === undefined) this.#progress.malformed();
      else {
        bars.push(candle);
        next = candle.time + PERIOD_MS[period];
      }
      if (bars.length >= CHUNK) await write();
    }
    if (bars.length > 0) await write();
    return reached;
  }

  #replace(before: Gap, after: Gap | undefined): void {
    if (after !== undefined) this.#gaps = this.#gaps.map((each) => (isSame(each, before) ? after : each));
  }
}

/** The place of a period, the shortest first. */
function rank({ period }: Pick<Zone, 'period'>): number {
  return PERIODS.indexOf(period);
}

function nextOf({ period, from }: Zone): Pick<Gap, 'period' | 'next'> {
  return { period, next: from };
}

function isSame(one: Gap, other: Gap): boolean {
  return one.instrument === other.instrument && one.from === other.from;
}
