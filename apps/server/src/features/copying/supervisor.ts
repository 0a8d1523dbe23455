import type { CopyEnd } from '@fairlot/contract';
import type { CopyId } from '@fairlot/copying';
import { SECOND_MS } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import { yieldToEventLoop } from '../../platform/pause.ts';
import type { TradingHost } from '../../trading/port.ts';
import { CopyClosings } from './closings.ts';
import type { CopyRow, RunningCopy } from './copy-row.ts';
import { CorrectedCopies } from './corrected-copies.ts';
import type { Follower } from './follower/follower.ts';
import { rereadOnFailure } from './follower/reread.ts';
import { heldBy } from './held.ts';
import type { CopyLeaders } from './leaders.ts';
import { LossCheck } from './loss-check.ts';
import type { CopyNotices } from './notices.ts';
import type { CopyQueries } from './queries.ts';
import type { CopyRegistry } from './registry.ts';
import { refreshResults } from './results.ts';

/** Pause between two looks at the running copies. */
const EVERY_MS = SECOND_MS;
/** Looks between two searches for leaders and copiers who have gone. */
const LOOKS_PER_SEARCH = 5;
/** Copies whose results are computed by one statement. */
const RESULTS_AT_ONCE = 200;
/** Copies that are valued before other work gets a turn. */
const SLICE = 100;

export interface SupervisorDeps {
  readonly db: Kysely<Tables>;
  readonly queries: CopyQueries;
  readonly leaders: Pick<CopyLeaders, 'lapsed' | 'gone'>;
  readonly registry: CopyRegistry;
  readonly follower: Pick<Follower, 'end' | 'forget' | 'reread'>;
  readonly trading: Pick<TradingHost, 'account' | 'written' | 'onCommitted' | 'onRollback'>;
  readonly notices: Pick<CopyNotices, 'prepare'>;
  /** Charges the fee of a copy that has ended. */
  readonly onEnded: (copy: CopyId) => void;
  readonly now: () => number;
  readonly clock: Clock;
  readonly log: { error(detail: object, message: string): void };
}

/** An end of a copy. */
export interface Stop {
  readonly ended: CopyEnd;
  readonly closes: boolean;
  readonly reason?: string | undefined;
}

/**
 * Ends copies: closes the positions of those that stop, checks the loss at which a copy ends, and finds leaders and copiers
 * who have gone. Keeps the results of copies in step with their orders.
 */
