import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKey, queryClient } from '../shared/query-client.ts';
import { realtime, useApi } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';

const unreadKey = (user: string): readonly (string | number)[] => accountKey(user, 'support-unread');

/** How many answers of customer service the signed-in user has not read; live. */
export function useUnread(): number {
  const api = useApi();
  const user = useSession((session) => session.user?.uid);
  const { data } = useQuery({
    queryKey: unreadKey(user ?? ''),
    enabled: user !== undefined,
    queryFn: ({ signal }) => api.call('supportUnread', {}, { quiet: true, signal }),
  });
  useEffect(() => {
    if (user === undefined) return undefined;
    return realtime.subscribe('SUPPORT', (event) => {
      if (event.kind === 'update') void queryClient.invalidateQueries({ queryKey: unreadKey(user) });
    });
  }, [user]);
  return data?.unread ?? 0;
}

/** Tells everybody who shows it how many are unread now. */
export function setUnread(user: string, unread: number): void {
  queryClient.setQueryData(unreadKey(user), { unread });
}
