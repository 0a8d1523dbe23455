import { RetryPause, steadyTime } from '../../platform/retry-pause.ts';

/** Longest time for which a free shard is left to another process that prefers it. */
const LEAVE_MS = 5000;
/** A wait that no look has continued for so long is over: another process had the shard meanwhile. */
const FORGET_MS = 60_000;
/**
 * Time for which a shard stays where it is after a process that prefers it could not hold it. It doubles with each time in
 * a row, up to an hour: each try leaves the shard without a holder for some seconds.
 */
const STAY_MS = 60_000;
const LONGEST_STAY_MS = 3_600_000;

export interface ShardMovesOptions {
  readonly shard: number;
  readonly log: { warn(message: string): void };
  /** Steady time in milliseconds. Default: the process's own. */
  readonly now?: () => number;
}

/**
 * Limits how often a shard moves to a process that prefers it. Such a process may live and be unable to hold the shard, as
 * with a wrong clock, without database sessions, or in a loop of crashes.
 */
export class ShardMoves {
  readonly #shard: number;
  readonly #log: ShardMovesOptions['log'];
  readonly #now: () => number;
  #freeSince = Number.NEGATIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLogged = false;
  #handedOverAt = Number.NEGATIVE_INFINITY;
  /** After an own failed take, and after the shard came back from a process that could not keep it. */
  readonly #asking: RetryPause;
  readonly #handingOver: RetryPause;

  constructor({ shard, log, now = steadyTime }: ShardMovesOptions) {
    this.#shard = shard;
    this.#log = log;
    this.#now = now;
    this.#asking = new RetryPause(STAY_MS, LONGEST_STAY_MS, now);
    this.#handingOver = new RetryPause(STAY_MS, LONGEST_STAY_MS, now);
  }

  /**
   * True while the free shard is left to another process that prefers it. Call it at each look at the free shard. A failed
   * take of the other one has the lease for a moment, which does not end the wait.
   */
  leavesToOther(): boolean {
    const now = this.#now();
    if (now - this.#lookedAt > FORGET_MS) {
      this.#freeSince = now;
      this.#isLogged = false;
    }
    this.#lookedAt = now;
    if (now - this.#freeSince < LEAVE_MS) return true;
    if (!this.#isLogged)
      this.#log.warn(
        `shard ${this.#shard} has no holder: a process that prefers it has not taken it in ${LEAVE_MS / 1000} s; this one takes it`,
      );
    this.#isLogged = true;
    return false;
  }

  /** This process has taken the shard. */
  taken(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#asking.clear();
    if (this.#now() - this.#handedOverAt < STAY_MS) this.#handingOver.failed();
    else if (this.#handingOver.isOver) this.#handingOver.clear();
  }

  /** This process could not take the shard, or could not work with it. */
  failed(): void {
    this.#asking.failed();
  }

  /** This process gives the shard to one that prefers it. */
  handedOver(): void {
    this.#handedOverAt = this.#now();
  }

  /** False for a while after an own failed take: a hand-over would leave the shard without a holder. */
  get mayAsk(): boolean {
    return this.#asking.isOver;
  }

  /** False for a while after the process that asked before could not keep the shard. */
  get mayHandOver(): boolean {
    return this.#handingOver.isOver;
  }
}
