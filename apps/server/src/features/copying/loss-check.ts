import { type CopyId, isLossReached } from '@fairlot/copying';
import { type Lots, minus } from '@fairlot/domain';
import type { AccountView, OrderId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { RunningCopy } from './copy-row.ts';
import { floatingOf, heldIn } from './held.ts';
import type { CopyRegistry } from './registry.ts';
import { refreshResults } from './results.ts';

/** Looks in a row that find the loss, but other positions in the tables than in the engine, after which it counts. */
const MOST_DOUBTS = 10;

export interface LossCheckDeps {
  readonly db: Kysely<Tables>;
  readonly registry: CopyRegistry;
  readonly trading: Pick<TradingHost, 'account' | 'written'>;
}

/** A loss that the tables have not confirmed yet. */
interface Doubt {
  looks: number;
  /** True when the tables have all that was committed before the first of these looks. */
  isWritten: boolean;
}

type OpenLots = ReadonlyMap<OrderId, Lots>;

/**
 * Finds copies that have reached their own stop. Closed results come from the tables and floating ones from the engine,
 * and either may have a close before the other: it would count in neither or in both. So a loss counts only when both
 * show the same open lots. Nothing waits for the tables here, because one shard that stalls must not hold up the others.
 */
export class LossCheck {
  readonly #deps: LossCheckDeps;
  readonly #doubts = new Map<CopyId, Doubt>();

  constructor(deps: LossCheckDeps) {
    this.#deps = deps;
  }

  /** True when the loss of a running copy is reached. False while it cannot be told; the next look tries again. */
  async isReached(copy: RunningCopy): Promise<boolean> {
    const looks = this.#isReachedNow(copy) !== undefined;
    if (looks && (await this.#isConfirmed(copy))) return true;
    if (!looks) this.#doubts.delete(copy.id);
    return false;
  }

  forget(copy: CopyId): void {
    this.#doubts.delete(copy);
  }

  /** The account of a copy that has lost as much as its stop by the figures of this moment. */
  #isReachedNow({ id, copier }: RunningCopy): AccountView | undefined {
    const { registry, trading } = this.#deps;
    const [view, copy] = [trading.account(copier), registry.get(id)];
    if (view === undefined || view === 'uncommitted' || copy === undefined) return undefined;
    const closed = minus(copy.realised, copy.fees);
    return isLossReached(copy.terms, { closed, floating: floatingOf(registry, copy, view) }) ? view : undefined;
  }

  async #isConfirmed(copy: RunningCopy): Promise<boolean> {
    const { db, registry } = this.#deps;
    // Open lots only fall, so equal ones around the sums mean that the sums have the same closes.
    const before = await this.#openLots(copy);
    for (const { id, realised } of await refreshResults(db, [copy.id])) registry.update(id, { realised });
    const after = await this.#openLots(copy);
    const view = this.#isReachedNow(copy);
    if (view === undefined) return false;
    const held = new Map(heldIn(registry, copy, view).map(({ order }) => [order.id, order.lots]));
    if (isSame(before, held) && isSame(after, held)) return true;
    return this.#isDoubtOver(
      copy,
      [...held].every(([order, lots]) => lots <= (after.get(order) ?? 0n)),
    );
  }

  /**
   * A copy that closes positions all the time may never be found equal, and its stop must hold nevertheless. After some
   * looks the loss counts as it is, unless the engine's side is behind: a replica that stands still shows closed losses.
   */
  #isDoubtOver({ id, copier }: RunningCopy, isEngineAhead: boolean): boolean {
    const doubt = this.#doubts.get(id) ?? this.#begin(id, copier);
    doubt.looks += 1;
    return doubt.looks > MOST_DOUBTS && doubt.isWritten && isEngineAhead;
  }

  #begin(copy: CopyId, copier: RunningCopy['copier']): Doubt {
    const doubt: Doubt = { looks: 0, isWritten: false };
    this.#doubts.set(copy, doubt);
    void this.#await(copy, copier, doubt);
    return doubt;
  }

  async #await(copy: CopyId, copier: RunningCopy['copier'], doubt: Doubt): Promise<void> {
    try {
      await this.#deps.trading.written(copier);
      doubt.isWritten = true;
    } catch {
      // The tables are later than a wait for them may last; the next look begins another.
      this.#doubts.delete(copy);
    }
  }

  async #openLots({ id }: RunningCopy): Promise<OpenLots> {
    const own = this.#deps.registry.positions(id);
    if (own.length === 0) return new Map();
    const rows = await this.#deps.db
      .selectFrom('orders')
      .select(['id', 'lots'])
      .where(sql<boolean>`id = any(${own.map(BigInt)}::bigint[])`)
      .where('status', '=', 'open')
      .execute();
    return new Map(rows.map((row) => [Number(row.id), row.lots as Lots]));
  }
}

function isSame(one: OpenLots, other: OpenLots): boolean {
  return one.size === other.size && [...one].every(([order, lots]) => other.get(order) === lots);
}
