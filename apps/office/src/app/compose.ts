import { createOfficeApi, uniqueKey, systemClock } from '@fairlot/client';
import { restoreTheme } from '../shared/device/preferences.ts';
import { currentLanguage, startLanguage, storedLanguage } from '../shared/language/language.ts';
import { provideOffice } from '../shared/services/office.ts';
import { isAttended, watchPresence } from '../shared/session/presence.ts';
import { useSession } from '../shared/session/session.ts';

/**
 * Composes the office: restores the device's stored state and constructs the API. Modules have no side effects at
 * import; everything that acts at the start is called from here.
 */
export function compose(): void {
  startLanguage(storedLanguage());
  restoreTheme();
  watchPresence();
  provideOffice(
    createOfficeApi({
      baseUrl: location.origin,
      lang: currentLanguage,
      fetch: (...request) => fetch(...request),
      clock: systemClock,
      newKey: uniqueKey,
      isAttended,
      onSessionInvalid: () => useSession.setState({ self: null, hasEnded: true }),
    }),
  );
}
