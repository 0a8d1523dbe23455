import { useEffect, useRef } from 'react';
import type { Order } from '@fairlot/client';
import { useSession } from '../../../shared/session/session.ts';
import { followOrders } from './follow-orders.ts';

/** Ids of positions closed on this page, for which no notice is shown. */
const closedHere = new Set<number>();

/** Marks a position as being closed on this page. */
export function closingHere(id: number): void {
  closedHere.add(id);
}

/** Unmarks a position whose close was refused or dismissed: whatever closes it later is news. */
export function notClosedHere(id: number): void {
  closedHere.delete(id);
}

/**
 * Keeps the lists of the signed-in account in step with the live feed while the component is mounted. `onClosed` gets
 * positions closed elsewhere, with their final record if it can be loaded.
 */
export function useOrderNews(onClosed: (id: number, record: Order | undefined) => void): void {
  const user = useSession((session) => session.user?.uid);
  const latest = useRef(onClosed);
  useEffect(() => {
    latest.current = onClosed;
  });
  useEffect(
    () =>
      user === undefined
        ? undefined
        : followOrders(user, {
            isNews: (id) => !closedHere.delete(id),
            onClosed: (id, record) => latest.current(id, record),
          }),
    [user],
  );
}
