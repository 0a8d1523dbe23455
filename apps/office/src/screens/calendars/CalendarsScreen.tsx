import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Actions } from '../../lists/Actions.tsx';
import { useRead } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { textOf } from './calendar-draft.ts';
import { NotApplied } from './NotApplied.tsx';
import { TwoWeeks } from './TwoWeeks.tsx';

type Row = RowOf<'officeCalendars'>;

/** Session calendars with the instruments that use them. */
export function CalendarsScreen(): ReactNode {
  const t = useText();
  const go = useNavigate();
  const may = mayCall(useSelf().roles, 'officeSaveCalendar');
  const actions = (row: Row): readonly RowAction[] =>
    may
      ? [{ key: 'e', label: t('calendars.edit'), kind: 'primary', run: () => void go(`/calendars/${row.name}`) }]
      : [];
  return (
    <ListScreen
      title={t('menu.calendars')}
      call="officeCalendars"
      idOf={(row) => row.name}
      empty={t('calendars.empty')}
      actions={actions}
      tools={
        may ? (
          <Button kind="primary" onClick={() => void go('/calendars/new')}>
            {t('calendars.add')}
          </Button>
        ) : null
      }
      filters={[{ kind: 'text', name: 'q', label: 'search' }]}
      columns={[
        { head: 'calendar', render: (row) => <bdi>{row.name}</bdi> },
        { head: 'time_zone', render: (row) => <bdi>{row.timeZone}</bdi> },
        { head: 'market_status', render: (row) => t(row.isOpen ? 'instruments.open' : 'instruments.shut') },
        { head: 'next_change', spare: true, render: (row) => <When at={row.nextChange} /> },
        { head: 'known_until', spare: true, render: (row) => <Figure>{row.lastDay ?? '–'}</Figure> },
        { head: 'instruments', figure: true, render: (row) => <Figure>{row.instruments.length}</Figure> },
      ]}
      renderDetail={(row) => <Detail row={row} actions={<Actions actions={actions(row)} />} />}
    />
  );
}

/** One calendar: its users, its end, and its next two weeks. */
function Detail({ row, actions }: { readonly row: Row; readonly actions: ReactNode }): ReactNode {
  const t = useText();
  const { data } = useRead('officeCalendar', { name: row.name });
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">
        <bdi>{row.name}</bdi>
      </h2>
      {actions}
      {data?.isApplied === false ? <NotApplied /> : null}
      <FigureList
        figures={[
          { label: t('field.time_zone'), value: <bdi>{row.timeZone}</bdi> },
          {
            label: t('field.market_status'),
            value: (
              <>
                {t(row.isOpen ? 'instruments.open' : 'instruments.shut')} <When at={row.nextChange} />
              </>
            ),
          },
          { label: t('field.known_until'), value: <Figure>{row.lastDay ?? '–'}</Figure> },
          { label: t('field.origin'), value: t(row.origin === 'office' ? 'calendars.office' : 'calendars.release') },
          { label: t('field.instruments'), value: <bdi dir="ltr">{row.instruments.join(', ') || '–'}</bdi> },
        ]}
      />
      {data === undefined ? null : <TwoWeeks calendar={textOf(data)} from={data.marketTime} />}
    </div>
  );
}
