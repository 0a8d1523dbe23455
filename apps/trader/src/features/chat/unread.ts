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
    let isRead = false;
    return realtime.subscribe('SUPPORT', (event) => {
      // The first snapshot comes with the first read. A later one says that answers may have been missed.
      if (event.kind === 'update' || (event.kind === 'snapshot' && isRead))
        void queryClient.invalidateQueries({ queryKey: unreadKey(user) });
      isRead = true;
    });
  }, [user]);
  return data?.unread ?? 0;
}

/** Sets the cached number of unread answers. */
export function setUnread(user: string, unread: number): void {
  storeAnswer(queryClient, unreadKey(user), { unread });
}
