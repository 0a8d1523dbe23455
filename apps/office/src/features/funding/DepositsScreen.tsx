import type { ReactNode } from 'react';
import type { RowOf } from '../../lists/list-calls.ts';
import { Actions } from '../../lists/Actions.tsx';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { startAction } from '../../actions/action.ts';
import { Dollars, Figure, State, UserLink, When, Words } from '../../shared/cells.tsx';
import { FigureList } from '../../shared/FigureList.tsx';
import { mayCall } from '../../shared/rights.ts';
import { useSelf } from '../../shared/session.ts';
import type { StaffSelf } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import type { Text } from '../../shared/text.ts';
import { UserImage } from '../../shared/UserImage.tsx';

type Deposit = RowOf<'staffDeposits'>;
const STATUSES = ['0', '1', '2', '3'] as const;
const UNCHECKED = 0;

/** Deposits: what users say to have sent, with its proof, to be credited or not. */
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
            ...STATUSES.map((value) => ({ value, label: t(`state.deposit${value}`) })),
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
        { kind: 'whole', name: 'user_id', label: 'user_id' },
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', render: (row) => <When at={row.created_at} /> },
        { head: 'user', render: (row) => <Words>{row.email}</Words> },
        { head: 'way', spare: true, render: (row) => <Figure>{wayOf(row)}</Figure> },
        { head: 'amount', figure: true, render: (row) => <Dollars value={row.number} /> },
        { head: 'state', render: (row) => <State value={`deposit${row.status}`} /> },
      ]}
      renderDetail={(row) => <Detail row={row} actions={actions(row)} />}
    />
  );
}

function wayOf(row: Deposit): string {
  return [row.currency_code, row.protocol_code].filter((part) => part !== '').join('-');
}

function Detail({ row, actions }: { readonly row: Deposit; readonly actions: readonly RowAction[] }): ReactNode {
  const t = useText();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('deposits.one', { id: row.id })}</h2>
      <p className="text-28 font-semibold">
        <Dollars value={row.number} />
      </p>
      {actions.length === 0 ? null : <Actions actions={actions} />}
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={`deposit${row.status}`} /> },
          { label: t('field.user'), value: <UserLink id={row.user_id}>{row.email}</UserLink> },
          { label: t('field.way'), value: wayOf(row) },
          { label: t('field.paid_to'), value: <span className="figure break-all">{row.paid_to}</span> },
          { label: t('field.created_at'), value: <When at={row.created_at} /> },
          { label: t('field.decided_at'), value: <When at={row.decided_at} /> },
          { label: t('field.decided_by'), value: <Words>{row.decider ?? ''}</Words> },
          { label: t('field.remark'), value: <Words>{row.remark}</Words> },
        ]}
      />
      <UserImage key={row.id} address={row.proof_img} label={t('deposits.proof')} />
    </div>
  );
}

function actionsOf(t: Text, self: StaffSelf, row: Deposit): readonly RowAction[] {
  if (row.status !== UNCHECKED || !mayCall(self.roles, 'depositFinish')) return [];
  const figures = [
    { label: t('field.user'), value: row.email },
    { label: t('field.amount'), value: <Dollars value={row.number} /> },
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
      run: () =>
        startAction<'depositFinish'>({
          call: 'depositFinish',
          title: title(t('deposits.approve')),
          figures,
          text: t('deposits.approveText'),
          confirmLabel: t('deposits.approve'),
          input: () => ({ id: row.id }),
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
