import type { InstrumentId, Quote, QuoteSource } from '@fairlot/domain';
import type { DoubtReason, ListedInstrument, MarketSource, MarketStatus } from '../port.ts';
import type { Feed, FeedSink, LiveVenues } from './feed.ts';

/** The market of another process, as this one hears it. */
export interface MarketRelay {
  /** Begins to pass on what is heard. Resolves with the end of it. */
  connect(sink: RelaySink): () => Promise<void>;
  /** Its state as it last told. */
  status(): MarketStatus | undefined;
}

/** Takes what the market of another process tells. */
export interface RelaySink {
  quote(quote: Quote): void;
  doubt(id: InstrumentId, reason: DoubtReason | undefined): void;
  gap(): void;
}

export interface RelayFeedOptions {
  readonly relay: MarketRelay;
  readonly source: MarketSource;
  readonly clock: () => number;
}

/** The quotes of the market that another process runs. */
export class RelayFeed implements Feed {
  readonly source: MarketSource;
  readonly isFromStart = false;
  readonly live: LiveVenues | undefined;
  readonly #options: RelayFeedOptions;
  readonly #sources = new Map<InstrumentId, QuoteSource>();
  /** The last doubt that was told of each instrument: it may come before the instrument is listed here, and only once. */
  readonly #doubts = new Map<InstrumentId, DoubtReason | undefined>();
  #listed: ReadonlySet<InstrumentId> = new Set();
  #sink: FeedSink | undefined;
  #disconnect: (() => Promise<void>) | undefined;

  constructor(options: RelayFeedOptions) {
    this.#options = options;
    this.source = options.source;
    const { relay } = options;
    const line = (id: InstrumentId) => relay.status()?.lines.find(([instrument]) => instrument === id)?.[1];
    if (options.source === 'live')
      this.live = {
        sources: () => relay.status()?.sources ?? [],
        sourceOf: (id) => this.#sources.get(id),
        lineOf: (id) => line(id) ?? { since: undefined, sources: [] },
        pastsOf: () => [],
      };
  }

  now(): number {
    return this.#options.clock();
  }

  relist(instruments: readonly ListedInstrument[]): void {
    const before = this.#listed;
    this.#listed = new Set(instruments.map(({ id }) => id));
    for (const id of this.#listed)
      if (!before.has(id) && this.#doubts.has(id)) this.#sink?.doubt?.(id, this.#doubts.get(id));
  }

  start(sink: FeedSink): Promise<void> {
    this.#sink = sink;
    this.#disconnect = this.#options.relay.connect({
      quote: (quote) => {
        if (quote.source !== undefined) this.#sources.set(quote.instrument, quote.source);
        sink.quote?.(quote);
      },
      doubt: (id, reason) => {
        if (reason === 'source') this.#sources.delete(id);
        this.#doubts.set(id, reason);
        sink.doubt?.(id, reason);
      },
      gap: () => sink.gap?.(),
    });
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await this.#disconnect?.();
  }
}
