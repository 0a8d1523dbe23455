import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { Actions } from '../../lists/Actions.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { State, UserLink, When, Words } from '../../shared/cells.tsx';
import { FigureList } from '../../shared/FigureList.tsx';
import { useText } from '../../shared/text.ts';

type Name = RowOf<'rankingNames'>;
const STATES = ['listed', 'left', 'hidden'] as const;

/** Display names of the ranking; one that offends is taken out. */
export function RankingScreen(): ReactNode {
  const t = useText();
  const actions = (row: Name): readonly RowAction[] => {
    const figures = [
      { label: t('field.name'), value: row.name },
      { label: t('field.user_id'), value: row.user_id },
    ];
    if (row.state === 'listed') {
      return [
        {
          key: 'r',
          label: t('ranking.hide'),
          kind: 'critical',
          run: () =>
            startAction<'rankingHide'>({
              call: 'rankingHide',
              title: t('ranking.hide'),
              figures,
              text: t('ranking.hideText'),
              critical: true,
              confirmLabel: t('ranking.hide'),
              fields: [{ kind: 'long', name: 'reason' }],
              input: ({ reason }) => ({ user_id: row.user_id, reason: String(reason) }),
            }),
        },
      ];
    }
    return row.state === 'hidden'
      ? [
          {
            key: 'a',
            label: t('ranking.restore'),
            run: () =>
              startAction<'rankingRestore'>({
                call: 'rankingRestore',
                title: t('ranking.restore'),
                figures,
                confirmLabel: t('ranking.restore'),
                input: () => ({ user_id: row.user_id }),
              }),
          },
        ]
      : [];
  };
  return (
    <ListScreen
      title={t('menu.ranking')}
      call="rankingNames"
      idOf={(row) => row.user_id}
      empty={t('ranking.empty')}
      actions={actions}
      filters={[
        { kind: 'text', name: 'name', label: 'search' },
        {
          kind: 'choice',
          name: 'state',
          label: 'state',
          options: STATES.map((value) => ({ value, label: t(`state.${value}`) })),
        },
      ]}
      columns={[
        { head: 'name', render: (row) => <Words>{row.name}</Words> },
        { head: 'user_id', render: (row) => <span className="figure">{row.user_id}</span> },
        { head: 'listed_at', render: (row) => <When at={row.listed_at} /> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => (
        <div className="grid gap-4">
          <h2 className="me-12 text-16 font-semibold">
            <bdi>{row.name}</bdi>
          </h2>
          <Actions actions={actions(row)} />
          <FigureList
            figures={[
              { label: t('field.user_id'), value: <UserLink id={row.user_id} /> },
              { label: t('field.state'), value: <State value={row.state} /> },
              { label: t('field.reason'), value: <Words>{row.reason}</Words> },
              { label: t('field.listed_at'), value: <When at={row.listed_at} /> },
              { label: t('field.changed_at'), value: <When at={row.changed_at} /> },
            ]}
          />
        </div>
      )}
    />
  );
}
