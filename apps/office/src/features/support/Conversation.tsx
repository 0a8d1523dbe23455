import { CallError } from '@fairlot/client';
import { writtenDirection } from '@fairlot/i18n';
import { Button, ErrorState, Skeleton, cx } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { keeper } from '../../actions/action.ts';
import { useRead } from '../../lists/list-calls.ts';
import { UserLink, When } from '../../shared/cells.tsx';
import { LongField } from '../../shared/inputs.tsx';
import { office } from '../../shared/office.ts';
import { problemText } from '../../shared/problem.ts';
import { queryClient } from '../../shared/query-client.ts';
import { useText } from '../../shared/text.ts';

interface ConversationProps {
  readonly userId: number;
  readonly name: string;
  readonly unread: number;
}

/** A conversation: the newest messages, and an answer. */
export function Conversation({ userId, name, unread }: ConversationProps): ReactNode {
  const t = useText();
  const { data, error, refetch } = useRead('staffConversation', { user_id: userId });
  const end = useRef<HTMLDivElement>(null);
  const last = data?.list.at(-1)?.id;
  useEffect(() => {
    if (last !== undefined) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  useEffect(() => {
    if (last === undefined || unread === 0) return;
    // That it has been seen is a courtesy; the next opening says it again.
    office.call('supportSeen', { user_id: userId, id: last }).then(
      () => queryClient.invalidateQueries({ queryKey: ['staffConversations'] }),
      () => undefined,
    );
  }, [last, unread, userId]);
  return (
    <div className="grid gap-3">
      <h2 className="me-12 text-16 font-semibold">
        <UserLink id={userId}>{name}</UserLink>
      </h2>
      {data === undefined && error === null ? <Skeleton shape="h-60 w-full" /> : null}
      {data === undefined && error !== null ? (
        <ErrorState
          title={t('error.title')}
          text={problemText(t, error)}
          retryLabel={t('error.retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data?.more === true ? <p className="text-center text-12 text-quiet">{t('support.older')}</p> : null}
      <div role="log" aria-label={t('support.messages')}>
        <ol className="grid gap-2">
          {data?.list.map((message) => (
            <li
              key={message.id}
              className={cx(
                'max-w-[85%] rounded-surface px-3 py-2 text-14',
                message.from === 'staff' ? 'ms-auto bg-brand-soft' : 'me-auto bg-sunken',
              )}
            >
              <p dir={writtenDirection(message.text)} className="break-words whitespace-pre-wrap">
                {message.text}
              </p>
              <p className="mt-0.5 text-12 text-quiet">
                {message.staff_name === '' ? null : (
                  <>
                    <bdi>{message.staff_name}</bdi> ·{' '}
                  </>
                )}
                <When at={message.created_at} />
              </p>
            </li>
          ))}
        </ol>
      </div>
      <div ref={end} />
      <Answer userId={userId} />
    </div>
  );
}

function Answer({ userId }: { readonly userId: number }): ReactNode {
  const t = useText();
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: async () => {
      const input = { user_id: userId, text: text.trim() };
      try {
        await office.call('supportAnswer', input, { key: keeper.keyFor('supportAnswer', input) });
        keeper.answered('supportAnswer', input);
      } catch (error) {
        if (error instanceof CallError && !error.outcomeUnknown) keeper.answered('supportAnswer', input);
        throw error;
      }
    },
    onSuccess: () => setText(''),
    onSettled: () => queryClient.invalidateQueries(),
  });
  const go = (): void => {
    if (text.trim() !== '' && !send.isPending) send.mutate();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    go();
  };
  return (
    <form
      className="sticky bottom-0 grid gap-2 border-t border-line bg-surface pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <LongField
        label={t('support.answer')}
        hint={t('support.hint')}
        value={text}
        onChange={setText}
        onKeyDown={press}
      />
      {send.error === null ? null : (
        <p role="alert" className="text-14 text-critical">
          {problemText(t, send.error)}
        </p>
      )}
      <Button type="submit" busy={send.isPending} disabled={text.trim() === ''}>
        {t('support.send')}
      </Button>
    </form>
  );
}
