import { type Candle, type InstrumentId, type QuoteSource, priceScaleOf } from '@fairlot/domain';
import { type Job, every } from '../../../platform/jobs.ts';
import type { ListedInstrument, SourceSymbols } from '../../port.ts';
import type { Feed, FeedSink, LiveVenues, PastBars } from '../feed.ts';
import type { SourceChanged, SourceLine, SourceStatus } from './live-status.ts';
import { priceFromText } from './price-text.ts';
import type { LiveSource, PastSource, SourceName, SourceState, SourceTick } from './source.ts';
import { type ChoiceLimits, SourceChoice } from './source-choice.ts';
import { SourceCounts } from './source-counts.ts';

/** Period of looking for sources that have become silent. */
const BEAT_MS = 250;

export interface LiveFeedOptions {
  /** In order of preference. */
  readonly sources: readonly LiveSource[];
  readonly instruments: readonly ListedInstrument[];
  /** Feeds the instruments that have a symbol at none of the sources. Absent: they have no price. */
  readonly simulated?: ((instruments: readonly ListedInstrument[]) => Feed) | undefined;
  /** Market time in epoch milliseconds: a wall clock that does not jump. */
  readonly clock: () => number;
  /** Told after the change, for the log and the office. */
  readonly changed?: ((change: SourceChanged) => void) | undefined;
}

/** A source in the list, with the instruments by its symbols. */
interface Connected {
  readonly source: LiveSource;
  readonly counts: SourceCounts;
  bySymbol: ReadonlyMap<string, readonly Followed[]>;
}

interface Followed {
  readonly id: InstrumentId;
  readonly code: string;
  readonly scale: number;
  readonly choice: SourceChoice;
  symbols: SourceSymbols;
  /** Since when it has its present source, or none. */
  since: number;
}

/**
 * Live prices of several sources. Each instrument has the price of one of them at a time (SourceChoice). An instrument
 * whose sources are all away has no price. Starting never waits for a source.
 */
