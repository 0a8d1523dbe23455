import { storeAnswer } from '@fairlot/web';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKey, queryClient } from '../../shared/services/query-client.ts';
import { realtime, api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

const unreadKey = (user: string): readonly (string | number)[] => accountKey(user, 'support-unread');

/** Live number of unread support answers of the signed-in user. */
export function useUnread(): number {
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

/** Sets the cached number of unread answers. */
export function setUnread(user: string, unread: number): void {
  storeAnswer(queryClient, unreadKey(user), { unread });
}
