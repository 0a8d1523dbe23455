import { readMessages, supportMessagesFrom } from '@fairlot/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKey } from '../../shared/services/query-client.ts';
import { realtime, api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { setUnread } from './unread.ts';
import { earlierThan, messagesOf, withMessages } from './conversation.ts';
import type { ChatMessage, ConversationPage, ConversationPages } from './conversation.ts';

export interface Conversation {
  readonly query: UseInfiniteQueryResult<InfiniteData<ConversationPage>>;
  readonly messages: readonly ChatMessage[];
  /** Adds a message returned by a call. */
  readonly add: (message: ChatMessage) => void;
}

/** Live conversation of the signed-in user. Messages on screen are marked as read. */
export function useConversation(): Conversation {
  const client = useQueryClient();
  const user = useSession((session) => session.user?.uid ?? '');
  const key = accountKey(user, 'support');
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      readMessages(api, pageParam === undefined ? {} : { before: pageParam }, { quiet: true, signal }),
    getNextPageParam: earlierThan,
    staleTime: 0,
  });
  const add = (...arrived: readonly ChatMessage[]): void => {
    client.setQueryData<ConversationPages>(accountKey(user, 'support'), (pages) =>
      pages === undefined ? undefined : withMessages(pages, arrived),
    );
  };
  useEffect(
    () =>
      realtime.subscribe('SUPPORT', (event) => {
        const queryKey = accountKey(user, 'support');
        if (event.kind === 'update')
          client.setQueryData<ConversationPages>(queryKey, (pages) =>
            pages === undefined ? undefined : withMessages(pages, supportMessagesFrom(event.data)),
          );
        // Messages written while offline come with the refetch.
        if (event.kind === 'snapshot') void client.invalidateQueries({ queryKey });
      }),
    [client, user],
  );
  const messages = messagesOf(query.data);
  useRead(user, messages.findLast(({ from }) => from === 'staff')?.id);
  return { query, messages, add };
}

/** Marks messages as read on the server while the page is visible. */
function useRead(user: string, last: number | undefined): void {
  useEffect(() => {
    if (last === undefined) return undefined;
    const markAsRead = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', markAsRead);
      void api
        .call('supportRead', { id: last }, { quiet: true })
        .then(({ unread }) => setUnread(user, unread))
        .catch(() => undefined);
    };
    document.addEventListener('visibilitychange', markAsRead);
    markAsRead();
    return () => document.removeEventListener('visibilitychange', markAsRead);
  }, [user, last]);
}
