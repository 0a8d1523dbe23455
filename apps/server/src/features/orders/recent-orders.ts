import type { Applied, OrderId } from '@fairlot/engine';
import { RecentMap } from '../../platform/recent-map.ts';
import { type OrderView, afterEvent, afterSplit, isOrderEvent } from './order-view.ts';

/** Minimum number of cached orders. */
const REMEMBERED = 2_000;

/**
 * Caches recently created orders, updated from committed events, so that answering an order needs no query. Older
 * orders must be read from the tables.
 */
export class RecentOrders {
  readonly #views = new RecentMap<OrderId, OrderView>(REMEMBERED);

  get(id: OrderId): OrderView | undefined {
    return this.#views.get(id);
  }

  /** Clears the cache, because commits happened that it was not told of. */
  forget(): void {
    this.#views.clear();
  }

  /** Applies the events of a commit, in journal order. */
  onCommitted(rows: readonly Applied[]): void {
    for (const row of rows) {
      for (const event of row.events) {
        if (!isOrderEvent(event)) continue;
        const before = this.#views.get(event.order);
        if (event.type === 'positionSplit') {
          if (before !== undefined) for (const view of afterSplit(before, event)) this.#views.set(view.id, view);
          continue;
        }
        // The fill of a pending order that is not cached must not create an entry: its creation time would be wrong.
        if (before === undefined && event.type === 'positionOpened' && row.command.type !== 'placeOrder') continue;
        const after = afterEvent(before, event, row.command.time);
        if (after === undefined) continue;
        const agreed = row.terms?.find(({ order }) => order === event.order);
        this.#views.set(event.order, agreed === undefined ? after : { ...after, terms: agreed.terms.version });
      }
    }
  }
}
