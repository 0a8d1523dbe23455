import type { Period } from '@fairlot/domain';

/** A venue whose live prices can be read. */
export type SourceName = 'oanda' | 'binance' | 'kraken' | 'coinbase' | 'dxlink';

/** A quote of a source. Prices are the source's own decimal text and never pass through floating point. */
export interface SourceTick {
  /** The instrument's name at the source. */
  readonly symbol: string;
  /** Epoch milliseconds: by the source's clock, or of the arrival for a source that tells no time. */
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
}

/**
 * `connecting`: no connection, or nothing received on it. `live`: data or heartbeats arrive in time. `stale`: connected,
 * but neither arrives. `refused`: the source does not accept the connection or the credentials; tried again rarely.
 */
export type SourcePhase = 'connecting' | 'live' | 'stale' | 'refused';

/** Stable keys of the reasons for a state; catalogues and metrics use them. */
export type SourceReason =
  | 'starting'
  | 'connected'
  | 'heartbeat_missed'
  | 'connection_closed'
  | 'unreachable'
  | 'unauthorized'
  | 'rate_limited'
  | 'wrong_answer'
  | 'sequence_gap'
  | 'planned_reconnect';

/** The state of a source's connection. */
export interface SourceState {
  readonly phase: SourcePhase;
  readonly reason: SourceReason;
  /** Facts for staff, such as a status or the source's own words: short, one line, without secrets. */
  readonly detail?: string | undefined;
  /** Epoch milliseconds by the wall clock. */
  readonly since: number;
}

/** The receiver of a source. All calls are synchronous. */
export interface SourceSink {
  tick(tick: SourceTick): void;
  /** Reports a message that could not be read. */
  malformed(): void;
  /** The source does not know a symbol. Told once for each symbol and connection. */
  unknownSymbol(symbol: string): void;
  /** Told on every change of phase or reason. */
  state(state: SourceState): void;
}

/** How the bars of a source were built. Bars of trades or mid prices have the same figures on both sides. */
export type BarBasis = 'bidAsk' | 'mid' | 'trades';

/** Open, high, low and close as the source's decimal text. */
export interface SourceOhlc {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

/** A bar. */
export interface SourceBar {
  /** Start of the bar, epoch milliseconds. */
  readonly time: number;
  readonly bid: SourceOhlc;
  readonly ask: SourceOhlc;
  /** Number of ticks or trades, as far as the source tells it. */
  readonly count: number;
}

/** Bars to read: those with `from` ≤ time < `to`. */
export interface BarsAsked {
  readonly symbol: string;
  readonly period: Period;
  readonly from: number;
  readonly to: number;
}

/** The past of a source. */
export interface SourceHistory {
  readonly basis: BarBasis;
  /** Number of the newest bars of each period that the source has; absent when it has them as far back as it exists. */
  readonly keeps?: number | undefined;
  /**
   * The complete bars, ascending, fetched page by page within the source's limits. Rejects with a RestError, or with the
   * signal's reason.
   */
  bars(asked: BarsAsked, signal: AbortSignal): AsyncIterable<SourceBar>;
}

/** A source that has the past of an instrument. */
export interface PastSource {
  readonly name: SourceName;
  readonly symbol: string;
  readonly history: SourceHistory;
}

/** A live source with its connection, back-off and heartbeat supervision. Started once. */
export interface LiveSource {
  readonly name: SourceName;
  /** True for a source that tells no time: its quotes carry the time of their arrival. */
  readonly stampsOnArrival: boolean;
  readonly history?: SourceHistory | undefined;
  /** Begins to connect and returns at once; failures are states, never exceptions. */
  start(symbols: readonly string[], sink: SourceSink): void;
  /** Replaces the symbols asked for. */
  subscribe(symbols: readonly string[]): void;
  /** Ends the connection. No call to the sink follows after it has resolved. */
  stop(): Promise<void>;
}
