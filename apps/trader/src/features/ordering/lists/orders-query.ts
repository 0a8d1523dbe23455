import { useInfiniteQuery } from '@tanstack/react-query';
import { readOrders } from '@fairlot/client';
import { storeAnswer } from '@fairlot/web';
import type { Order, OrderList } from '@fairlot/client';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { accountKey, queryClient } from '../../../shared/services/query-client.ts';
import { api } from '../../../shared/services/services.ts';
import { useSession } from '../../../shared/session/session.ts';
import { ORDER_LISTS } from './order-list.ts';
import { nextPage, withOrder, withoutOrders } from './order-pages.ts';
import type { OrderPages } from './order-pages.ts';

const keyOf = (user: string, list: OrderList): readonly (string | number)[] => accountKey(user, 'orders', list);

/**
 * One list of the signed-in account's orders, page by page, newest first; of the history, only orders with the tag if
 * given. Makes no call for visitors.
 */
export function useOrderPages(list: OrderList, tag?: string): UseInfiniteQueryResult<OrderPages> {
  const user = useSession((session) => session.user?.uid);
  return useInfiniteQuery({
    queryKey: [...keyOf(user ?? '', list), ...(tag === undefined ? [] : [tag])],
    enabled: user !== undefined,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readOrders(api, { list, page: pageParam, tag }, { quiet: true, signal }),
    getNextPageParam: nextPage,
  });
}

/** Reloads a list from its first page, which stays visible until the answer arrives. */
async function reloadFromFirst(user: string, list: OrderList): Promise<void> {
  const queryKey = keyOf(user, list);
  queryClient.setQueryData<OrderPages>(queryKey, (pages) =>
    pages === undefined ? undefined : { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) },
  );
  await queryClient.invalidateQueries({ queryKey });
}

/** Reloads all lists of an account from their first pages. */
export async function reloadOrders(user: string): Promise<void> {
  await Promise.all(ORDER_LISTS.map((list) => reloadFromFirst(user, list)));
}

/** Changes the cached pages of a list. A reading in flight may be older than the change, so it is asked again. */
function changePages(user: string, list: OrderList, change: (pages: OrderPages) => OrderPages): void {
  const queryKey = keyOf(user, list);
  const pages = queryClient.getQueryData<OrderPages>(queryKey);
  if (pages === undefined) void queryClient.invalidateQueries({ queryKey });
  else storeAnswer(queryClient, queryKey, change(pages));
}

/** Removes orders from the cached list. */
export function dropOrders(user: string, list: OrderList, ids: readonly number[]): void {
  const gone = new Set(ids);
  changePages(user, list, (pages) => withoutOrders(pages, gone));
}

/** The list that contains an order. */
function listOf({ status }: Order): OrderList {
  if (status === 'open') return 'holding';
  return status === 'pending' ? 'pending' : 'history';
}

/** Replaces a cached order by a call's answer, until the lists are reloaded. */
export function replaceOrder(user: string, order: Order): void {
  changePages(user, listOf(order), (pages) => withOrder(pages, order));
}

/** The cached pages of a list; undefined before the first answer. */
export function loadedOrders(user: string, list: OrderList): OrderPages | undefined {
  return queryClient.getQueryData<OrderPages>(keyOf(user, list));
}
