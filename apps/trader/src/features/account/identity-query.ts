import { readIdentity } from '@fairlot/client';
import { queryOptions } from '@tanstack/react-query';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

/** Query of the user's verification. Polls while a review is pending. */
export function useIdentityQuery() {
  const uid = useSession((session) => session.user?.uid ?? '');
  const real = useSession((session) => session.user?.isDemo === false);
  return queryOptions({
    queryKey: accountKey(uid, 'identity'),
    queryFn: ({ signal }) => readIdentity(api, { quiet: true, signal }),
    // Demo accounts may not make this call.
    enabled: real,
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? 30_000 : false),
  });
}
