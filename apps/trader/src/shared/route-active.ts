import { createContext, use } from 'react';

/** Whether the screen around is the one in view; kept screens render in the background with false. */
export const RouteActive = createContext(true);

/** Whether this screen is in view. A kept screen that reads the address must not read another screen's. */
export function useRouteActive(): boolean {
  return use(RouteActive);
}
