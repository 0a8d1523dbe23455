import type { InstrumentId, Quote } from '@fairlot/domain';
import type { Bus } from '../../bus/bus.ts';
import type { Subjects } from '../../bus/subjects.ts';
import type { TradingHost } from '../port.ts';
import { type MarketChanges, readMarket, writeMarket } from './messages.ts';

/** Quotes in one message: one message is far below what a bus carries. */
const MOST_QUOTES = 1000;
const SNAPSHOT_MS = 2000;
const RETRY_MS = 500;

/** Takes what the market tells a trading host. */
export type MarketSink = Pick<TradingHost, 'onQuote' | 'setOpen' | 'setDoubt'>;

/** Publishes the changes of the market of this process, those of one turn of the event loop together. */
export class MarketPublisher implements MarketSink {
  readonly #bus: Bus;
  readonly #subjects: Subjects;
  readonly #quotes = new Map<InstrumentId, Quote>();
  readonly #sessions = new Map<InstrumentId, boolean>();
  readonly #doubts = new Map<InstrumentId, boolean>();
  readonly #stopAnswering: () => void;
  #changes: Mutable = none();
  #isScheduled = false;

  constructor(bus: Bus, subjects: Subjects) {
    this.#bus = bus;
    this.#subjects = subjects;
    this.#stopAnswering = bus.respond(subjects('market', 'snapshot'), () => Promise.resolve(this.#snapshot()));
  }

  onQuote(quote: Quote): void {
    this.#quotes.set(quote.instrument, quote);
    this.#changes.quotes.push(quote);
    if (this.#changes.quotes.length >= MOST_QUOTES) this.#publish();
    else this.#schedule();
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    // Quotes that came before belong to the session before.
    this.#publish();
    this.#sessions.set(instrument, open);
    this.#changes.sessions.push([instrument, open]);
    this.#publish();
  }

  setDoubt(instrument: InstrumentId, doubt: boolean): void {
    this.#publish();
    this.#doubts.set(instrument, doubt);
    this.#changes.doubts.push([instrument, doubt]);
    this.#publish();
  }

  stop(): void {
    this.#stopAnswering();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#publish();
    });
  }

  #publish(): void {
    const { quotes, sessions, doubts } = this.#changes;
    if (quotes.length + sessions.length + doubts.length === 0) return;
    this.#bus.publish(this.#subjects('market', 'changes'), writeMarket(this.#changes));
    this.#changes = none();
  }

  #snapshot(): Uint8Array {
    // The snapshot includes the changes that wait to be published.
    this.#publish();
    return writeMarket({
      quotes: [...this.#quotes.values()],
      sessions: [...this.#sessions],
      doubts: [...this.#doubts],
    });
  }
}

interface Mutable extends MarketChanges {
  readonly quotes: Quote[];
  readonly sessions: [InstrumentId, boolean][];
  readonly doubts: [InstrumentId, boolean][];
}

function none(): Mutable {
  return { quotes: [], sessions: [], doubts: [] };
}

export interface MarketFollowerOptions {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly sinks: readonly MarketSink[];
  readonly log: { warn(message: string): void };
}

/**
 * Passes the market of another process to hosts. Asks for a snapshot at its start and when messages were dropped; quotes
 * that are older than one that was passed on are left out.
 */
export class MarketFollower {
  readonly #options: MarketFollowerOptions;
  readonly #seen = new Map<InstrumentId, number>();
  #stopListening: (() => void) | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isAsking = false;
  #stopped = false;

  constructor(options: MarketFollowerOptions) {
    this.#options = options;
  }

  start(): void {
    const { bus, subjects } = this.#options;
    this.#stopListening = bus.subscribe(subjects('market', 'changes'), (data) => this.#apply(readMarket(data)), {
      onDropped: () => void this.#ask(),
    });
    void this.#ask();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#stopListening?.();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#stopped) return;
    this.#isAsking = true;
    const { bus, subjects, log } = this.#options;
    try {
      const snapshot = readMarket(await bus.request(subjects('market', 'snapshot'), new Uint8Array(), SNAPSHOT_MS));
      if (!this.#stopped) this.#apply(snapshot);
    } catch (error) {
      log.warn(`the market could not be asked for its state (${String(error)}); trying again`);
      this.#retry = setTimeout(() => void this.#ask(), RETRY_MS);
    } finally {
      this.#isAsking = false;
    }
  }

  /** Sessions and doubts first, so that a quote of an open market reaches an open one. */
  #apply({ quotes, sessions, doubts }: MarketChanges): void {
    for (const sink of this.#options.sinks) {
      for (const [instrument, open] of sessions) sink.setOpen(instrument, open);
      for (const [instrument, doubt] of doubts) sink.setDoubt(instrument, doubt);
    }
    for (const quote of quotes) {
      if (quote.seq <= (this.#seen.get(quote.instrument) ?? 0)) continue;
      this.#seen.set(quote.instrument, quote.seq);
      for (const sink of this.#options.sinks) sink.onQuote(quote);
    }
  }
}
