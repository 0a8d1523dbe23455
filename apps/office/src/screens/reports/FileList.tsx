import { formatCount } from '@fairlot/client';
import { REPORT_KINDS } from '@fairlot/contract';
import { Button } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RowOf } from '../../lists/list-calls.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Day, Figure, State, When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { saveFile } from '../../shared/device/download.ts';
import { useText } from '../../shared/language/language.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { office } from '../../shared/services/office.ts';
import { kindWord } from './report-words.ts';

type File = RowOf<'officeReportFiles'>;

/** Reports that schedules made. */
export function FileList({ tabs }: { readonly tabs: ReactNode }): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.reports')}
      tools={tabs}
      call="officeReportFiles"
      idOf={(row) => row.id}
      empty={t('reports.filesEmpty')}
      filters={[
        {
          kind: 'choice',
          name: 'kind',
          label: 'kind',
          options: REPORT_KINDS.map((value) => ({ value, label: kindWord(t, value) })),
        },
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'kind', render: (row) => kindWord(t, row.kind) },
        { head: 'first_day', render: (row) => <Day day={row.firstDay} /> },
        { head: 'last_day', render: (row) => <Day day={row.lastDay} /> },
        { head: 'rows', figure: true, spare: true, render: (row) => <Rows row={row} /> },
        { head: 'created_at', spare: true, render: (row) => <When at={row.createdAt} /> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <Detail key={row.id} row={row} />}
    />
  );
}

function Rows({ row }: { readonly row: File }): ReactNode {
  return <Figure>{row.rows === null ? '–' : formatCount(row.rows)}</Figure>;
}

function Detail({ row }: { readonly row: File }): ReactNode {
  const t = useText();
  const file = useMutation({
    mutationFn: () => office.export('officeReportFile', { id: row.id }),
    onSuccess: saveFile,
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('reports.one', { id: row.id })}</h2>
      <FigureList
        figures={[
          { label: t('field.kind'), value: kindWord(t, row.kind) },
          { label: t('field.first_day'), value: <Day day={row.firstDay} /> },
          { label: t('field.last_day'), value: <Day day={row.lastDay} /> },
          { label: t('field.rows'), value: <Rows row={row} /> },
          { label: t('field.state'), value: <State value={row.state} /> },
          ...(row.reason === null ? [] : [{ label: t('field.reason'), value: <code>{row.reason}</code> }]),
          { label: t('field.expires_at'), value: <When at={row.expiresAt} /> },
        ]}
      />
      {row.state === 'done' ? (
        <div>
          <Button busy={file.isPending} onClick={() => file.mutate()}>
            {t('reports.download')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