export class LiveFeed implements Feed, LiveVenues {
  readonly source = 'live';
  readonly isFromStart = false;
  readonly live: LiveVenues = this;
  readonly #options: LiveFeedOptions;
  readonly #connected: readonly Connected[];
  readonly #followed: Map<InstrumentId, Followed>;
  readonly #simulated: Feed | undefined;
  readonly #simulatedIds: Set<InstrumentId>;
  readonly #beat: Job;
  #sink: FeedSink | undefined;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
    const state: SourceState = { phase: 'connecting', reason: 'starting', since: options.clock() };
    this.#connected = options.sources.map((source) => ({
      source,
      counts: new SourceCounts(state),
      bySymbol: new Map(),
    }));
    const unmapped = options.instruments.filter((instrument) => !this.#isMapped(instrument.symbols ?? {}));
    this.#simulated = unmapped.length === 0 ? undefined : options.simulated?.(unmapped);
    this.#simulatedIds = new Set(this.#simulated === undefined ? [] : unmapped.map(({ id }) => id));
    this.#followed = new Map(
      options.instruments.flatMap((instrument): [InstrumentId, Followed][] =>
        this.#simulatedIds.has(instrument.id) ? [] : [[instrument.id, this.#follow(instrument)]],
      ),
    );
    this.#index();
    this.#beat = every(BEAT_MS, () => this.advance());
  }

  now(): number {
    return this.#options.clock();
  }

  /** The past of the simulated instruments. */
  async backfill(stored: ReadonlyMap<InstrumentId, Candle>, past: PastBars): Promise<void> {
    const own = new Map([...stored].filter(([id]) => this.#simulatedIds.has(id)));
    await this.#simulated?.backfill?.(own, past);
  }

  async start(sink: FeedSink): Promise<void> {
    this.#sink = sink;
    await this.#simulated?.start({
      ...sink,
      tick: (tick) => sink.tick({ ...tick, source: 'simulated' }),
    });
    this.#connected.forEach((connected, index) => this.#connect(connected, index, sink));
    this.#beat.start();
  }

  async stop(): Promise<void> {
    const stopped = [this.#beat.stop(), this.#simulated?.stop()];
    await Promise.all([...stopped, ...this.#connected.map(({ source }) => source.stop())]);
  }

  /**
   * Applies added and removed instruments, changed limits and symbols. Instruments that are simulated stay so until the
   * next start.
   */
  relist(instruments: readonly ListedInstrument[]): void {
    this.#relistSimulated(instruments);
    this.#relistFollowed(instruments);
    const before = this.#connected.map(({ bySymbol }) => [...bySymbol.keys()].join('\n'));
    for (const instrument of instruments) {
      const followed = this.#followed.get(instrument.id);
      if (followed === undefined) continue;
      followed.choice.limits = limitsOf(instrument);
      this.#resymbol(followed, instrument.symbols ?? {});
    }
    this.#index();
    this.#connected.forEach(({ source, bySymbol, counts }, index) => {
      const symbols = [...bySymbol.keys()];
      if (symbols.join('\n') === before[index]) return;
      for (const symbol of counts.unknown) if (!bySymbol.has(symbol)) counts.unknown.delete(symbol);
      source.subscribe(symbols);
    });
  }

  /** The present source of an instrument; undefined when it has none. */
  sourceOf(id: InstrumentId): QuoteSource | undefined {
    if (this.#simulatedIds.has(id)) return 'simulated';
    const present = this.#followed.get(id)?.choice.present;
    return present === undefined ? undefined : this.#connected[present]?.source.name;
  }

  /** The sources that have an instrument's past, in order of preference. */
  pastsOf(id: InstrumentId): readonly PastSource[] {
    const symbols = this.#followed.get(id)?.symbols ?? {};
    return this.#connected.flatMap(({ source: { name, history }, counts }) => {
      const symbol = symbols[name];
      return history === undefined || symbol === undefined || counts.unknown.has(symbol)
        ? []
        : [{ name, symbol, history }];
    });
  }

  /** An instrument's sources in order of preference. */
  lineOf(id: InstrumentId): SourceLine {
    const followed = this.#followed.get(id);
    return {
      since: followed?.since,
      sources: this.#connected.map(({ source, counts }, index) => {
        const symbol = followed?.symbols[source.name];
        return {
          name: source.name,
          symbol,
          state: counts.state,
          isUnknown: symbol !== undefined && counts.unknown.has(symbol),
          isContradicted: followed?.choice.isWrong(index) === true,
        };
      }),
    };
  }

  /** The sources in order of preference. */
  sources(): readonly SourceStatus[] {
    const followed = [...this.#followed.values()];
    return this.#connected.map(({ source, counts }, index) => ({
      name: source.name,
      state: counts.state,
      stampsOnArrival: source.stampsOnArrival,
      quotesPerSecond: counts.perSecond(this.now()),
      quotes: counts.quotes,
      malformed: counts.malformed,
      refused: counts.refused,
      unknownSymbols: [...counts.unknown],
      instruments: followed.filter(({ choice }) => choice.present === index).length,
      contradicted: followed.filter(({ choice }) => choice.isWrong(index)).map(({ code }) => code),
    }));
  }

  /** Applies the passing of time to every choice. Called four times a second. */
  advance(): void {
    const now = this.now();
    for (const { choice } of this.#followed.values()) choice.advance(now);
  }

  /** The simulation takes over added instruments without a symbol, if it runs. */
  #relistSimulated(instruments: readonly ListedInstrument[]): void {
    const simulated = this.#simulated;
    if (simulated === undefined) return;
    for (const { id, symbols } of instruments)
      if (!this.#followed.has(id) && !this.#isMapped(symbols ?? {})) this.#simulatedIds.add(id);
    simulated.relist?.(instruments.filter(({ id }) => this.#simulatedIds.has(id)));
  }

  #relistFollowed(instruments: readonly ListedInstrument[]): void {
    const listed = new Set(instruments.map(({ id }) => id));
    for (const id of this.#simulatedIds) if (!listed.has(id)) this.#simulatedIds.delete(id);
    for (const id of this.#followed.keys()) if (!listed.has(id)) this.#followed.delete(id);
    for (const instrument of instruments) {
      const { id } = instrument;
      if (this.#followed.has(id) || this.#simulatedIds.has(id)) continue;
      const followed = this.#follow(instrument);
      this.#followed.set(id, followed);
      this.#connected.forEach((_, index) => this.#tellConnection(followed, index));
    }
  }

  #isMapped(symbols: SourceSymbols): boolean {
    return this.#options.sources.some(({ name }) => symbols[name] !== undefined);
  }

  #follow(instrument: ListedInstrument): Followed {
    const { id, code } = instrument;
    const nameOf = (index: number | undefined): SourceName | undefined =>
      index === undefined ? undefined : this.#connected[index]?.source.name;
    const choice = new SourceChoice(this.#connected.length, limitsOf(instrument), {
      quote: (quote, index) => this.#sink?.tick({ code, ...quote, source: nameOf(index) }),
      changed: ({ from, to, reason }) => {
        const changed = this.#followed.get(id);
        if (changed !== undefined) changed.since = this.now();
        this.#sink?.source?.(code, nameOf(to));
        this.#options.changed?.({ instrument: id, code, from: nameOf(from), to: nameOf(to), reason, at: this.now() });
      },
      refused: (index) => {
        const counts = this.#connected[index]?.counts;
        if (counts !== undefined) counts.refused += 1;
      },
    });
    return { id, code, scale: priceScaleOf(instrument), choice, symbols: instrument.symbols ?? {}, since: this.now() };
  }

  /** Gives an instrument other symbols: a source with another one has said nothing about it yet. */
  #resymbol(followed: Followed, symbols: SourceSymbols): void {
    const before = followed.symbols;
    followed.symbols = symbols;
    this.#connected.forEach(({ source: { name } }, index) => {
      if (before[name] === symbols[name]) return;
      followed.choice.connection(index, false, this.now());
      this.#tellConnection(followed, index);
    });
  }

  #index(): void {
    for (const connected of this.#connected) {
      const bySymbol = new Map<string, Followed[]>();
      for (const followed of this.#followed.values()) {
        const symbol = followed.symbols[connected.source.name];
        if (symbol === undefined) continue;
        const there = bySymbol.get(symbol);
        if (there === undefined) bySymbol.set(symbol, [followed]);
        else there.push(followed);
      }
      connected.bySymbol = bySymbol;
    }
  }

  #connect(connected: Connected, index: number, sink: FeedSink): void {
    const { source, counts } = connected;
    const tellAll = (): void => {
      for (const followed of this.#followed.values()) this.#tellConnection(followed, index);
    };
    source.start([...connected.bySymbol.keys()], {
      tick: (tick) => this.#take(connected, index, tick),
      malformed: () => {
        counts.malformed += 1;
        sink.malformed();
      },
      unknownSymbol: (symbol) => {
        counts.unknownSymbol(symbol);
        tellAll();
      },
      state: (state) => {
        // A new connection asks for the symbols again, and tells anew which it does not know.
        if (state.phase === 'connecting') counts.unknown.clear();
        counts.state = state;
        tellAll();
      },
    });
  }

  #tellConnection({ choice, symbols }: Followed, index: number): void {
    const connected = this.#connected[index];
    if (connected === undefined) return;
    const { source, counts } = connected;
    const symbol = symbols[source.name];
    const isLive = counts.state.phase === 'live' && symbol !== undefined && !counts.unknown.has(symbol);
    choice.connection(index, isLive, this.now());
  }

  #take({ bySymbol, counts }: Connected, index: number, tick: SourceTick): void {
    const now = this.now();
    counts.quote(now);
    for (const { choice, scale } of bySymbol.get(tick.symbol) ?? []) {
      const bid = priceFromText(tick.bid, scale, 'bid');
      const ask = priceFromText(tick.ask, scale, 'ask');
      if (bid === undefined || ask === undefined) {
        counts.malformed += 1;
        this.#sink?.malformed();
      } else choice.quote(index, { time: tick.time, bid, ask }, now);
    }
  }
}

/** Two sources are apart at a tenth of the jump that needs confirmation. */
function limitsOf({ staleAfterMs, spike }: ListedInstrument): ChoiceLimits {
  return { staleAfterMs, apartPerTenThousand: spike.jumpPerMille };
}
