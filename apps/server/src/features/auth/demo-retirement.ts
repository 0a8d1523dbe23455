import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { DemoRetirementQueries } from './demo-retirement-queries.ts';

/** Time without sign-in or trade after which a demo account is retired. */
const UNUSED_MS = 30 * DAY_MS;
const EVERY_MS = 60 * MINUTE_MS;
/** Users or accounts read per query, and accounts removed at a time. */
const BATCH = 200;
/** Users marked, and accounts removed, per run, so that a run ends soon and leaves the journal to the users. */
const MOST_PER_RUN = 2_000;

export interface DemoRetirementDeps {
  readonly queries: DemoRetirementQueries;
  readonly trading: Pick<TradingHost, 'submit'>;
  readonly clock: Clock;
  /** True while the wall clock is known to be off. Nobody is retired then, because it can't be undone. */
  readonly isClockOff: () => boolean;
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

/**
 * Retires demo accounts that nobody has used for 30 days: marks their users, who can't sign in any more, and then
 * removes the accounts from the engine. That ends their orders at the last known prices, also in closed markets, and
 * returns their money to the house.
 */
export class DemoRetirement {
  readonly #deps: DemoRetirementDeps;
  readonly #job: Job;
  #stopping = false;
  /** The last user that a run looked at. */
  #after = 0;

  constructor(deps: DemoRetirementDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.run(),
      (error) => deps.log.error({ err: error }, 'demo accounts could not be retired, trying again'),
    );
  }

  start(): void {
    this.#job.start();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#job.stop();
  }

  /** Marks unused users, removes the accounts of marked ones, and returns how many were removed. */
  async run(): Promise<number> {
    const now = this.#deps.clock();
    await this.#markUnused(now);
    const removed = await this.#removeAccounts(now);
    if (removed > 0) this.#deps.log.info({ removed }, 'unused demo accounts were retired');
    return removed;
  }

  /** The clock may jump during a run. */
  #isHalted(): boolean {
    return this.#stopping || this.#deps.isClockOff();
  }

  /** Continues behind the last user of the run before, so that each run ends soon and none starves. */
  async #markUnused(now: number): Promise<void> {
    const { queries } = this.#deps;
    const since = new Date(now - UNUSED_MS);
    for (let seen = 0; seen < MOST_PER_RUN && !this.#isHalted(); seen += BATCH) {
      const users = await queries.unused(since, this.#after, BATCH);
      for (const user of users) {
        if (this.#isHalted()) return;
        this.#after = user;
        await queries.retire(user, since, new Date(now));
      }
      if (users.length === BATCH) continue;
      this.#after = 0;
      return;
    }
  }

  /**
   * Removes the accounts of retired users from the engine, also those that an interrupted run or an earlier version has
   * left. Their users can't sign in any more, so nothing opens them again.
   */
  async #removeAccounts(now: number): Promise<number> {
    const { queries } = this.#deps;
    let removed = 0;
    let after = 0;
    for (let seen = 0; seen < MOST_PER_RUN && !this.#isHalted(); seen += BATCH) {
      const accounts = await queries.leftOver(after, BATCH);
      after = accounts.at(-1) ?? after;
      const results = await Promise.all(accounts.map((account) => this.#remove(account, now)));
      removed += results.filter(Boolean).length;
      if (accounts.length < BATCH) break;
    }
    return removed;
  }

  /** The key has the run's time: a refused attempt must not be the answer to the next one. */
  async #remove(account: number, now: number): Promise<boolean> {
    const { trading, log } = this.#deps;
    const outcome = await trading.submit({ type: 'retireAccount', account, key: `retire:${account}:${now}` });
    if (!outcome.ok && outcome.reason !== 'not_ready' && outcome.reason !== 'overloaded')
      log.error({ account, reason: outcome.reason }, 'a demo account was not retired; the next run tries again');
    return outcome.ok;
  }
}
