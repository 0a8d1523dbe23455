import { useEffect, useRef } from 'react';
import type { OrderRecord } from '@fairlot/client';
import { account, api } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';
import { listIsOutdated } from './list-check.ts';
import { AREAS, AREA_STATUS } from './order-area.ts';
import { ordersOf } from './order-pages.ts';
import { dropOrders, loadedOrders, reloadFromFirst } from './orders-query.ts';

/** Reads all areas of an account again, from their first pages. */
export async function reloadOrders(user: string): Promise<void> {
  await Promise.all(AREAS.map((area) => reloadFromFirst(user, area)));
}

/** Positions that this page closed itself: their news is no news. */
const closedHere = new Set<number>();

/** Says that a position is being closed from this page. */
export function closingHere(id: number): void {
  closedHere.add(id);
}

/**
 * Keeps the lists of the signed-in account true to the live feed while a screen is in view: closed positions leave at once,
 * a position that the list does not know (a pending order was filled) has it read again, and so has every interruption.
 * `onClosed` is told of positions that closed without this page's doing, with their final record where it can be had.
 */
export function useOrderNews(onClosed: (id: number, record: OrderRecord | undefined) => void): void {
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
  report: (id: number, record: OrderRecord | undefined) => void,
): Promise<void> {
  dropOrders(user, 'holding', ids);
  const news = ids.filter((id) => !closedHere.delete(id));
  void reloadFromFirst(user, 'holding');
  void reloadFromFirst(user, 'history');
  if (news.length === 0) return;
  const closed = await api
    .call('myDeal', { status: AREA_STATUS.history, page: 1 }, { quiet: true })
    .catch(() => undefined);
  for (const id of news)
    report(
      id,
      closed?.data.find((order) => order.Id === id),
    );
}

/** Reads the lists again when the feed and the list disagree; once for each set of positions, so that it cannot loop. */
function watchForUnknown(user: string): () => void {
  let asked = '';
  const compare = (): void => {
    const view = account.account.getSnapshot();
    const pages = loadedOrders(user, 'holding');
    if (view === undefined || !view.current || pages === undefined) return;
    const live = [...view.positions.keys()];
    const signature = live.sort((a, b) => a - b).join(' ');
    const loaded = ordersOf(pages).map((order) => order.Id);
    if (signature === asked || !listIsOutdated(loaded, pages.pages[0]?.total ?? 0, live)) return;
    asked = signature;
    void reloadFromFirst(user, 'holding');
    void reloadFromFirst(user, 'pending');
    void reloadFromFirst(user, 'history');
  };
  // While the screen was hidden nobody compared.
  compare();
  return account.account.subscribe(compare);
}
