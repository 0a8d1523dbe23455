import { Button, EmptyState, ErrorState, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { Composer } from './Composer.tsx';
import { MessageBubble, OutgoingBubble } from './MessageBubble.tsx';
import { useConversation } from './use-conversation.ts';
import type { Conversation } from './use-conversation.ts';
import { useOutgoing } from './use-outgoing.ts';
import type { Outbox } from './use-outgoing.ts';

/** The support chat: messages, newest last, and the composer. */
export function Chat(): ReactNode {
  const t = useText();
  const conversation = useConversation();
  const outbox = useOutgoing(conversation.add);
  const { query } = conversation;
  if (query.data === undefined && query.isError) {
    return (
      <ErrorState
        title={t('chat.failed')}
        retryLabel={t('common.retry')}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {/* Reversed column, so that the scroller starts at its end and stays there while messages arrive. */}
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-y-contain">
        {query.data === undefined ? <ChatSkeleton /> : <Messages conversation={conversation} outbox={outbox} />}
      </div>
      <Composer onSend={outbox.send} disabled={query.data === undefined} />
    </div>
  );
}

function Messages({
  conversation,
  outbox,
}: {
  readonly conversation: Conversation;
  readonly outbox: Outbox;
}): ReactNode {
  const t = useText();
  const { query, messages } = conversation;
  if (messages.length === 0 && outbox.outgoing.length === 0)
    return (
      <div className="my-auto">
        <EmptyState art="messages" title={t('chat.empty')} text={t('chat.emptyText')} />
      </div>
    );
  return (
    <div role="log" aria-label={t('title.chat')} className="gutter mx-auto flex w-full max-w-180 flex-col gap-2 py-4">
      {query.hasNextPage ? (
        <div className="flex justify-center">
          <Button
            kind="plain"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            {t('chat.earlier')}
          </Button>
        </div>
      ) : null}
      {messages.map((message) => (
        <MessageBubble key={message.id} message={message} />
      ))}
      {outbox.outgoing.map((message) => (
        <OutgoingBubble key={message.key} message={message} onAgain={() => outbox.again(message)} />
      ))}
    </div>
  );
}

function ChatSkeleton(): ReactNode {
  return (
    <div aria-busy="true" className="gutter flex flex-col gap-3 py-4">
      <Skeleton shape="h-12 w-2/3" />
      <span className="self-end">
        <Skeleton shape="h-12 w-48" />
      </span>
      <Skeleton shape="h-16 w-3/4" />
    </div>
  );
}
