import type { LiveSource, SourceHistory, SourceName, SourceSink, SourceTick } from '../source.ts';
import { SupervisedConnection, type ConnectionOptions } from './supervised-connection.ts';
import type { Timers } from './timers.ts';

/** The protocol of a source. */
export interface SourceProtocol {
  readonly name: SourceName;
  readonly stampsOnArrival: boolean;
  readonly history?: SourceHistory | undefined;
  /** True when the address names the symbols, so that a change needs a new connection. */
  readonly namesSymbolsInAddress: boolean;
  /** The settings of a connection. `symbols` returns the current ones, without duplicates. */
  connection(symbols: () => ReadonlySet<string>, sink: SourceSink): ConnectionOptions;
}

/** A live source: one connection while symbols are asked for, none otherwise. */
export function subscribedSource(protocol: SourceProtocol, timers: Timers): LiveSource {
  return new SubscribedSource(protocol, timers);
}

class SubscribedSource implements LiveSource {
  readonly name: SourceName;
  readonly stampsOnArrival: boolean;
  readonly history: SourceHistory | undefined;
  readonly #protocol: SourceProtocol;
  readonly #timers: Timers;
  #sink: SourceSink | undefined;
  #symbols: ReadonlySet<string> = new Set();
  #connection: SupervisedConnection | undefined;

  constructor(protocol: SourceProtocol, timers: Timers) {
    this.name = protocol.name;
    this.stampsOnArrival = protocol.stampsOnArrival;
    this.history = protocol.history;
    this.#protocol = protocol;
    this.#timers = timers;
  }

  start(symbols: readonly string[], sink: SourceSink): void {
    if (this.#sink !== undefined) return;
    this.#sink = liveFirst(sink);
    if (symbols.length === 0) this.#rest();
    this.subscribe(symbols);
  }

  subscribe(symbols: readonly string[]): void {
    const sink = this.#sink;
    const wanted = new Set(symbols);
    if (sink === undefined || isSame(wanted, this.#symbols)) return;
    this.#symbols = wanted;
    if (wanted.size === 0) {
      this.#connection?.stop();
      this.#connection = undefined;
      this.#rest();
    } else if (this.#connection === undefined) {
      this.#connection = new SupervisedConnection(
        this.#protocol.connection(() => this.#symbols, sink),
        sink,
        this.#timers,
      );
      this.#connection.start();
    } else if (this.#protocol.namesSymbolsInAddress) {
      this.#connection.renew();
    } else {
      for (const conversation of this.#connection.conversations()) conversation.symbolsChanged?.();
    }
  }

  stop(): Promise<void> {
    this.#connection?.stop();
    this.#connection = undefined;
    this.#sink = undefined;
    return Promise.resolve();
  }

  #rest(): void {
    this.#sink?.state({
      phase: 'connecting',
      reason: 'starting',
      detail: 'no instrument asks for this source',
      since: this.#timers.now(),
    });
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((symbol) => other.has(symbol));
}

/** Quotes that are kept until their connection is told to be live: those of one message. */
const HELD_LIMIT = 5_000;

/**
 * Tells that a connection is live before its first quotes. The message that proves life contains them, and the receiver
 * takes none from a source that is not live.
 */
function liveFirst(sink: SourceSink): SourceSink {
  let isLive = false;
  let held: SourceTick[] = [];
  return {
    tick: (tick) => {
      if (isLive) sink.tick(tick);
      else if (held.length < HELD_LIMIT) held.push(tick);
    },
    malformed: () => sink.malformed(),
    unknownSymbol: (symbol) => sink.unknownSymbol(symbol),
    state: (state) => {
      isLive = state.phase === 'live';
      const ticks = held;
      held = [];
      sink.state(state);
      if (isLive) for (const tick of ticks) sink.tick(tick);
    },
  };
}
