import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { office } from '../../shared/services/office.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { actionChoices, actionWords } from '../../shared/language/action-words.ts';
import { useText } from '../../shared/language/language.ts';
import { showToast } from '@fairlot/web';
import type { RowOf } from '../../lists/list-calls.ts';
import { USER_FILTER } from '../../lists/list-types.ts';

/** The audit log: requests of staff and their outcomes, each entry chained to the one before by its hash. */
export function AuditScreen(): ReactNode {
  const t = useText();
  const verify = useMutation({
    mutationFn: () => office.call('auditVerify', {}),
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  return (
    <div className="flex h-full flex-col">
      {verify.data === undefined ? null : (
        <output
          data-testid="verdict"
          className={
            verify.data.ok
              ? 'gutter block bg-brand-soft py-2 text-14 text-brand'
              : 'gutter block bg-critical-soft py-2 text-14 text-critical'
          }
        >
          {verify.data.ok
            ? t('audit.holds', { entries: verify.data.entries })
            : t('audit.broken', { findings: verify.data.findings.join('; ') })}{' '}
          <code className="figure break-all">{verify.data.head}</code>
        </output>
      )}
      <div className="min-h-0 flex-1">
        <ListScreen
          title={t('menu.audit')}
          call="auditList"
          idOf={(row) => row.id}
          empty={t('audit.empty')}
          tools={
            <Button kind="secondary" busy={verify.isPending} onClick={() => verify.mutate()}>
              {t('audit.verify')}
            </Button>
          }
          filters={[
            { kind: 'choice', name: 'action', label: 'action', options: actionChoices(t) },
            { kind: 'text', name: 'staff_name', label: 'staff_name' },
            { kind: 'text', name: 'subject', label: 'subject' },
            USER_FILTER,
          ]}
          columns={[
            { head: 'id', render: (row) => <Figure>{numbersOf(row)}</Figure> },
            { head: 'at', render: (row) => <When at={row.at} /> },
            { head: 'staff_name', render: (row) => <Words>{row.staffName}</Words> },
            { head: 'action', render: (row) => <ActionName action={row.action} /> },
            { head: 'subject', render: (row) => row.subject ?? '–' },
            { head: 'outcome', render: (row) => <Outcome outcome={row.outcome} /> },
          ]}
          renderDetail={(row) => <Detail row={row} />}
        />
      </div>
    </div>
  );
}

/** The number of the entry, and of the one that recorded the outcome, so that no number seems to be missing. */
function numbersOf({ id, outcomeId }: RowOf<'auditList'>): string {
  return outcomeId === null ? String(id) : `${id}, ${outcomeId}`;
}

/** An action in words, and below them its name. */
function ActionName({ action }: { readonly action: string }): ReactNode {
  const t = useText();
  const words = actionWords(t, action);
  return (
    <>
      {words}
      {words === action ? null : (
        <span className="block text-12 font-normal text-quiet">
          <code dir="ltr" className="figure inline-block">
            {action}
          </code>
        </span>
      )}
    </>
  );
}

function Outcome({ outcome }: { readonly outcome: string | null }): ReactNode {
  const t = useText();
  return outcome === 'ok' ? (
    <span className="text-quiet">ok</span>
  ) : (
    <span className="font-medium text-critical">{outcome ?? t('audit.unknown')}</span>
  );
}

function Detail({ row }: { readonly row: RowOf<'auditList'> }): ReactNode {
  const t = useText();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">
        <ActionName action={row.action} />
      </h2>
      <FigureList
        figures={[
          { label: t('field.id'), value: <Figure>{numbersOf(row)}</Figure> },
          { label: t('field.at'), value: <When at={row.at} /> },
          { label: t('field.staff_name'), value: <Words>{row.staffName}</Words> },
          { label: t('field.address'), value: <Figure>{row.address}</Figure> },
          { label: t('field.subject'), value: row.subject ?? '–' },
          { label: t('field.user_id'), value: row.userId === null ? '–' : <UserLink id={row.userId} /> },
          { label: t('field.outcome'), value: <Outcome outcome={row.outcome} /> },
          { label: t('field.hash'), value: <code className="figure text-12 break-all">{row.hash}</code> },
        ]}
      />
      <div>
        <h3 className="mb-1 text-12 text-quiet">{t('field.input')}</h3>
        <pre dir="ltr" className="rounded-control bg-sunken p-3 text-12 break-all whitespace-pre-wrap">
          {pretty(row.input)}
        </pre>
      </div>
    </div>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
