import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import { USER_FILTER } from '../../lists/list-types.ts';
import { Dollars, Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import { useSelf } from '../../shared/session/session.ts';
import { CopyDeeds } from './CopyDeeds.tsx';
import { copyActions } from './copy-actions.ts';
import type { StaffCopy } from './copy-actions.ts';

const STATES = ['active', 'paused', 'stopping', 'ended'] as const;

/** All copies: copier and leader, terms and results; staff can end a copy. */
export function CopiesScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <ListScreen
      title={t('menu.copies')}
      call="officeCopies"
      idOf={(row) => row.id}
      empty={t('copies.empty')}
      actions={(row) => copyActions(t, self, row)}
      filters={[
        stateFilter(t, STATES),
        {
          kind: 'choice',
          name: 'kind',
          label: 'kind',
          options: (['real', 'demo'] as const).map((value) => ({ value, label: t(`kind.${value}`) })),
        },
        USER_FILTER,
        { kind: 'user', name: 'leader_id', label: 'leader' },
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'copier', render: (row) => <Figure>{row.uid}</Figure> },
        { head: 'leader', render: (row) => <Words>{row.leaderName}</Words> },
        { head: 'allocation', figure: true, render: (row) => <Dollars value={row.terms.allocation} /> },
        { head: 'realised', figure: true, render: (row) => <Dollars value={row.figures.realised} /> },
        { head: 'started_at', spare: true, render: (row) => <When at={row.startedAt} /> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <Detail row={row} />}
    />
  );
}

function Detail({ row }: { readonly row: StaffCopy }): ReactNode {
  const t = useText();
  const self = useSelf();
  const { figures, terms } = row;
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('copies.one', { id: row.id })}</h2>
      <Actions actions={copyActions(t, self, row)} />
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={row.state} /> },
          ...(row.ended === null ? [] : [{ label: t('field.ended_by'), value: t(`copies.ended.${row.ended}`) }]),
          ...(row.reason === '' ? [] : [{ label: t('field.reason'), value: <Words>{row.reason}</Words> }]),
          { label: t('field.copier'), value: <UserLink id={row.userId}>{row.uid}</UserLink> },
          { label: t('field.leader'), value: <UserLink id={row.leaderId}>{row.leaderName}</UserLink> },
          { label: t('field.kind'), value: t(`kind.${row.accountKind}`) },
          { label: t('field.allocation'), value: <Dollars value={terms.allocation} /> },
          { label: t('field.multiple'), value: <Figure>{terms.multiple}</Figure> },
          {
            label: t('field.copy_stop_loss'),
            value: terms.stopLoss === null ? '–' : <Dollars value={terms.stopLoss} />,
          },
          { label: t('field.max_leverage'), value: <Figure>{terms.maxLeverage ?? '–'}</Figure> },
          { label: t('field.max_slippage'), value: <Figure>{terms.maxSlippage}</Figure> },
          { label: t('field.fee_percent'), value: <Figure>{row.feePercent}</Figure> },
          { label: t('field.realised'), value: <Dollars value={figures.realised} /> },
          { label: t('field.floating'), value: <Dollars value={figures.floating} /> },
          { label: t('field.leader_fees'), value: <Dollars value={figures.fees} /> },
          { label: t('field.margin'), value: <Dollars value={figures.margin} /> },
          { label: t('field.price_difference'), value: <Dollars value={figures.difference} /> },
          {
            label: t('field.delay'),
            value: (
              <Figure>
                {figures.delayMean ?? '–'} · {figures.delayWorst ?? '–'} ms
              </Figure>
            ),
          },
          { label: t('field.started_at'), value: <When at={row.startedAt} /> },
          { label: t('field.ended_at'), value: <When at={row.endedAt} /> },
        ]}
      />
      <CopyDeeds id={row.id} />
    </div>
  );
}
