import { useInfiniteQuery } from '@tanstack/react-query';
import type { OrderRecord } from '@fairlot/client';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { accountKey, queryClient } from '../shared/query-client.ts';
import { api } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';
import { AREAS, AREA_STATUS } from './order-area.ts';
import type { OrderArea } from './order-area.ts';
import { nextPage, withOrder, withoutOrders } from './order-pages.ts';
import type { OrderPages } from './order-pages.ts';

const keyOf = (user: string, area: OrderArea): readonly (string | number)[] => accountKey(user, 'orders', area);

/** The signed-in account's orders of one area, page by page, newest first; nothing is asked for a visitor. */
export function useOrderPages(area: OrderArea): UseInfiniteQueryResult<OrderPages> {
  const user = useSession((session) => session.user?.uid);
  return useInfiniteQuery({
    queryKey: keyOf(user ?? '', area),
    enabled: user !== undefined,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.call('myDeal', { status: AREA_STATUS[area], page: pageParam }, { quiet: true, signal }),
    getNextPageParam: nextPage,
  });
}

/** Reads an area again from its first page; what is shown stays until the answer is there. */
export async function reloadFromFirst(user: string, area: OrderArea): Promise<void> {
  const queryKey = keyOf(user, area);
  queryClient.setQueryData<OrderPages>(queryKey, (pages) =>
    pages === undefined ? undefined : { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) },
  );
  await queryClient.invalidateQueries({ queryKey });
}

/** Takes orders out of what is shown of an area. */
export function dropOrders(user: string, area: OrderArea, ids: readonly number[]): void {
  const gone = new Set(ids);
  queryClient.setQueryData<OrderPages>(keyOf(user, area), (pages) =>
    pages === undefined ? undefined : withoutOrders(pages, gone),
  );
}

/** Shows an order as an answer has just described it, until the lists are read again. */
export function replaceOrder(user: string, order: OrderRecord): void {
  const area = AREAS.find((one) => AREA_STATUS[one] === String(order.Status));
  if (area === undefined) return;
  queryClient.setQueryData<OrderPages>(keyOf(user, area), (pages) =>
    pages === undefined ? undefined : withOrder(pages, order),
  );
}

/** What is loaded of an area; undefined before the first answer. */
export function loadedOrders(user: string, area: OrderArea): OrderPages | undefined {
  return queryClient.getQueryData<OrderPages>(keyOf(user, area));
}