export class CopySupervisor {
  readonly #deps: SupervisorDeps;
  readonly #job: Job;
  readonly #losses: LossCheck;
  readonly #changed = new Set<CopyId>();
  readonly #closings: CopyClosings;
  readonly #corrected: CorrectedCopies;
  #looks = 0;
  #stopListening: (() => void) | undefined;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
    this.#losses = new LossCheck(deps);
    this.#closings = new CopyClosings(deps);
    this.#corrected = new CorrectedCopies(deps.db);
    this.#job = every(
      EVERY_MS,
      () => this.look(),
      (error) => deps.log.error({ err: error }, 'the running copies could not be checked, trying again'),
    );
  }

  /** Start it after the follower has read the running copies. */
  start(): void {
    const { registry, trading } = this.#deps;
    for (const { id } of registry.all()) this.#changed.add(id);
    const stops = [
      trading.onCommitted((rows) => this.#note(rows)),
      // Rows of a recovery are not reported, so any copy may have changed.
      trading.onRollback(() => {
        for (const { id } of registry.all()) this.#changed.add(id);
        this.#corrected.missRows();
      }),
    ];
    this.#stopListening = () => {
      for (const stop of stops) stop();
    };
    this.#job.start();
  }

  async stop(): Promise<void> {
    this.#stopListening?.();
    await this.#job.stop();
    await this.#closings.settled();
  }

  /** Begins the end of a copy; undefined when it does not run. */
  async stopCopy(id: CopyId, { ended, closes, reason = '' }: Stop): Promise<CopyRow | undefined> {
    const { queries, registry, notices, trading, now, clock } = this.#deps;
    const copy = registry.get(id);
    const notice = copy && (await notices.prepare(copy, ended));
    // The last results of a copy that ends at once are read from the tables, and never again.
    if (!closes) await trading.written(copy?.copier);
    const row = await this.#write(async (transaction) => {
      const end = { ended, closes, reason, at: new Date(clock()), time: now() };
      const stopped = await queries.stop(transaction, id, end);
      if (stopped === undefined) return undefined;
      await notice?.put(transaction, stopped);
      return stopped.state === 'ended' ? withLastResults(transaction, stopped) : stopped;
    });
    if (row === undefined) return undefined;
    notice?.tell();
    if (row.state === 'ended') this.ended(id);
    else {
      registry.update(id, { state: 'stopping' });
      this.#job.wake();
    }
    return row;
  }

  /** Ends a copy that was stopping, unless a position of it is open. */
  async endCopy(id: CopyId): Promise<void> {
    const { queries, registry, trading, now, clock } = this.#deps;
    const copy = registry.get(id);
    if (copy === undefined) return;
    const view = trading.account(copy.copier);
    if (view === 'uncommitted' || (view !== undefined && heldBy(registry, copy, view).length > 0)) return;
    // The engine has the close of the last position before the tables, from which the last results are read.
    await trading.written(copy.copier);
    const row = await this.#write(async (transaction) => {
      const ended = await queries.end(transaction, id, new Date(clock()), now());
      return ended && withLastResults(transaction, ended);
    });
    if (row !== undefined) this.ended(id);
  }

  /** Ends the copies of leaders who no longer lead; their positions are left to the copiers. */
  async endLapsed(): Promise<void> {
    const { leaders, registry } = this.#deps;
    if (registry.size === 0) return;
    for (const leader of await leaders.lapsed())
      for (const { id } of registry.ofLeader(leader)) await this.stopCopy(id, { ended: 'leader', closes: false });
    for (const id of await leaders.gone()) await this.stopCopy(id, { ended: 'copier', closes: false });
  }

  /**
   * One round of all checks. What fails keeps nothing of the rest from its turn: a database that is slow in a busy minute
   * must not stop the closes. Throws the first failure afterwards.
   */
  async look(): Promise<void> {
    const { registry } = this.#deps;
    const failures: unknown[] = [];
    const attempt = (check: () => Promise<void>): Promise<void> =>
      check().catch((error: unknown) => void failures.push(error));
    await attempt(async () => {
      for (const id of await this.#corrected.take()) this.#changed.add(id);
      await this.#refresh();
    });
    this.#looks += 1;
    if (this.#looks % LOOKS_PER_SEARCH === 0) await attempt(() => this.endLapsed());
    const bounded = [...registry.all()].filter(
      ({ state, terms }) => state !== 'stopping' && terms.stopLoss !== undefined,
    );
    for (let from = 0; from < bounded.length; from += SLICE) {
      const slice = bounded.slice(from, from + SLICE);
      await Promise.all(slice.map((copy) => attempt(() => this.#checkLoss(copy))));
      await yieldToEventLoop();
    }
    await this.#closings.round();
    if (failures.length > 0) throw failures[0];
  }

  /** Notes that a copy has opened or closed a position. */
  changed(copy: CopyId): void {
    this.#changed.add(copy);
  }

  /** Forgets a copy that has ended in the tables. */
  ended(copy: CopyId): void {
    const { follower, onEnded } = this.#deps;
    follower.forget(copy);
    this.#changed.delete(copy);
    this.#closings.forget(copy);
    this.#losses.forget(copy);
    onEnded(copy);
  }

  async #checkLoss(copy: RunningCopy): Promise<void> {
    if (await this.#losses.isReached(copy)) await this.stopCopy(copy.id, { ended: 'loss', closes: true });
  }

  #write<T>(change: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    const { db, follower } = this.#deps;
    return rereadOnFailure(follower, () => db.transaction().execute(change));
  }

  /** Notes the copies whose orders have closed, and the accounts whose fills were corrected. */
  #note(rows: readonly Applied[]): void {
    const { registry } = this.#deps;
    for (const { events } of rows)
      for (const event of events) {
        if (event.type === 'fillCorrected') this.#corrected.note(event.account);
        if (event.type !== 'positionClosed' && event.type !== 'positionSplit') continue;
        const copy = registry.copyOf(event.order);
        if (copy !== undefined) this.#changed.add(copy);
      }
  }

  async #refresh(): Promise<void> {
    const { db, registry } = this.#deps;
    while (this.#changed.size > 0) {
      const some = [...this.#changed].slice(0, RESULTS_AT_ONCE);
      for (const id of some) this.#changed.delete(id);
      try {
        for (const { id, realised } of await refreshResults(db, some)) registry.update(id, { realised });
      } catch (error) {
        for (const id of some) this.#changed.add(id);
        throw error;
      }
    }
  }
}

/**
 * A copy that has just ended, with its results. In the transaction of the end, because nothing computes them again for a
 * copy that was seen as ended.
 */
async function withLastResults(db: Transaction<Tables>, row: CopyRow): Promise<CopyRow> {
  const [last] = await refreshResults(db, [Number(row.id)]);
  return last === undefined ? row : { ...row, ...last.sums, realised: last.realised };
}
