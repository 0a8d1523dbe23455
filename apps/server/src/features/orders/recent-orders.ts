import type { Applied, OrderId } from '@fairlot/engine';
import { RecentMap } from '../../platform/recent-map.ts';
import type { OrderView } from './order-view.ts';
import { afterEvent, isOrderEvent } from './order-view.ts';

/** Orders remembered at least. */
const REMEMBERED = 10_000;

/**
 * Orders that were lately born, folded from committed events, so that the answer to an order costs no query.
 * What isn't here is in the tables.
 */
export class RecentOrders {
  private readonly views = new RecentMap<OrderId, OrderView>(REMEMBERED);

  get(id: OrderId): OrderView | undefined {
    return this.views.get(id);
  }

  /** Forgets everything: commits happened that nobody told of. */
  forget(): void {
    this.views.clear();
  }

  /** Takes what a commit made true, in journal order. */
  onCommitted(rows: readonly Applied[]): void {
    for (const row of rows) {
      for (const event of row.events) {
        if (!isOrderEvent(event)) continue;
        const before = this.views.get(event.order);
        // A pending order whose birth was forgotten is not to be reborn by its fill: its creation time would be lost.
        if (before === undefined && event.type === 'positionOpened' && row.command.type !== 'placeOrder') continue;
        const after = afterEvent(before, event, row.command.time);
        if (after !== undefined) this.views.set(event.order, after);
      }
    }
  }
}
