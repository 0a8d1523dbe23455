import type { LiveSource, SourceHistory, SourceName, SourcePhase, SourceReason, SourceSink } from './source.ts';

/** A source whose states and quotes the test tells. */
export class FakeSource implements LiveSource {
  readonly name: SourceName;
  readonly stampsOnArrival = false;
  readonly history: SourceHistory | undefined;
  readonly #clock: () => number;
  sink: SourceSink | undefined;
  symbols: readonly string[] = [];

  constructor(name: SourceName, clock: () => number, history?: SourceHistory) {
    this.name = name;
    this.#clock = clock;
    this.history = history;
  }

  start(symbols: readonly string[], sink: SourceSink): void {
    this.symbols = symbols;
    this.sink = sink;
  }

  subscribe(symbols: readonly string[]): void {
    this.symbols = symbols;
  }

  stop(): Promise<void> {
    this.sink = undefined;
    return Promise.resolve();
  }

  /** Tells a state. */
  is(phase: SourcePhase, reason: SourceReason = phase === 'live' ? 'connected' : 'connection_closed'): void {
    this.sink?.state({ phase, reason, since: this.#clock() });
  }

  /** Sends a quote with equal bid and ask unless an ask is given. */
  quote(symbol: string, bid: string, ask = bid, ageMs = 0): void {
    this.sink?.tick({ symbol, time: this.#clock() - ageMs, bid, ask });
  }
}
