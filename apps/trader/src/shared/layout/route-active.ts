import { createContext, use } from 'react';

/** False inside a kept screen that is hidden. */
export const RouteActive = createContext(true);

/** True while this screen is visible. A hidden screen must not read the address, which belongs to another screen. */
export function useRouteActive(): boolean {
  return use(RouteActive);
}
