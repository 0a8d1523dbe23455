import type { AccountView, PositionFigures } from '@fairlot/client';
import { useSyncExternalStore } from 'react';
import { account } from '../services/services.ts';

/** The signed-in account with live figures; undefined for visitors and before the first figures arrive. */
export function useAccount(): AccountView | undefined {
  return useSyncExternalStore(account.account.subscribe, account.account.getSnapshot);
}

/**
 * True while the live figures are current. False means that they are the last known ones; screens must not present them
 * as current.
 */
export function useIsCurrent(): boolean {
  return useSyncExternalStore(account.account.subscribe, () => account.account.getSnapshot()?.current === true);
}

/** Live figures of one open position. */
export function usePosition(id: number): PositionFigures | undefined {
  const store = account.position(id);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}
