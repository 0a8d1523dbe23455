import { type Candle, type InstrumentId, type QuoteSource, priceScaleOf } from '@fairlot/domain';
import { type Job, every } from '../../../platform/jobs.ts';
import type { ListedInstrument, SourceSymbols } from '../../port.ts';
import type { Feed, FeedSink, LiveVenues, PastBars } from '../feed.ts';
import { type Connected, type Followed, bySymbolAt, limitsOf, lineOf, statusOf } from './followed.ts';
import type { SourceChanged, SourceLine, SourceStatus } from './live-status.ts';
import { priceFromText } from './price-text.ts';
import type { LiveSource, PastSource, SourceName, SourceState, SourceTick } from './source.ts';
import { type ChoiceSink, SourceChoice } from './source-choice.ts';
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
  /** No quote is older: quotes of the run before this one were at most as late as its clock. */
  readonly #startedAt: number;
  #sink: FeedSink | undefined;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
    this.#startedAt = options.clock();
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
      tick: ({ code, time, bid, ask }) => sink.tick({ code, time, bid, ask, source: 'simulated' }),
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
    const followed = this.#followed.get(id);
    return followed?.isPriced === true ? this.#nameOf(followed.choice.present) : undefined;
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
    return lineOf(this.#connected, this.#followed.get(id));
  }

  /** The sources in order of preference. */
  sources(): readonly SourceStatus[] {
    const all = [...this.#followed.values()];
    return this.#connected.map((connected, index) => statusOf(connected, index, all, this.now()));
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

  #nameOf(index: number | undefined): SourceName | undefined {
    return index === undefined ? undefined : this.#connected[index]?.source.name;
  }

  #follow(instrument: ListedInstrument): Followed {
    const { id, code } = instrument;
    const sink: ChoiceSink = {
      quote: (quote, index, isContested) => {
        const source = this.#nameOf(index);
        if (!followed.isPriced) {
          followed.isPriced = true;
          this.#sink?.source?.(code, source);
        }
        this.#sink?.tick({ code, ...quote, source, isContested });
      },
      changed: ({ from, to, reason, isPriced }) => {
        followed.since = this.now();
        followed.isPriced = isPriced;
        // Nothing is dealt on the last price of another source while the new one has none.
        this.#sink?.source?.(code, isPriced ? this.#nameOf(to) : undefined);
        const names = { from: this.#nameOf(from), to: this.#nameOf(to) };
        this.#options.changed?.({ instrument: id, code, ...names, reason, at: this.now() });
      },
      refused: (index) => {
        const counts = this.#connected[index]?.counts;
        if (counts !== undefined) counts.refused += 1;
      },
    };
    const choice = new SourceChoice(this.#connected.length, limitsOf(instrument), sink, this.#startedAt);
    const followed: Followed = {
      id,
      code,
      scale: priceScaleOf(instrument),
      choice,
      symbols: instrument.symbols ?? {},
      since: this.now(),
      isPriced: false,
    };
    return followed;
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
    for (const connected of this.#connected) connected.bySymbol = bySymbolAt(connected, this.#followed.values());
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
    // A symbol that was unknown may be listed later, while the connection stays.
    if (counts.unknown.size > 0 && counts.unknown.delete(tick.symbol))
      for (const followed of bySymbol.get(tick.symbol) ?? []) this.#tellConnection(followed, index);
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
