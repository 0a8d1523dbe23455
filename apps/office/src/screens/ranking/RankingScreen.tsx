import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import { State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import { rankingActions } from './ranking-actions.ts';
import type { RankingName } from './ranking-actions.ts';

const STATES = ['listed', 'left', 'hidden'] as const;

/** Display names of the ranking; staff can hide an offensive one. */
export function RankingScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.ranking')}
      call="rankingNames"
      idOf={(row) => row.userId}
      empty={t('ranking.empty')}
      actions={(row) => rankingActions(t, row)}
      filters={[{ kind: 'text', name: 'name', label: 'search' }, stateFilter(t, STATES)]}
      columns={[
        { head: 'name', render: (row) => <Words>{row.name}</Words> },
        { head: 'user_id', render: (row) => <span className="figure">{row.userId}</span> },
        { head: 'listed_at', render: (row) => <When at={row.listedAt} /> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <Detail row={row} />}
    />
  );
}

function Detail({ row }: { readonly row: RankingName }): ReactNode {
  const t = useText();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">
        <bdi>{row.name}</bdi>
      </h2>
      <Actions actions={rankingActions(t, row)} />
      <FigureList
        figures={[
          { label: t('field.user_id'), value: <UserLink id={row.userId} /> },
          { label: t('field.state'), value: <State value={row.state} /> },
          { label: t('field.reason'), value: <Words>{row.reason}</Words> },
          { label: t('field.listed_at'), value: <When at={row.listedAt} /> },
          { label: t('field.changed_at'), value: <When at={row.changedAt} /> },
        ]}
      />
    </div>
  );
}
