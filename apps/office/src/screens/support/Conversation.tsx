import { CallError } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import { writtenDirection } from '@fairlot/i18n';
import { Button, Skeleton, cx } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { pendingKeys } from '../../actions/action.ts';
import { useRead } from '../../lists/list-calls.ts';
import { UserLink, When } from '../../shared/cells/cells.tsx';
import { useDraft } from '../../shared/drafts/drafts.ts';
import { LongField } from '../../shared/forms/inputs.tsx';
import { office } from '../../shared/services/office.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { queryClient } from '../../shared/services/query-client.ts';
import { useText } from '../../shared/language/language.ts';

interface ConversationProps {
  readonly userId: number;
  readonly name: string;
  readonly unread: number;
}

/** A conversation: its newest messages, and a field for an answer. */
export function Conversation({ userId, name, unread }: ConversationProps): ReactNode {
  const t = useText();
  const query = useRead('staffConversation', { user_id: userId });
  const end = useRef<HTMLDivElement>(null);
  const last = query.data?.list.at(-1)?.id;
  useEffect(() => {
    if (last !== undefined) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  useEffect(() => {
    if (last === undefined || unread === 0) return;
    // Errors are ignored, because the next opening marks the messages as seen again.
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
      <Loaded query={query} skeleton={<Skeleton shape="h-60 w-full" />}>
        {({ list, more }) => (
          <>
            {more ? <p className="text-center text-12 text-quiet">{t('support.older')}</p> : null}
            <Messages messages={list} />
          </>
        )}
      </Loaded>
      <div ref={end} />
      <Answer userId={userId} />
    </div>
  );
}

type Message = StaffOutput<'staffConversation'>['list'][number];

function Messages({ messages }: { readonly messages: readonly Message[] }): ReactNode {
  const t = useText();
  return (
    <div role="log" aria-label={t('support.messages')}>
      <ol className="grid gap-2">
        {messages.map((message) => (
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
              {message.staffName === '' ? null : (
                <>
                  <bdi>{message.staffName}</bdi> ·{' '}
                </>
              )}
              <When at={message.createdAt} />
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Answer({ userId }: { readonly userId: number }): ReactNode {
  const t = useText();
  const [draft, setDraft] = useDraft<string>(`answer ${userId}`);
  const text = draft ?? '';
  const setText = (next: string): void => setDraft(next === '' ? undefined : next);
  const send = useMutation({
    mutationFn: async () => {
      const input = { user_id: userId, text: text.trim() };
      try {
        await office.call('supportAnswer', input, { key: pendingKeys.keyFor('supportAnswer', input) });
        pendingKeys.answered('supportAnswer', input);
      } catch (error) {
        if (error instanceof CallError && !error.outcomeUnknown) pendingKeys.answered('supportAnswer', input);
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
