import { CallError } from '@fairlot/client';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { RowOf } from '../../lists/list-calls.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, State, When, Words } from '../../shared/cells/cells.tsx';
import { office } from '../../shared/services/office.ts';
import { queryClient } from '../../shared/services/query-client.ts';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { Conversation } from './Conversation.tsx';

/** Conversations with users, updated live. */
export function SupportScreen(): ReactNode {
  const t = useText();
  useSupportNews();
  return (
    <ListScreen
      title={t('menu.support')}
      call="staffConversations"
      idOf={(row) => row.userId}
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
              <Words>{row.lastText}</Words>
            </span>
          ),
        },
        { head: 'last_at', render: (row) => <When at={row.lastAt} /> },
        { head: 'unread', figure: true, render: (row) => <Figure>{row.unread}</Figure> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => (
        <Conversation key={row.userId} userId={row.userId} name={nameOf(t, row)} unread={row.unread} />
      )}
    />
  );
}

/** The name of a conversation: the account, or the number of a demo account. */
function nameOf(t: Text, { account, userId: id }: RowOf<'staffConversations'>): string {
  return account === '' ? `${t('kind.demo')} ${id}` : account;
}

/** Client timeout of a long poll; the server answers within 25 seconds. */
const POLL_TIMEOUT_MS = 40_000;
const RETRY_DELAY_MS = 5_000;

/** Long-polls the server for changed conversations, and reads those again. */
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
        setTimeout(resolve, RETRY_DELAY_MS);
      });
    }
  }
}
