import type { CallOutput } from '@fairlot/client';
import { queryOptions } from '@tanstack/react-query';
import { accountKey } from './query-client.ts';
import { useApi } from './services.ts';
import { useSession } from './session.ts';

/** What the platform knows of one's identity. */
export type Identity = CallOutput<'identityCenter'>;

/** The state of one's verification. A review may end at any time, so it is asked for again now and then. */
export function useIdentityQuery() {
  const api = useApi();
  const uid = useSession((session) => session.user?.uid ?? '');
  const real = useSession((session) => session.user?.is_demo === 0);
  return queryOptions({
    queryKey: accountKey(uid, 'identity'),
    queryFn: ({ signal }) => api.call('identityCenter', {}, { quiet: true, signal }),
    // The call is one of real accounts.
    enabled: real,
    refetchInterval: ({ state }) => (state.data?.review_status === 1 ? 30_000 : false),
  });
}
