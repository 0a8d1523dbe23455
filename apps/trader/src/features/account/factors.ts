import { readAuthenticator } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

/** The user's second factors; undefined until they are read, and for visitors. */
export function useFactors(): Awaited<ReturnType<typeof readAuthenticator>> | undefined {
  const uid = useSession((session) => session.user?.uid ?? '');
  return useQuery({
    queryKey: accountKey(uid, 'totp'),
    queryFn: ({ signal }) => readAuthenticator(api, { quiet: true, signal }),
    enabled: uid !== '',
  }).data;
}
