import { useEffect, useRef } from 'react';
import { readOrders } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { account, api } from '../../../shared/services/services.ts';
import { useSession } from '../../../shared/session/session.ts';
import { listIsOutdated } from './list-check.ts';
import { ORDER_LISTS } from './order-list.ts';
import { ordersOf } from './order-pages.ts';
import { dropOrders, loadedOrders, reloadFromFirst } from './orders-query.ts';

/** Reloads all lists of an account from their first pages. */
export async function reloadOrders(user: string): Promise<void> {
  await Promise.all(ORDER_LISTS.map((list) => reloadFromFirst(user, list)));
}

/** Ids of positions closed on this page, for which no notice is shown. */
const closedHere = new Set<number>();

/** Marks a position as being closed on this page. */
export function closingHere(id: number): void {
  closedHere.add(id);
}

/** Unmarks a position whose close was refused: whatever closes it later is news. */
export function notClosedHere(id: number): void {
  closedHere.delete(id);
}

/**
 * Keeps the lists of the signed-in account in step with the live feed while the component is mounted. Closed positions
 * are removed at once; an unknown position (a filled pending order) or a reconnect reloads the lists. `onClosed` gets
 * positions closed elsewhere, with their final record if it can be loaded.
 */
export function useOrderNews(onClosed: (id: number, record: Order | undefined) => void): void {
  const user = useSession((session) => session.user?.uid);
  const latest = useRef(onClosed);
  useEffect(() => {
    latest.current = onClosed;
  });
  useEffect(() => {
    if (user === undefined) return undefined;
    const stops = [
      account.onClosed((ids) => void positionsClosed(user, ids, (id, record) => latest.current(id, record))),
      account.onResumed(() => void reloadOrders(user)),
      watchForUnknown(user),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [user]);
}

async function positionsClosed(
  user: string,
  ids: readonly number[],
  report: (id: number, record: Order | undefined) => void,
): Promise<void> {
  dropOrders(user, 'holding', ids);
  const news = ids.filter((id) => !closedHere.delete(id));
  void reloadFromFirst(user, 'holding');
  void reloadFromFirst(user, 'history');
  if (news.length === 0) return;
  const closed = await readOrders(api, { list: 'history', page: 1 }, { quiet: true }).catch(() => undefined);
  for (const id of news)
    report(
      id,
      closed?.items.find((order) => order.id === id),
    );
}

/** Reloads the lists when they contradict the feed, at most once per set of positions, so that it cannot loop. */
function watchForUnknown(user: string): () => void {
  let asked = '';
  const compare = (): void => {
    const view = account.account.getSnapshot();
    const pages = loadedOrders(user, 'holding');
    if (view === undefined || !view.current || pages === undefined) return;
    const live = [...view.positions.keys()];
    const signature = live.sort((a, b) => a - b).join(' ');
    const loaded = ordersOf(pages).map((order) => order.id);
    if (signature === asked || !listIsOutdated(loaded, pages.pages[0]?.total ?? 0, live)) return;
    asked = signature;
    void reloadFromFirst(user, 'holding');
    void reloadFromFirst(user, 'pending');
    void reloadFromFirst(user, 'history');
  };
  // Nothing was compared while the screen was hidden.
  compare();
  return account.account.subscribe(compare);
}
