import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKey } from '../../shared/query-client.ts';
import { realtime, useApi } from '../../shared/services.ts';
import { useSession } from '../../shared/session.ts';
import { setUnread } from '../../support/unread.ts';
import { earlierThan, messagesOf, withMessages } from './conversation.ts';
import type { ChatMessage, ConversationPage, ConversationPages } from './conversation.ts';

export interface Conversation {
  readonly query: UseInfiniteQueryResult<InfiniteData<ConversationPage>>;
  readonly messages: readonly ChatMessage[];
  /** Takes in a message that a call answered. */
  readonly add: (message: ChatMessage) => void;
}

/** The signed-in user's conversation, live; what is on the screen counts as read. */
export function useConversation(): Conversation {
  const api = useApi();
  const client = useQueryClient();
  const user = useSession((session) => session.user?.uid ?? '');
  const key = accountKey(user, 'support');
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call('supportMessages', pageParam === undefined ? {} : { before: pageParam }, { quiet: true, signal }),
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
            pages === undefined ? undefined : withMessages(pages, event.data),
          );
        // What was written while the connection was away is read by the call.
        if (event.kind === 'snapshot') void client.invalidateQueries({ queryKey });
      }),
    [client, user],
  );
  const messages = messagesOf(query.data);
  useRead(user, messages.findLast(({ from }) => from === 'staff')?.id);
  return { query, messages, add };
}

/** Tells the server what was read while the page is in view. */
function useRead(user: string, last: number | undefined): void {
  const api = useApi();
  useEffect(() => {
    if (last === undefined) return undefined;
    const tell = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', tell);
      void api
        .call('supportRead', { id: last }, { quiet: true })
        .then(({ unread }) => setUnread(user, unread))
        .catch(() => undefined);
    };
    document.addEventListener('visibilitychange', tell);
    tell();
    return () => document.removeEventListener('visibilitychange', tell);
  }, [api, user, last]);
}
