import { createOfficeApi, randomKey, systemClock } from '@fairlot/client';
import type { OfficeApi } from '@fairlot/client';
import { currentLanguage } from './language.ts';
import { isSomebodyThere } from './presence.ts';
import { useSession } from './session.ts';

/** Calls of the back office, typed by the contract. */
export const office: OfficeApi = createOfficeApi({
  baseUrl: location.origin,
  lang: currentLanguage,
  fetch: (...request) => fetch(...request),
  clock: systemClock,
  newKey: randomKey,
  isSomebodyThere,
  onSessionInvalid: () => useSession.setState({ self: null }),
});
