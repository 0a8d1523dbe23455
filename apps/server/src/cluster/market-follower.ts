import type { InstrumentId } from '@fairlot/domain';
import type { Bus } from '../bus/bus.ts';
import type { Subjects } from '../bus/subjects.ts';
import type { DoubtReason, MarketStatus } from '../market/port.ts';
import { type Job, every } from '../platform/jobs.ts';
import { type MarketMessage, readMarket } from './market-messages.ts';
import type { MarketSink } from './market-publisher.ts';
import type { MarketTerms } from './process-directory.ts';
import { STATUS, readStatus } from './market-status.ts';
import { QuoteWatch } from './quote-watch.ts';

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
  /** Judges the settings of each market before it is heard. False: it is not heard; this process is to end. */
  readonly mayFollow?: (from: string, terms: MarketTerms) => boolean;
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
  readonly #watch: QuoteWatch;
  readonly #stops: (() => void)[] = [];
  #retry: NodeJS.Timeout | undefined;
  #isAsking = false;
  #stopped = false;
  #epoch = 0;
  #number = 0;
  #heard = Number.NEGATIVE_INFINITY;
  #isSilent = true;
  /** Steady time since which a silent market is missed. */
  #silentSince = performance.now();
  /** True after an answer was missed that has been told of. */
  #isUnanswered = false;
  /** The process whose market is heard, and its epoch, in words. */
  #name = 'the market';
  #status: MarketStatus | undefined;

  constructor(options: MarketFollowerOptions) {
    this.#options = options;
    this.#watch = new QuoteWatch(options.log);
    this.#look = every(LOOK_MS, () => {
      this.#listenForSilence();
      this.#watch.look(this.#isSilent ? undefined : this.#name);
    });
  }

  /** The market's state as it last told; undefined before. */
  get status(): MarketStatus | undefined {
    return this.#status;
  }

  /** True while all that the market has told is known here. */
  get isHeard(): boolean {
    return !this.#isSilent;
  }

  /** Milliseconds since the last new quote, or since the start. */
  get silenceMs(): number {
    return this.#watch.silenceMs;
  }

  /** Milliseconds for which the market is not heard, or heard without the quotes of its open instruments; else 0. */
  get overdueMs(): number {
    return this.#isSilent ? performance.now() - this.#silentSince : this.#watch.overdueMs;
  }

  start(): void {
    const { bus, subjects } = this.#options;
    this.#stops.push(
      bus.subscribe(subjects('market', 'changes'), (data) => this.#take(readMarket(data)), {
        onDropped: () => void this.#ask(),
      }),
      bus.subscribe(
        subjects('market', STATUS),
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
      this.#isUnanswered = false;
      if (!this.#stopped) this.#applySnapshot(readMarket(data));
    } catch (error) {
      // Once for a market that is away, however long.
      if (!this.#isUnanswered)
        log.warn(
          `the market could not be asked for its state (${String(error)}); trying again every ${RETRY_MS} ms, which is not told`,
        );
      this.#isUnanswered = true;
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
    const { epoch, number, from, terms } = snapshot;
    // A former market has answered, or changes have come since: what was lost before is in neither.
    if (epoch < this.#epoch || (epoch === this.#epoch && number < this.#number)) return this.#askSoon();
    if (from !== undefined && terms !== undefined && this.#options.mayFollow?.(from, terms) === false) return;
    const name = `the market of ${from ?? 'a process without a name'} (epoch ${epoch})`;
    if (this.#isSilent) this.#options.log.info(`${name} is heard`);
    else if (name !== this.#name) this.#options.log.info(`${name} is heard, after ${this.#name}`);
    this.#name = name;
    this.#heard = performance.now();
    this.#isSilent = false;
    this.#apply(snapshot);
    for (const sink of this.#options.sinks) sink.onGap?.();
  }

  /** Sessions and doubts first, so that a quote of an open market reaches an open one. */
  #apply({ epoch, number, quotes, sessions, doubts }: MarketMessage): void {
    const { sinks } = this.#options;
    this.#number = epoch > this.#epoch ? number : Math.max(this.#number, number);
    this.#epoch = epoch;
    for (const [instrument, open] of sessions) {
      this.#watch.session(instrument, open);
      for (const sink of sinks) sink.setOpen(instrument, open);
    }
    for (const [instrument, reason] of doubts) this.#tellDoubt(instrument, reason);
    for (const quote of quotes) {
      const seen = this.#seen.get(quote.instrument) ?? 0;
      if (quote.seq < seen) this.#watch.leftOut();
      if (quote.seq <= seen) continue;
      this.#seen.set(quote.instrument, quote.seq);
      this.#watch.taken();
      for (const sink of sinks) sink.onQuote(quote);
    }
  }

  #tellDoubt(instrument: InstrumentId, reason: DoubtReason | undefined): void {
    this.#doubts.set(instrument, reason);
    this.#watch.doubt(instrument, reason);
    for (const sink of this.#options.sinks) sink.setDoubt(instrument, this.#isSilent ? 'source' : reason);
  }

  #listenForSilence(): void {
    const silentMs = performance.now() - this.#heard;
    if (this.#isSilent || silentMs < SILENCE_MS) return;
    this.#isSilent = true;
    this.#silentSince = this.#heard;
    this.#options.log.warn(
      `${this.#name} is not heard for ${Math.round(silentMs)} ms: nothing is dealt on its last quotes`,
    );
    for (const sink of this.#options.sinks) for (const id of this.#doubts.keys()) sink.setDoubt(id, 'source');
    void this.#ask();
  }
}
