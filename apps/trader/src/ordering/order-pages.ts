import type { CallOutput, OrderRecord } from '@fairlot/client';
import type { InfiniteData } from '@tanstack/react-query';

type OrderPage = CallOutput<'myDeal'>;
/** The loaded pages of an area, newest first. */
export type OrderPages = InfiniteData<OrderPage, number>;

/** The number of the page after the loaded ones; undefined at the end. */
export function nextPage(last: OrderPage, pages: readonly OrderPage[]): number | undefined {
  const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
  return last.data.length > 0 && loaded < last.total ? pages.length + 1 : undefined;
}

/** The orders of all loaded pages. Pages shift while orders come and go, so one may be on two of them: it is shown once. */
export function ordersOf(pages: OrderPages | undefined): OrderRecord[] {
  const byId = new Map<number, OrderRecord>();
  for (const page of pages?.pages ?? [])
    for (const order of page.data) if (!byId.has(order.Id)) byId.set(order.Id, order);
  return [...byId.values()];
}

/** The pages without some orders; every page's total tells what is left of all. */
export function withoutOrders(pages: OrderPages, gone: ReadonlySet<number>): OrderPages {
  const removed = ordersOf(pages).filter((order) => gone.has(order.Id)).length;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: page.data.filter((order) => !gone.has(order.Id)),
      total: page.total - removed,
    })),
  };
}

/** The pages with an order as it is now, where they have it. */
export function withOrder(pages: OrderPages, order: OrderRecord): OrderPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, data: page.data.map((one) => (one.Id === order.Id ? order : one)) })),
  };
}
