import { prepaymentRatio } from '@fairlot/domain';
import type { AccountId, Applied } from '@fairlot/engine';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { yieldToEventLoop } from '../../platform/pause.ts';
import type { TradingHost } from '../../trading/port.ts';
import { crossing } from './crossing.ts';
import { type ClosingMarket, type MarginCall, marginCallOf } from './help.ts';
import type { MarginWarningStore } from './queries.ts';

/** How often the accounts are valued. */
const EVERY_MS = 1_000;
/** Accounts valued in one turn of the event loop. */
const ACCOUNTS_PER_SLICE = 256;

export interface MarginWatchDeps {
  readonly store: MarginWarningStore;
  readonly trading: Pick<TradingHost, 'account' | 'onCommitted' | 'onRollback'>;
  /** The levels of an account's group, or else the site's, in per cent. */
  readonly levels: (account: AccountId) => { readonly warning: number; readonly stopOut: number };
  readonly clock: Clock;
  readonly log: Log;
  readonly market: ClosingMarket;
  /** Called after a warning is recorded. */
  readonly onWarned: (account: AccountId, call: MarginCall) => void;
}

/** Warns real accounts whose margin level falls to the warning level: once per crossing, restarts included. */
export class MarginWatch {
  readonly #deps: MarginWatchDeps;
  readonly #job: Job;
  /** Accounts that may have open positions; demo accounts until their next valuation. */
  readonly #exposed = new Set<AccountId>();
  readonly #warned = new Set<AccountId>();
  /** Accounts whose warning may be stored, because its answer was lost. */
  readonly #unanswered = new Set<AccountId>();
  /** True after a rollback: the journal may have opened positions in rows that are never reported. */
  #mayMiss = false;
  readonly #stops: (() => void)[] = [];

  constructor(deps: MarginWatchDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.checkAll(),
      (error) => deps.log.error({ err: error }, 'margin levels could not be watched; the next run tries again'),
    );
  }

  async start(): Promise<void> {
    const { store, trading } = this.#deps;
    this.#stops.push(
      trading.onCommitted((rows) => this.#onCommitted(rows)),
      trading.onRollback(() => {
        this.#mayMiss = true;
      }),
    );
    for (const account of await store.warned()) this.#warned.add(account);
    for (const account of [...(await store.exposed()), ...this.#warned]) this.#exposed.add(account);
    this.#job.start();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.#job.stop();
  }

  #onCommitted(rows: readonly Applied[]): void {
    for (const { events } of rows)
      for (const event of events) if (event.type === 'positionOpened') this.#exposed.add(event.account);
  }

  /**
   * Values every exposed account once, and warns those that crossed the level. An account that fails is tried again in
   * the next round; the first failure of a round is logged.
   */
  async checkAll(): Promise<void> {
    if (this.#mayMiss) await this.#readMissed();
    let [valued, failed] = [0, 0];
    for (const account of this.#exposed) {
      try {
        await this.#check(account);
      } catch (error) {
        failed += 1;
        if (failed === 1) this.#deps.log.error({ err: error, account }, 'a margin level could not be watched');
      }
      valued += 1;
      if (valued % ACCOUNTS_PER_SLICE === 0) await yieldToEventLoop();
    }
  }

  /** A further rollback during the read asks for another one. */
  async #readMissed(): Promise<void> {
    this.#mayMiss = false;
    try {
      for (const account of await this.#deps.store.exposed()) this.#exposed.add(account);
    } catch (error) {
      this.#mayMiss = true;
      throw error;
    }
  }

  async #check(account: AccountId): Promise<void> {
    const { store, trading, levels, market, clock, onWarned } = this.#deps;
    const view = trading.account(account);
    if (view === 'uncommitted') return;
    if (view?.kind === 'demo') {
      this.#exposed.delete(account);
      return;
    }
    const ratio = view === undefined ? undefined : prepaymentRatio(view.standing);
    const own = levels(account);
    const step = crossing(ratio, own.warning, this.#warned.has(account));
    const hasRecovered = crossing(ratio, own.warning, true) === 'recover';
    if (step === 'recover' || (hasRecovered && this.#unanswered.has(account))) {
      await store.recover(account);
      this.#warned.delete(account);
      this.#unanswered.delete(account);
    }
    // Covered positions have no level, until the cover ends.
    if (view === undefined || view.positions.length === 0) this.#exposed.delete(account);
    const call = step === 'warn' && view !== undefined ? marginCallOf(view, own, market) : undefined;
    if (call === undefined) return;
    const isRepeated = this.#unanswered.has(account);
    this.#unanswered.add(account);
    const isNew = await store.warn(account, call, new Date(clock()));
    this.#unanswered.delete(account);
    this.#warned.add(account);
    if (isNew || isRepeated) onWarned(account, call);
  }
}
