import type { ReactNode } from 'react';
import type { RowOf } from '../../lists/list-calls.ts';
import { Actions } from '../../lists/Actions.tsx';
import { type RowAction, USER_FILTER } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { startAction } from '../../actions/action.ts';
import { LimitEffect } from '../../actions/LimitEffect.tsx';
import { Dollars, Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import { DEPOSIT_STATES } from '../../shared/cells/deposit-states.ts';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { identityFigures } from '../../shared/cells/identity-figures.tsx';
import { UserImage } from '../../shared/images/UserImage.tsx';
import { creditFields, creditInput, receiptOf } from './deposit-receipt.tsx';
import { returnAction } from './return-action.tsx';

type Deposit = RowOf<'staffDeposits'>;

/** Deposits that users reported, with their proofs, to be credited or rejected. */
export function DepositsScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  const actions = (row: Deposit): readonly RowAction[] => actionsOf(t, self, row);
  return (
    <ListScreen
      title={t('menu.deposits')}
      call="staffDeposits"
      idOf={(row) => row.id}
      empty={t('deposits.empty')}
      actions={actions}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: 'state',
          first: '0',
          options: [
            ...Object.values(DEPOSIT_STATES).map((state, number) => ({
              value: `${number}`,
              label: t(`state.${state}`),
            })),
            { value: '', label: t('list.all') },
          ],
        },
        {
          kind: 'choice',
          name: 'type',
          label: 'way',
          options: [
            { value: '0', label: t('kind.coin') },
            { value: '1', label: t('kind.bank') },
          ],
        },
        USER_FILTER,
        { kind: 'text', name: 'search', label: 'deposit_search' },
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
        { head: 'user', render: (row) => <Words>{row.email}</Words> },
        { head: 'way', spare: true, render: (row) => <Figure>{wayOf(row)}</Figure> },
        { head: 'amount', figure: true, render: (row) => <Dollars value={row.credited ?? row.amount} /> },
        { head: 'state', render: (row) => <State value={DEPOSIT_STATES[row.status]} /> },
      ]}
      renderDetail={(row) => <Detail row={row} actions={actions(row)} />}
    />
  );
}

function wayOf(row: Deposit): string {
  return [row.currency, row.protocol].filter((part) => part !== '').join('-');
}

function Detail({ row, actions }: { readonly row: Deposit; readonly actions: readonly RowAction[] }): ReactNode {
  const t = useText();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('deposits.one', { id: row.id })}</h2>
      <p className="text-28 font-semibold">
        <Dollars value={row.credited ?? row.amount} />
      </p>
      {actions.length === 0 ? null : <Actions actions={actions} />}
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={DEPOSIT_STATES[row.status]} /> },
          { label: t('field.user'), value: <UserLink id={row.userId}>{row.email}</UserLink> },
          ...identityFigures(t, row),
          { label: t('field.way'), value: wayOf(row) },
          { label: t('field.paid_to'), value: <span className="figure break-all">{row.paidTo}</span> },
          ...receiptOf(t, row),
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          { label: t('field.approver'), value: <Words>{row.approver ?? ''}</Words> },
          { label: t('field.decided_at'), value: <When at={row.decidedAt} /> },
          { label: t('field.decided_by'), value: <Words>{row.decider ?? ''}</Words> },
          { label: t('field.remark'), value: <Words>{row.remark}</Words> },
          ...(row.reversed === 0n ? [] : [{ label: t('field.reversed'), value: <Dollars value={row.reversed} /> }]),
        ]}
      />
      <UserImage key={row.id} address={row.proof} label={t('deposits.proof')} />
    </div>
  );
}

function actionsOf(t: Text, self: StaffSelf, row: Deposit): readonly RowAction[] {
  if (!mayCall(self.roles, 'depositFinish')) return [];
  if (row.status === 'finished' && row.reversed < (row.credited ?? row.amount)) return [chargeBack(t, row)];
  if (row.status !== 'unchecked') return [];
  const figures = [
    { label: t('field.user'), value: row.email },
    { label: t('field.amount'), value: <Dollars value={row.amount} /> },
    { label: t('field.way'), value: wayOf(row) },
  ];
  const title = (what: string): string => `${what} · ${t('deposits.one', { id: row.id })}`;
  const refuse = (call: 'depositReject' | 'depositInvalidate', label: string): void =>
    startAction({
      call,
      title: title(label),
      figures,
      text: t('deposits.rejectText'),
      critical: true,
      confirmLabel: label,
      fields: [{ kind: 'long', name: 'reason' }],
      input: ({ reason }) => ({ id: row.id, reason: String(reason) }),
    });
  return [
    {
      key: 'a',
      label: t('deposits.approve'),
      kind: 'primary',
      disabledReason: row.approvedBy === self.id ? t('withdrawals.ownApproval') : undefined,
      run: () =>
        startAction<'depositFinish'>({
          call: 'depositFinish',
          title: title(t('deposits.approve')),
          figures: [
            ...figures,
            ...receiptOf(t, row),
            ...(row.approver === null ? [] : [{ label: t('field.approver'), value: row.approver }]),
          ],
          facts: <LimitEffect user={row.userId} />,
          text: t('deposits.approveText'),
          confirmLabel: t('deposits.approve'),
          fields: creditFields(t, row),
          input: (given) => creditInput(row, given),
          doneText: ({ status }) => (status === 'unchecked' ? t('deposits.waits', { id: row.id }) : undefined),
        }),
    },
    {
      key: 'r',
      label: t('deposits.reject'),
      kind: 'critical',
      run: () => refuse('depositReject', t('deposits.reject')),
    },
    { key: 'i', label: t('deposits.invalid'), run: () => refuse('depositInvalidate', t('deposits.invalid')) },
  ];
}

/** Books what was taken back of a credited deposit. */
function chargeBack(t: Text, row: Deposit): RowAction {
  const label = t('deposits.chargeBack');
  return returnAction(t, {
    call: 'depositReverse',
    id: row.id,
    userId: row.userId,
    label,
    title: `${label} · ${t('deposits.one', { id: row.id })}`,
    text: t('deposits.chargeBackText'),
    figures: [
      { label: t('field.user'), value: row.email },
      { label: t('field.amount'), value: <Dollars value={row.credited ?? row.amount} /> },
      { label: t('field.reversed'), value: <Dollars value={row.reversed} /> },
    ],
  });
}
