import { formatCount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import { LEDGER_TYPES } from '@fairlot/domain';
import { isolateWords } from '@fairlot/i18n';
import { ErrorState, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { useRead } from '../../lists/list-calls.ts';
import { Dollars, Figure, State, UserLink, When, Words } from '../../shared/cells.tsx';
import { FigureList } from '../../shared/FigureList.tsx';
import { problemText } from '../../shared/problem.ts';
import { useSelf } from '../../shared/session.ts';
import { useText, wordOf } from '../../shared/text.ts';
import { actionsOf } from './withdrawal-actions.tsx';
import type { Withdrawal } from './withdrawal-actions.tsx';

type History = StaffOutput<'staffWithdrawal'>['history'];

/** A withdrawal with the history of its account, which is what it is judged by. */
export function WithdrawalDetail({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const self = useSelf();
  const { data, error, refetch } = useRead('staffWithdrawal', { id });
  if (data === undefined) {
    return error === null ? (
      <Skeleton shape="mt-12 h-80 w-full" />
    ) : (
      <ErrorState
        title={t('error.title')}
        text={problemText(t, error)}
        retryLabel={t('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  const { withdrawal: row, history } = data;
  const actions = actionsOf(t, self, row);
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('withdrawals.one', { id: row.id })}</h2>
      <p className="text-28 font-semibold">
        <Dollars value={row.number} />
      </p>
      {actions.length === 0 ? null : <Actions actions={actions} />}
      <Approvals row={row} />
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={row.status} /> },
          { label: t('field.user'), value: <UserLink id={row.user_id}>{row.email}</UserLink> },
          { label: t('field.fee'), value: <Dollars value={row.fee} /> },
          {
            label: t('field.real_number'),
            value: (
              <Figure>
                {formatCount(row.real_number)} {row.code}
              </Figure>
            ),
          },
          ...payeeOf(row).map(([name, value]) => ({
            label: t(`field.${name}`),
            value: <span className="figure break-all">{value}</span>,
          })),
          { label: t('field.memo'), value: <Words>{row.memo}</Words> },
          { label: t('field.created_at'), value: <When at={row.created_at} /> },
          { label: t('field.decided_at'), value: <When at={row.decided_at} /> },
          { label: t('field.decided_by'), value: <Words>{row.decider ?? ''}</Words> },
          { label: t('field.reference'), value: <Words>{row.reference}</Words> },
          { label: t('field.remark'), value: <Words>{row.remark}</Words> },
        ]}
      />
      <HistoryPart history={history} />
    </div>
  );
}

function payeeOf(
  row: Withdrawal,
): readonly (readonly [
  'address' | 'bank_name' | 'bank_address' | 'bank_swift' | 'payee_name' | 'payee_account' | 'protocol',
  string,
])[] {
  const names = [
    'protocol',
    'address',
    'bank_name',
    'bank_address',
    'bank_swift',
    'payee_name',
    'payee_account',
  ] as const;
  return names.flatMap((name) => (row[name] === '' ? [] : [[name, row[name]] as const]));
}

/** Who approved it, and whether another person is still needed. */
function Approvals({ row }: { readonly row: Withdrawal }): ReactNode {
  const t = useText();
  const self = useSelf();
  if (row.approvals_needed < 2 && row.approved_by.length === 0) return null;
  const names = row.approvers.map((name, index) =>
    row.approved_by[index] === self.id ? t('withdrawals.you') : isolateWords(name),
  );
  return (
    <p data-testid="approvals" className="rounded-control bg-notice-soft p-3 text-14 text-notice">
      {t('withdrawals.approvals', { given: row.approved_by.length, needed: row.approvals_needed })}
      {names.length === 0 ? null : <span className="block font-medium">{names.join(', ')}</span>}
    </p>
  );
}

const LEDGER_NAMES = new Map<number, string>(Object.entries(LEDGER_TYPES).map(([name, number]) => [number, name]));

function HistoryPart({ history }: { readonly history: History }): ReactNode {
  const t = useText();
  return (
    <section className="grid gap-3">
      <h3 className="text-14 font-semibold">{t('withdrawals.history')}</h3>
      <FigureList
        figures={[
          { label: t('field.balance'), value: <Dollars value={history.balance} /> },
          { label: t('field.lock_balance'), value: <Dollars value={history.lock_balance} /> },
          { label: t('field.net_value'), value: <Dollars value={history.net_value} /> },
          { label: t('field.opened_at'), value: <When at={history.opened_at} /> },
          {
            label: t('field.methods'),
            value: (
              <Figure>
                {history.bound_methods} / {history.removed_methods}
              </Figure>
            ),
          },
          ...history.sums.map(({ type, sum, count }) => ({
            label: `${wordOf(t, 'event', LEDGER_NAMES.get(type) ?? type)} (${count})`,
            value: <Dollars value={sum} result />,
          })),
        ]}
      />
      <Recent
        title={t('withdrawals.recentDeposits')}
        rows={history.recent_deposits.map((row) => ({
          id: row.id,
          at: row.created_at,
          sum: row.number,
          state: `deposit${row.status}`,
        }))}
      />
      <Recent
        title={t('withdrawals.recentWithdrawals')}
        rows={history.recent_withdrawals.map((row) => ({
          id: row.id,
          at: row.created_at,
          sum: row.number,
          state: row.status,
        }))}
      />
    </section>
  );
}

interface RecentRow {
  readonly id: number;
  readonly at: string;
  readonly sum: string;
  readonly state: string;
}

function Recent({ title, rows }: { readonly title: string; readonly rows: readonly RecentRow[] }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <div>
      <h4 className="mb-1 text-12 text-quiet">{title}</h4>
      <ul className="divide-y divide-line rounded-control border border-line text-14">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center justify-between gap-3 px-3 py-1.5">
            <span>
              <Dollars value={row.sum} />
              <span className="block text-12 text-quiet">
                <When at={row.at} />
              </span>
            </span>
            <State value={row.state} />
          </li>
        ))}
      </ul>
    </div>
  );
}
