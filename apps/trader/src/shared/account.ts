import type { AccountView, PositionFigures } from '@fairlot/client';
import { useSyncExternalStore } from 'react';
import { account } from './services.ts';

/** The signed-in account as the server values it now; undefined before the first figures and for visitors. */
export function useAccount(): AccountView | undefined {
  return useSyncExternalStore(account.account.subscribe, account.account.getSnapshot);
}

/** Whether live figures are of now; otherwise they are the last known ones, and no screen may show them as more. */
export function useIsCurrent(): boolean {
  return useSyncExternalStore(account.account.subscribe, () => account.account.getSnapshot()?.current === true);
}

/** Live figures of one open position. */
export function usePosition(id: number): PositionFigures | undefined {
  const store = account.position(id);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}
