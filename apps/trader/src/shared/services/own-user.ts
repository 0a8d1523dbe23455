import { readUser } from '@fairlot/client';
import type { User } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import { useSession, userChanged } from '../session/session.ts';
import { accountKey } from './query-client.ts';
import { api } from './services.ts';

/**
 * The user's current data from the server. The device does not store address, number, invitation code and balance; they
 * are empty until the answer arrives.
 */
export function useOwnUser(): User | null {
  const user = useSession((session) => session.user);
  useQuery({
    queryKey: accountKey(user?.uid ?? '', 'info'),
    queryFn: async ({ signal }) => {
      const latest = await readUser(api, { quiet: true, signal });
      userChanged(latest);
      return latest;
    },
    enabled: user !== null,
  });
  return user;
}
