import { readMessages, supportMessagesFrom } from '@fairlot/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient, QueryKey, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKey } from '../../shared/services/query-client.ts';
import { realtime, api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { setUnread } from './unread.ts';
import { earlierThan, keepingNewer, messagesOf, withMessages } from './conversation.ts';
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
    structuralSharing: (loaded, answer) =>
      keepingNewer(loaded as ConversationPages | undefined, answer as ConversationPages),
  });
  const add = (...arrived: readonly ChatMessage[]): void => addMessages(client, key, arrived);
  useEffect(
    () =>
      realtime.subscribe('SUPPORT', (event) => {
        const queryKey = accountKey(user, 'support');
        if (event.kind === 'update') addMessages(client, queryKey, supportMessagesFrom(event.data));
        // Messages written while offline come with the refetch.
        if (event.kind === 'snapshot') void client.invalidateQueries({ queryKey });
      }),
    [client, user],
  );
  const messages = messagesOf(query.data);
  useRead(user, messages.findLast(({ from }) => from === 'staff')?.id);
  return { query, messages, add };
}

function addMessages(client: QueryClient, queryKey: QueryKey, arrived: readonly ChatMessage[]): void {
  const pages = client.getQueryData<ConversationPages>(queryKey);
  // The first read may be older than the messages, so it is asked again.
  if (pages === undefined) void client.invalidateQueries({ queryKey });
  else client.setQueryData<ConversationPages>(queryKey, withMessages(pages, arrived));
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
