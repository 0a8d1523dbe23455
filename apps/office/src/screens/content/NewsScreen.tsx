import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { State, When, Words } from '../../shared/cells/cells.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';

/** All news, drafts and published items. */
export function NewsScreen(): ReactNode {
  const t = useText();
  const go = useNavigate();
  const { roles } = useSelf();
  return (
    <ListScreen
      title={t('menu.news')}
      call="staffNewsList"
      idOf={(row) => row.id}
      empty={t('news.empty')}
      onOpen={(row) => void go(`/news/${row.id}`)}
      tools={mayCall(roles, 'newsSave') ? <Button onClick={() => void go('/news/new')}>{t('news.add')}</Button> : null}
      filters={[
        {
          kind: 'choice',
          name: 'state',
          label: 'state',
          options: [
            { value: 'draft', label: t('state.draft') },
            { value: 'published', label: t('state.published') },
          ],
        },
      ]}
      columns={[
        { head: 'title', render: (row) => <Words>{row.title}</Words> },
        { head: 'languages', render: (row) => row.languages.join(', ') },
        { head: 'state', render: (row) => <State value={row.state} /> },
        { head: 'changed_at', render: (row) => <When at={row.changedAt} /> },
        { head: 'changed_by', render: (row) => <bdi>{row.changedBy}</bdi> },
        { head: 'published_at', render: (row) => <When at={row.publishedAt} /> },
      ]}
    />
  );
}
