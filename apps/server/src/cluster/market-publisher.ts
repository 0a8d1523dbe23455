import type { InstrumentId, Quote } from '@fairlot/domain';
import type { Bus } from '../bus/bus.ts';
import type { Subjects } from '../bus/subjects.ts';
import type { DoubtReason, MarketStatus } from '../market/port.ts';
import { type Job, every } from '../platform/jobs.ts';
import { type MarketChanges, writeMarket } from './market-messages.ts';
import type { MarketTerms } from './process-directory.ts';
import { STATUS, writeStatus } from './market-status.ts';

/** Quotes in one message: one message is far below what a bus carries. */
const MOST_QUOTES = 1000;
/** Milliseconds between two messages that tell a quiet market from a lost one. */
const HEAD_MS = 500;
const STATUS_MS = 2000;

/** Takes what a market tells: quotes, sessions, and why a quote is in doubt. */
export interface MarketSink {
  onQuote(quote: Quote): void;
  setOpen(instrument: InstrumentId, open: boolean): void;
  setDoubt(instrument: InstrumentId, reason: DoubtReason | undefined): void;
}

export interface MarketPublisherOptions {
  readonly bus: Bus;
  readonly subjects: Subjects;
  /** The lease of the role: only its holder publishes. */
  readonly lease: { readonly epoch: number; readonly isCurrent: boolean };
  /** Name of this process, for the logs of followers. */
  readonly from: string;
  /** Settings of the market, which followers compare with theirs. */
  readonly terms?: MarketTerms;
  readonly status: () => MarketStatus;
  readonly log: { warn(message: string): void };
}

/**
 * Publishes the changes of the market of this process, those of one turn of the event loop together. Before its start, and
 * while the lease may have ended, it says nothing: followers keep all quotes in doubt then. They get the state of a
 * snapshot afterwards, not the changes of that time, which nobody could deal on.
 */
export class MarketPublisher implements MarketSink {
  readonly #options: MarketPublisherOptions;
  readonly #quotes = new Map<InstrumentId, Quote>();
  readonly #sessions = new Map<InstrumentId, boolean>();
  readonly #doubts = new Map<InstrumentId, DoubtReason | undefined>();
  readonly #jobs: readonly Job[];
  #stopAnswering: (() => void) | undefined;
  #changes: Mutable = none();
  #number = 0;
  #isScheduled = false;
  #isStarted = false;
  /** True after a failure that has been told of, until all is well again. */
  #isFailing = false;

  constructor(options: MarketPublisherOptions) {
    this.#options = options;
    const failed = (error: unknown): void => this.#failed(error);
    this.#jobs = [
      every(HEAD_MS, () => this.#publish(true), failed),
      every(STATUS_MS, () => this.#tellStatus(), failed),
    ];
  }

  /** Begins to publish. The market must have its quotes: followers deal on what they hear from now on. */
  start(): void {
    const { bus, subjects } = this.#options;
    this.#isStarted = true;
    this.#stopAnswering = bus.respond(subjects('market', 'snapshot'), () => this.#snapshot());
    this.#publish(true);
    for (const job of this.#jobs) job.start();
  }

  async stop(): Promise<void> {
    this.#stopAnswering?.();
    await Promise.all(this.#jobs.map((job) => job.stop()));
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

  setDoubt(instrument: InstrumentId, reason: DoubtReason | undefined): void {
    this.#publish();
    this.#doubts.set(instrument, reason);
    this.#changes.doubts.push([instrument, reason]);
    this.#publish();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#publish();
    });
  }

  /** A message that is dropped, here or by the bus, has its number all the same, so that followers notice. */
  #publish(isHead = false): void {
    const { bus, subjects, lease } = this.#options;
    const changes = this.#changes;
    if (!isHead && changes.quotes.length + changes.sessions.length + changes.doubts.length === 0) return;
    this.#changes = none();
    this.#number += 1;
    if (!this.#isStarted || !lease.isCurrent) return;
    bus.publish(subjects('market', 'changes'), writeMarket({ epoch: lease.epoch, number: this.#number, ...changes }));
  }

  #snapshot(): Promise<Uint8Array> {
    const { lease, from, terms } = this.#options;
    if (!lease.isCurrent) return Promise.reject(new Error('this process is no longer the market'));
    // The snapshot includes the changes that wait to be published.
    this.#publish();
    return Promise.resolve(
      writeMarket({
        epoch: lease.epoch,
        number: this.#number,
        from,
        terms,
        quotes: [...this.#quotes.values()],
        sessions: [...this.#sessions],
        doubts: [...this.#doubts],
      }),
    );
  }

  #tellStatus(): void {
    const { bus, subjects, lease, status } = this.#options;
    if (lease.isCurrent) bus.publish(subjects('market', STATUS), writeStatus(status()));
    this.#isFailing = false;
  }

  /** The quotes are worth more than a status or a head: whatever fails there must not end the market. */
  #failed(error: unknown): void {
    if (!this.#isFailing)
      this.#options.log.warn(
        `the state of the market could not be published (${String(error)}); trying again, which is not told`,
      );
    this.#isFailing = true;
  }
}

interface Mutable extends MarketChanges {
  readonly quotes: Quote[];
  readonly sessions: [InstrumentId, boolean][];
  readonly doubts: [InstrumentId, DoubtReason | undefined][];
}

function none(): Mutable {
  return { quotes: [], sessions: [], doubts: [] };
}
