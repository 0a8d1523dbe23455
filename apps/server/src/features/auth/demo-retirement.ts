import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { AliveOrder, DemoRetirementQueries } from './demo-retirement-queries.ts';

/** Time without sign-in or trade after which a demo account is retired. */
const UNUSED_MS = 30 * DAY_MS;
const EVERY_MS = 60 * MINUTE_MS;
/** Users read per query. */
const BATCH = 200;
/** Users looked at per run, so that a run ends soon and leaves the journal to the users. */
const MOST_PER_RUN = 2_000;

export interface DemoRetirementDeps {
  readonly queries: DemoRetirementQueries;
  readonly trading: TradingHost;
  readonly clock: Clock;
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

/**
 * Retires demo accounts that nobody has used for 30 days: cancels their orders, closes their positions, and marks their
 * users, who can't sign in any more. A position that can't be closed now, such as in a closed market, delays its account
 * to a later run.
 */
export class DemoRetirement {
  readonly #deps: DemoRetirementDeps;
  readonly #job: Job;
  #stopping = false;
  /** The last account that a run looked at. */
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

  /**
   * Retires unused accounts and returns how many. Continues behind the last account of the run before, so that accounts
   * that can't be retired now never starve the others.
   */
  async run(): Promise<number> {
    const { queries, clock, log } = this.#deps;
    const now = clock();
    const since = new Date(now - UNUSED_MS);
    let retired = 0;
    for (let seen = 0; seen < MOST_PER_RUN && !this.#stopping; seen += BATCH) {
      const users = await queries.unused(since, this.#after, BATCH);
      for (const user of users) {
        if (this.#stopping) break;
        this.#after = user;
        if ((await this.#endOrders(user)) && (await queries.retire(user, since, new Date(now)))) retired += 1;
      }
      if (users.length === BATCH) continue;
      this.#after = 0;
      break;
    }
    if (retired > 0) log.info({ retired }, 'unused demo accounts were retired');
    return retired;
  }

  /** Ends the orders of an account, up to the first that can't be ended now. Returns true when none is left. */
  async #endOrders(account: number): Promise<boolean> {
    for (const order of await this.#deps.queries.alive(account)) {
      if (!(await this.#end(account, order))) return false;
    }
    return true;
  }

  /** The key has the run's time: a refused attempt must not be the answer to the next one. */
  async #end(account: number, { id: order, status }: AliveOrder): Promise<boolean> {
    const { trading, clock } = this.#deps;
    const type = status === 'pending' ? 'cancelOrder' : 'closePosition';
    const outcome = await trading.submit({ type, account, order, key: `retire:${order}:${clock()}` });
    return outcome.ok;
  }
}
