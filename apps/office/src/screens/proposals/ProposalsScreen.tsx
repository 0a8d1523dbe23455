import { formatCount } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { StopOutEffect } from '../../actions/StopOutEffect.tsx';
import { TermsEffect } from '../../actions/TermsEffect.tsx';
import { Actions } from '../../lists/Actions.tsx';
import { GroupEffect } from '../../lists/groups/GroupEffect.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import { Figure, State, When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { usePercent, useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import { ProposalChange } from './ProposalChange.tsx';
import { groupConcernOf, kindOf, largeStepOf, proposedStopOut } from './proposal-text.ts';

type Proposal = RowOf<'proposals'>;
const STATES = ['waiting', 'approved', 'done', 'refused', 'rejected'] as const;

/** Changes of settings and payment terms that need a second person. */
export function ProposalsScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <ListScreen
      title={t('menu.proposals')}
      call="proposals"
      idOf={(row) => row.id}
      empty={t('proposals.empty')}
      actions={(row) => actionsOf(t, self, row)}
      filters={[stateFilter(t, STATES)]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
        { head: 'kind', render: (row) => <Subject row={row} /> },
        { head: 'change', render: (row) => <ProposalChange row={row} /> },
        { head: 'author', render: (row) => <bdi>{row.author}</bdi> },
        { head: 'state', render: (row) => <State value={row.state} /> },
        { head: 'effective_at', render: (row) => <When at={row.effectiveAt} /> },
      ]}
      renderDetail={(row) => <Detail row={row} />}
    />
  );
}

/** A second person approves or rejects; the author can withdraw. Changes that wait for their time can be called off. */
function actionsOf(t: Text, self: StaffSelf, row: Proposal): readonly RowAction[] {
  const isPending = row.state === 'waiting' || row.state === 'approved';
  if (!isPending || !mayCall(self.roles, 'decideProposal')) return [];
  const isOwn = row.authorId === self.id;
  if (!isOwn && !self.roles.includes('administrator')) return [];
  const approve: RowAction = {
    key: 'a',
    label: t('adjustments.approve'),
    kind: 'primary',
    disabledReason: isOwn ? t('adjustments.own') : undefined,
    run: () => decide(t, row, true, t('adjustments.approve')),
  };
  const label = isOwn ? t('proposals.withdraw') : t('adjustments.reject');
  return [
    ...(row.state === 'waiting' && self.roles.includes('administrator') ? [approve] : []),
    { key: 'r', label, kind: 'critical', run: () => decide(t, row, false, label) },
  ];
}

function decide(t: Text, row: Proposal, approve: boolean, label: string): void {
  const level = approve ? proposedStopOut(row) : undefined;
  const step = largeStepOf(row);
  const concern = groupConcernOf(row);
  startAction<'decideProposal'>({
    call: 'decideProposal',
    title: `${label} · ${t('proposals.one', { id: row.id })}`,
    critical: !approve,
    text: approve ? t('proposals.approveText') : t('proposals.rejectText'),
    confirmLabel: label,
    figures: [
      { label: t('field.kind'), value: <Subject row={row} /> },
      { label: t('field.change'), value: <ProposalChange row={row} whole /> },
      ...(step === undefined ? [] : [{ label: t('field.usd_price'), value: <LargeStep step={step} /> }]),
      ...(level === undefined ? [] : [{ label: t('field.stop_out_ratio'), value: <StopOutEffect level={level} /> }]),
      ...(approve && concern !== undefined
        ? [{ label: t('field.effective_at'), value: <GroupEffect {...concern} /> }]
        : []),
      ...(approve && isTerms(row) ? [{ label: t('field.effective_at'), value: <Effect row={row} /> }] : []),
      { label: t('field.author'), value: row.author },
    ],
    input: () => ({ id: row.id, approve }),
  });
}

/** The changed record, in a cell of its own: its name is written as inside a sentence. */
function Subject({ row }: { readonly row: Proposal }): ReactNode {
  const t = useText();
  return (
    <>
      <span className="inline-block first-letter:uppercase">{kindOf(t, row)}</span>{' '}
      <bdi>{row.subjectName ?? row.subjectId}</bdi>
    </>
  );
}

/** Points out a rate that departs far from the one before: a wrong digit multiplies what is paid or credited. */
function LargeStep({ step }: { readonly step: number }): ReactNode {
  const t = useText();
  const percent = usePercent().ofFigure(`${step > 0 ? '+' : ''}${formatCount(step.toFixed(0))}`);
  return (
    <span role="note" className="font-medium text-critical">
      {t('terms.largeStep', { percent: isolate(percent) })}
    </span>
  );
}

function isTerms({ kind }: Proposal): boolean {
  return kind === 'instrument' || kind === 'swap';
}

function Effect({ row }: { readonly row: Proposal }): ReactNode {
  if (row.subjectId === null) return null;
  return <TermsEffect instrument={row.subjectId} terms={JSON.parse(row.after) as Readonly<Record<string, unknown>>} />;
}

function Detail({ row }: { readonly row: Proposal }): ReactNode {
  const t = useText();
  const self = useSelf();
  const step = largeStepOf(row);
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('proposals.one', { id: row.id })}</h2>
      <ProposalChange row={row} whole />
      {step === undefined ? null : <LargeStep step={step} />}
      <Actions actions={actionsOf(t, self, row)} />
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={row.state} /> },
          { label: t('field.kind'), value: <Subject row={row} /> },
          { label: t('field.author'), value: <bdi>{row.author}</bdi> },
          {
            label: t('field.approver'),
            value: row.alone ? t('proposals.alone') : <bdi>{row.approver ?? '–'}</bdi>,
          },
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          { label: t('field.decided_at'), value: <When at={row.decidedAt} /> },
          { label: t('field.effective_at'), value: <When at={row.effectiveAt} /> },
          { label: t('field.remark'), value: row.message ?? '–' },
        ]}
      />
    </div>
  );
}
