import { readIdentity } from '@fairlot/client';
import type { Identity } from '@fairlot/client';
import { queryOptions } from '@tanstack/react-query';
import { accountKey } from './query-client.ts';
import { api } from './services.ts';

/** Query of a real account's verification; demo accounts may not make the call. Polls while a review is pending. */
export function identityQuery(uid: string) {
  return queryOptions<Identity>({
    queryKey: accountKey(uid, 'identity'),
    queryFn: ({ signal }) => readIdentity(api, { quiet: true, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? 30_000 : false),
  });
}
