import type { InstrumentId } from '@fairlot/domain';
import type { Bus } from '../bus/bus.ts';
import type { Subjects } from '../bus/subjects.ts';
import type { DoubtReason, MarketStatus } from '../market/port.ts';
import { type Job, every } from '../platform/jobs.ts';
import { type MarketMessage, readMarket, readStatus } from './market-messages.ts';
import type { MarketSink } from './market-publisher.ts';

const SNAPSHOT_MS = 2000;
const RETRY_MS = 500;
/** A market that was not heard for so long is away: nothing is dealt on its last quotes. */
const SILENCE_MS = 1500;
const LOOK_MS = 250;

/** Follows the market of another process. */
export interface FollowingSink extends MarketSink {
  /** Quotes may be missing: messages were lost, or this process has just begun to follow. */
  onGap?(): void;
}

export interface MarketFollowerOptions {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly sinks: readonly FollowingSink[];
  readonly log: { warn(message: string): void; info(message: string): void };
}

/**
 * Passes the market of another process on. Asks for a snapshot at its start and when messages were lost. Quotes that are
 * older than one that was passed on are left out, and so is all that a former market says. While the market is silent,
 * every quote is in doubt.
 */
export class MarketFollower {
  readonly #options: MarketFollowerOptions;
  readonly #seen = new Map<InstrumentId, number>();
  readonly #doubts = new Map<InstrumentId, DoubtReason | undefined>();
  readonly #look: Job;
  readonly #stops: (() => void)[] = [];
  #retry: NodeJS.Timeout | undefined;
  #isAsking = false;
  #stopped = false;
  #epoch = 0;
  #number = 0;
  #heard = Number.NEGATIVE_INFINITY;
  #isSilent = true;
  #status: MarketStatus | undefined;

  constructor(options: MarketFollowerOptions) {
    this.#options = options;
    this.#look = every(LOOK_MS, () => this.#listenForSilence());
  }

  /** The market's state as it last told; undefined before. */
  get status(): MarketStatus | undefined {
    return this.#status;
  }

  /** True while all that the market has told is known here. */
  get isHeard(): boolean {
    return !this.#isSilent;
  }

  /** Milliseconds since the market was last heard. */
  get silenceMs(): number {
    return performance.now() - this.#heard;
  }

  start(): void {
    const { bus, subjects } = this.#options;
    this.#stops.push(
      bus.subscribe(subjects('market', 'changes'), (data) => this.#take(readMarket(data)), {
        onDropped: () => void this.#ask(),
      }),
      bus.subscribe(
        subjects('market', 'status'),
        (data) => {
          this.#status = readStatus(data);
        },
        { onDropped: () => undefined },
      ),
    );
    this.#look.start();
    void this.#ask();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    for (const stop of this.#stops.splice(0)) stop();
    await this.#look.stop();
  }

  #take(message: MarketMessage): void {
    if (message.epoch < this.#epoch) return;
    this.#heard = performance.now();
    const isNext = message.epoch === this.#epoch && message.number === this.#number + 1;
    if (message.epoch === this.#epoch && message.number <= this.#number) return;
    // The message is passed on at once; the snapshot brings the rest.
    this.#apply(message);
    if (!isNext || this.#isSilent) void this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#stopped) return;
    this.#isAsking = true;
    const { bus, subjects, log } = this.#options;
    try {
      const data = await bus.request(subjects('market', 'snapshot'), new Uint8Array(), SNAPSHOT_MS);
      if (!this.#stopped) this.#applySnapshot(readMarket(data));
    } catch (error) {
      log.warn(`the market could not be asked for its state (${String(error)}); trying again`);
      this.#askSoon();
    } finally {
      this.#isAsking = false;
    }
  }

  #askSoon(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#ask(), RETRY_MS);
  }

  #applySnapshot(snapshot: MarketMessage): void {
    if (snapshot.epoch < this.#epoch) return;
    // Changes have come since it was made.
    if (snapshot.epoch === this.#epoch && snapshot.number < this.#number) return this.#askSoon();
    this.#heard = performance.now();
    if (this.#isSilent) this.#options.log.info('the market is heard');
    this.#isSilent = false;
    this.#apply(snapshot);
    for (const sink of this.#options.sinks) sink.onGap?.();
  }

  /** Sessions and doubts first, so that a quote of an open market reaches an open one. */
  #apply({ epoch, number, quotes, sessions, doubts }: MarketMessage): void {
    const { sinks } = this.#options;
    this.#number = epoch > this.#epoch ? number : Math.max(this.#number, number);
    this.#epoch = epoch;
    for (const sink of sinks) for (const [instrument, open] of sessions) sink.setOpen(instrument, open);
    for (const [instrument, reason] of doubts) this.#tellDoubt(instrument, reason);
    for (const quote of quotes) {
      if (quote.seq <= (this.#seen.get(quote.instrument) ?? 0)) continue;
      this.#seen.set(quote.instrument, quote.seq);
      for (const sink of sinks) sink.onQuote(quote);
    }
  }

  #tellDoubt(instrument: InstrumentId, reason: DoubtReason | undefined): void {
    this.#doubts.set(instrument, reason);
    for (const sink of this.#options.sinks) sink.setDoubt(instrument, this.#isSilent ? 'source' : reason);
  }

  #listenForSilence(): void {
    if (this.#isSilent || this.silenceMs < SILENCE_MS) return;
    this.#isSilent = true;
    this.#options.log.warn('the market is not heard: nothing is dealt on its last quotes');
    for (const sink of this.#options.sinks) for (const id of this.#doubts.keys()) sink.setDoubt(id, 'source');
    void this.#ask();
  }
}
