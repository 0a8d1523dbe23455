import type { Order, RecordPage } from '@fairlot/client';
import type { InfiniteData } from '@tanstack/react-query';

type OrderPage = RecordPage<Order>;
/** The loaded pages of a list, newest first. */
export type OrderPages = InfiniteData<OrderPage, number>;

/** Number of the next page; undefined at the end. */
export function nextPage(last: OrderPage, pages: readonly OrderPage[]): number | undefined {
  const loaded = pages.reduce((sum, page) => sum + page.items.length, 0);
  return last.items.length > 0 && loaded < last.total ? pages.length + 1 : undefined;
}

/**
 * Flattens the loaded pages. Pages shift as orders come and go, so an order may be on two of them; it is returned once.
 */
export function ordersOf(pages: OrderPages | undefined): Order[] {
  const byId = new Map<number, Order>();
  for (const page of pages?.pages ?? [])
    for (const order of page.items) if (!byId.has(order.id)) byId.set(order.id, order);
  return [...byId.values()];
}

/** Removes orders from the pages and from every page's total. */
export function withoutOrders(pages: OrderPages, gone: ReadonlySet<number>): OrderPages {
  const removed = ordersOf(pages).filter((order) => gone.has(order.id)).length;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.filter((order) => !gone.has(order.id)),
      total: page.total - removed,
    })),
  };
}

/** Replaces an order in the pages. */
export function withOrder(pages: OrderPages, order: Order): OrderPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.map((one) => (one.id === order.id ? order : one)),
    })),
  };
}
