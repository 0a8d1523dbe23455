import type { ScreenState, Steps } from './state.ts';

/** A state that a member of staff with all roles sees. */
export const staff = (route: string, name?: string, steps?: Steps): ScreenState => ({
  viewer: 'staff',
  route,
  name: name === undefined ? `office ${route}` : `office ${route}, ${name}`,
  ...(steps === undefined ? {} : { steps }),
});
/** Opens the state as a new page, because the one before has entries that a link would ask about. */
export const anew = (state: ScreenState): ScreenState => ({ ...state, afresh: true });
/** A state before the sign-in, opened as a new page. */
export const outside = (viewer: string, route: string, name: string, steps?: Steps): ScreenState => ({
  viewer,
  route,
  name: `${viewer} ${name}`,
  afresh: true,
  ...(steps === undefined ? {} : { steps }),
});
