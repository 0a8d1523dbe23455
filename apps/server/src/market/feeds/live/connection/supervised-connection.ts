import type { SourceSink } from '../source.ts';
import { Attempt, type ConnectionPlan } from './attempt.ts';
import { plainDetail, type Fault } from './fault.ts';
import type { Conversation } from './link.ts';
import { retryDelay } from './retry.ts';
import type { Timers } from './timers.ts';

/** Failures are forgotten after this time of health. */
const HEALTHY_MS = 60_000;
/** Changes of symbols within this time cause one renewal. */
const RENEWAL_MS = 500;

/** Settings of a connection. */
export interface ConnectionOptions extends ConnectionPlan {
  /** The connection is replaced after at most this time, because the source cuts it later. */
  readonly lifeMs?: number | undefined;
  /** Texts that must not appear in a state, such as a token. */
  readonly secrets?: readonly string[] | undefined;
}

type ConnectionSink = Pick<SourceSink, 'state' | 'malformed'>;

/**
 * The supervised connection of a source: opens it, replaces it when it fails, is silent or grows old, and tells the
 * state. The state is the outcome of the last attempt: further attempts with the same outcome tell nothing, so a wrong
 * token is told once. A connection that is replaced on purpose stays until its successor is live.
 */
export class SupervisedConnection {
  readonly #options: ConnectionOptions;
  readonly #sink: ConnectionSink;
  readonly #timers: Timers;
  /** The live connection. */
  #current: Attempt | undefined;
  /** A connection that is not live yet. */
  #next: Attempt | undefined;
  #failures = 0;
  #told = '';
  #isStarted = false;
  #isStopped = false;
  #cancelRetry: (() => void) | undefined;
  #cancelRenewal: (() => void) | undefined;
  #cancelHealth: (() => void) | undefined;
  #cancelLife: (() => void) | undefined;

  constructor(options: ConnectionOptions, sink: ConnectionSink, timers: Timers) {
    this.#options = options;
    this.#sink = sink;
    this.#timers = timers;
  }

  /** Begins to connect and returns at once. */
  start(): void {
    if (this.#isStarted || this.#isStopped) return;
    this.#isStarted = true;
    this.#tell({ phase: 'connecting', reason: 'starting' });
    this.#open();
  }

  /** The protocols of the open connections: one, or two during a replacement. */
  conversations(): Conversation[] {
    return [this.#current?.conversation, this.#next?.conversation].filter((one) => one !== undefined);
  }

  /** Replaces the connection, for example because its address names the symbols. Does not shorten a back-off. */
  renew(): void {
    if (!this.#isStarted || this.#isStopped || this.#cancelRetry !== undefined) return;
    this.#cancelRenewal ??= this.#timers.after(RENEWAL_MS, () => {
      this.#cancelRenewal = undefined;
      if (this.#cancelRetry === undefined) this.#open();
    });
  }

  /** Ends the connections. Nothing is told afterwards. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of [this.#cancelRetry, this.#cancelRenewal, this.#cancelHealth, this.#cancelLife]) cancel?.();
    this.#current?.close();
    this.#next?.close();
    this.#current = undefined;
    this.#next = undefined;
  }

  #open(): void {
    this.#next?.close();
    const attempt: Attempt = new Attempt(this.#options, this.#timers, {
      live: () => this.#live(attempt),
      malformed: () => this.#sink.malformed(),
      ended: (fault) => this.#ended(attempt, fault),
    });
    this.#next = attempt;
  }

  #live(attempt: Attempt): void {
    this.#current?.close();
    this.#current = attempt;
    this.#next = undefined;
    this.#cancelHealth?.();
    this.#cancelHealth = this.#timers.after(HEALTHY_MS, () => {
      this.#failures = 0;
    });
    this.#scheduleReplacement();
    this.#tell({ phase: 'live', reason: 'connected' });
  }

  /** Up to a tenth earlier than the limit, so that many servers do not return in step. */
  #scheduleReplacement(): void {
    this.#cancelLife?.();
    const { lifeMs } = this.#options;
    if (lifeMs === undefined) return;
    this.#cancelLife = this.#timers.after(lifeMs * (1 - this.#timers.random() / 10), () => this.renew());
  }

  #ended(attempt: Attempt, fault: Fault): void {
    if (this.#isStopped) return;
    if (attempt === this.#current) {
      this.#current = undefined;
      this.#cancelHealth?.();
      this.#cancelLife?.();
    } else {
      this.#next = undefined;
    }
    if (this.#current === undefined) this.#tell(fault);
    if (this.#next === undefined) this.#retry(fault);
  }

  #retry(fault: Fault): void {
    this.#cancelRenewal?.();
    this.#cancelRenewal = undefined;
    this.#cancelRetry?.();
    this.#failures += 1;
    const delay = retryDelay(this.#failures, fault, () => this.#timers.random());
    this.#cancelRetry = this.#timers.after(delay, () => {
      this.#cancelRetry = undefined;
      this.#open();
    });
  }

  #tell(state: Fault | { readonly phase: 'live'; readonly reason: 'connected' }): void {
    const key = `${state.phase} ${state.reason}`;
    if (key === this.#told || this.#isStopped) return;
    this.#told = key;
    const detail =
      'detail' in state && state.detail !== undefined ? plainDetail(state.detail, this.#options.secrets) : undefined;
    this.#sink.state({ phase: state.phase, reason: state.reason, detail, since: this.#timers.now() });
  }
}
