import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { Actions } from '../../lists/Actions.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, UserLink, When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useListed } from '../../shared/language/listed.ts';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { hourText, intervalWord, kindWord, sumsWord } from './report-words.ts';

type Schedule = RowOf<'officeReportSchedules'>;

/** The schedules in force. */
export function ScheduleList({ tabs }: { readonly tabs: ReactNode }): ReactNode {
  const t = useText();
  const listed = useListed();
  const { roles } = useSelf();
  const actions = (row: Schedule): readonly RowAction[] =>
    mayCall(roles, 'officeEndReportSchedule') ? [endAction(t, row)] : [];
  return (
    <ListScreen
      title={t('menu.reports')}
      tools={tabs}
      call="officeReportSchedules"
      idOf={(row) => row.id}
      empty={t('reports.schedulesEmpty')}
      actions={actions}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'kind', render: (row) => kindWord(t, row.kind) },
        { head: 'interval', render: (row) => intervalWord(t, row.interval) },
        { head: 'recipients', spare: true, render: (row) => <bdi>{listed(row.recipients)}</bdi> },
        { head: 'next_at', render: (row) => <When at={row.nextAt} /> },
      ]}
      renderDetail={(row) => (
        <div className="grid gap-4">
          <h2 className="me-12 text-16 font-semibold">{t('reports.oneSchedule', { id: row.id })}</h2>
          <Actions actions={actions(row)} />
          <FigureList
            figures={[
              { label: t('field.kind'), value: kindWord(t, row.kind) },
              { label: t('field.accounts'), value: t(`kind.${row.accounts}`) },
              { label: t('field.by'), value: sumsWord(t, row.by) },
              { label: t('field.instrument_id'), value: <bdi>{row.instrument ?? t('list.all')}</bdi> },
              { label: t('field.uid'), value: row.userId === null ? t('list.all') : <UserLink id={row.userId} /> },
              { label: t('field.group_id'), value: <bdi>{row.group ?? t('list.all')}</bdi> },
              { label: t('field.interval'), value: intervalWord(t, row.interval) },
              { label: t('field.hour'), value: <Figure>{hourText(row.hour)}</Figure> },
              { label: t('field.recipients'), value: <bdi>{listed(row.recipients)}</bdi> },
              { label: t('field.author'), value: <bdi>{row.author}</bdi> },
              { label: t('field.created_at'), value: <When at={row.createdAt} /> },
              { label: t('field.next_at'), value: <When at={row.nextAt} /> },
            ]}
          />
        </div>
      )}
    />
  );
}

function endAction(t: Text, row: Schedule): RowAction {
  return {
    label: t('reports.end'),
    key: 'd',
    kind: 'critical',
    run: () =>
      startAction<'officeEndReportSchedule'>({
        call: 'officeEndReportSchedule',
        title: t('reports.end'),
        text: t('reports.endText'),
        confirmLabel: t('reports.end'),
        critical: true,
        figures: [
          { label: t('field.id'), value: String(row.id) },
          { label: t('field.kind'), value: kindWord(t, row.kind) },
        ],
        input: () => ({ id: row.id }),
      }),
  };
}
