import { usePreferences } from '../../../shared/device/preferences.ts';
import { useSession } from '../../../shared/session/session.ts';

/** True while the price buttons send orders at once: for the account alone that has turned it on, on this device. */
export function useOneTap(): boolean {
  const user = useSession((session) => session.user?.uid);
  return usePreferences(({ oneTapFor }) => user !== undefined && oneTapFor === user);
}
