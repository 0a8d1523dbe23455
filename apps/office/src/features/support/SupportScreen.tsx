import { CallError } from '@fairlot/client';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { RowOf } from '../../lists/list-calls.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, State, When, Words } from '../../shared/cells.tsx';
import { office } from '../../shared/office.ts';
import { queryClient } from '../../shared/query-client.ts';
import { useText } from '../../shared/text.ts';
import type { Text } from '../../shared/text.ts';
import { Conversation } from './Conversation.tsx';

/** Conversations with users, kept live. */
export function SupportScreen(): ReactNode {
  const t = useText();
  useSupportNews();
  return (
    <ListScreen
      title={t('menu.support')}
      call="staffConversations"
      idOf={(row) => row.user_id}
      empty={t('support.empty')}
      filters={[
        {
          kind: 'choice',
          name: 'state',
          label: 'state',
          options: [
            { value: 'waiting', label: t('state.waiting') },
            { value: 'answered', label: t('state.answered') },
          ],
        },
      ]}
      columns={[
        { head: 'user', render: (row) => <Words>{nameOf(t, row)}</Words> },
        {
          head: 'last_text',
          render: (row) => (
            <span className="line-clamp-2">
              <Words>{row.last_text}</Words>
            </span>
          ),
        },
        { head: 'last_at', render: (row) => <When at={row.last_at} /> },
        { head: 'unread', figure: true, render: (row) => <Figure>{row.unread}</Figure> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => (
        <Conversation key={row.user_id} userId={row.user_id} name={nameOf(t, row)} unread={row.unread} />
      )}
    />
  );
}

/** What a conversation is called: the account, or the number of a demo. */
function nameOf(t: Text, { account, user_id: id }: RowOf<'staffConversations'>): string {
  return account === '' ? `${t('kind.demo')} ${id}` : account;
}

/** The server answers after 25 seconds at the latest. */
const POLL_TIMEOUT_MS = 40_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;

/** Asks for news of all conversations again and again, and reads anew those that changed. */
function useSupportNews(): void {
  useEffect(() => {
    const abort = new AbortController();
    void follow(abort.signal);
    return () => abort.abort();
  }, []);
}

async function follow(signal: AbortSignal): Promise<void> {
  let after: number | undefined;
  while (!signal.aborted) {
    try {
      const news = await office.call('staffSupportNews', after === undefined ? {} : { after }, {
        signal,
        timeout: POLL_TIMEOUT_MS,
      });
      if (after !== undefined && news.users.length > 0) {
        await Promise.all(
          (['staffConversations', 'staffConversation', 'officeQueues'] as const).map((name) =>
            queryClient.invalidateQueries({ queryKey: [name] }),
          ),
        );
      }
      after = news.last;
    } catch (error) {
      if (error instanceof CallError && error.kind === 'cancelled') return;
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_AFTER_FAILURE_MS);
      });
    }
  }
}
