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
  isWaiting: boolean;
  /** True when the tables have all that was committed before the first of these looks. */
  isWritten: boolean;
}

/** Lots of positions in the tables; zero for one that has ended. The tables may lack the latest positions. */
type TableLots = ReadonlyMap<OrderId, Lots>;

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
    const now = this.#lossOf(copy);
    if (now === 'uncommitted') return false;
    if (now !== undefined) return this.#isConfirmed(copy);
    this.#doubts.delete(copy.id);
    return false;
  }

  forget(copy: CopyId): void {
    this.#doubts.delete(copy);
  }

  /**
   * The account of a copy that has lost as much as its stop by the figures of this moment. `uncommitted`: they can't be
   * told now.
   */
  #lossOf({ id, copier }: RunningCopy): AccountView | 'uncommitted' | undefined {
    const { registry, trading } = this.#deps;
    const [view, copy] = [trading.account(copier), registry.get(id)];
    if (view === undefined || view === 'uncommitted' || copy === undefined) return view;
    const closed = minus(copy.realised, copy.fees);
    return isLossReached(copy.terms, { closed, floating: floatingOf(registry, copy, view) }) ? view : undefined;
  }

  async #isConfirmed(copy: RunningCopy): Promise<boolean> {
    const { db, registry } = this.#deps;
    // Open lots only fall, so equal ones around the sums mean that the sums have the same closes.
    const before = await this.#tableLots(copy);
    for (const { id, realised } of await refreshResults(db, [copy.id])) registry.update(id, { realised });
    const after = await this.#tableLots(copy);
    const view = this.#lossOf(copy);
    if (view === undefined || view === 'uncommitted') return false;
    const held = new Map(heldIn(registry, copy, view).map(({ order }) => [order.id, order.lots]));
    if (isSame(before, held) && isSame(after, held)) return true;
    return this.#isDoubtOver(
      copy,
      [...held].every(([order, lots]) => lots <= (after.get(order) ?? lots)),
    );
  }

  /**
   * A copy that closes positions all the time may never be found equal, and its stop must hold nevertheless. After some
   * looks the loss counts as it is, unless the engine's side is behind: a replica that stands still shows closed losses.
   */
  #isDoubtOver({ id, copier }: RunningCopy, isEngineAhead: boolean): boolean {
    const doubt = this.#doubts.get(id) ?? { looks: 0, isWaiting: false, isWritten: false };
    this.#doubts.set(id, doubt);
    doubt.looks += 1;
    if (!doubt.isWritten && !doubt.isWaiting) void this.#await(copier, doubt);
    return doubt.looks > MOST_DOUBTS && doubt.isWritten && isEngineAhead;
  }

  async #await(copier: RunningCopy['copier'], doubt: Doubt): Promise<void> {
    doubt.isWaiting = true;
    try {
      await this.#deps.trading.written(copier);
      doubt.isWritten = true;
    } catch {
      // The tables are later than a wait for them may last; the next look begins another.
    } finally {
      doubt.isWaiting = false;
    }
  }

  async #tableLots({ id }: RunningCopy): Promise<TableLots> {
    const own = this.#deps.registry.positions(id);
    if (own.length === 0) return new Map();
    const rows = await this.#deps.db
      .selectFrom('orders')
      .select(['id', 'lots', 'status'])
      .where(sql<boolean>`id = any(${own.map(BigInt)}::bigint[])`)
      .execute();
    return new Map(rows.map((row) => [Number(row.id), (row.status === 'open' ? row.lots : 0n) as Lots]));
  }
}

/** True if the tables have the same open positions as the engine. */
function isSame(tables: TableLots, held: ReadonlyMap<OrderId, Lots>): boolean {
  const open = [...tables].filter(([, lots]) => lots > 0n);
  return open.length === held.size && open.every(([order, lots]) => held.get(order) === lots);
}
