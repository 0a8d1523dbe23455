import { camelKey, formatCount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import type { Money } from '@fairlot/domain';
import { isolateWords } from '@fairlot/i18n';
import { Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { REFRESH_MS, useRead } from '../../lists/list-calls.ts';
import { Dollars, Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { Copied } from '../../shared/cells/Copied.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { useSelf } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';
import type { Text } from '../../shared/language/text.ts';
import { DEPOSIT_STATES } from '../../shared/cells/deposit-states.ts';
import { WithdrawalOwner } from './WithdrawalOwner.tsx';
import { actionsOf } from './withdrawal-actions.tsx';
import type { Withdrawal } from './withdrawal-figures.tsx';

type Details = StaffOutput<'staffWithdrawal'>;
type History = Details['history'];

/** A withdrawal with the history of its account, the basis for the decision. */
export function WithdrawalDetail({ id }: { readonly id: number }): ReactNode {
  const query = useRead('staffWithdrawal', { id }, { every: REFRESH_MS });
  return (
    <Loaded query={query} skeleton={<Skeleton shape="mt-12 h-80 w-full" />}>
      {(details) => <Detail {...details} />}
    </Loaded>
  );
}

function Detail({ withdrawal: row, owner, history }: Details): ReactNode {
  const t = useText();
  const self = useSelf();
  const actions = actionsOf(t, self, row);
  const barred = row.status === 'review' || row.status === 'approved' ? barredOf(t, owner) : undefined;
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('withdrawals.one', { id: row.id })}</h2>
      <p className="text-28 font-semibold">
        <Dollars value={row.amount} />
      </p>
      {owner.nameMatch === 'different' ? (
        <p className="rounded-control bg-notice-soft p-3 text-14 text-notice">{t('withdrawals.nameDiffers')}</p>
      ) : null}
      {actions.length === 0 ? null : (
        <Actions
          // Nothing is approved, claimed or paid then; a rejection and the release of a claim are.
          actions={actions.map((action) =>
            barred === undefined || action.kind !== 'primary' ? action : { ...action, disabledReason: barred },
          )}
        />
      )}
      <Claim row={row} />
      <Approvals row={row} />
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={row.status} /> },
          { label: t('field.user'), value: <UserLink id={row.userId}>{row.email}</UserLink> },
          { label: t('field.fee'), value: <Dollars value={row.fee} /> },
          {
            label: t('field.real_number'),
            value: (
              <Figure>
                <Copied label={t('field.real_number')} text={row.receipt}>
                  {formatCount(row.receipt)} {row.currency}
                </Copied>
              </Figure>
            ),
          },
          ...payeeOf(row).map(([name, value]) => ({
            label: t(`field.${name}`),
            value: name === 'protocol' ? <Figure>{value}</Figure> : <Copied label={t(`field.${name}`)} text={value} />,
          })),
          {
            label: t('field.memo'),
            value: row.memo === '' ? '–' : <Copied label={t('field.memo')} text={row.memo} />,
          },
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          { label: t('field.decided_at'), value: <When at={row.decidedAt} /> },
          { label: t('field.decided_by'), value: <Words>{row.decider ?? ''}</Words> },
          { label: t('field.reference'), value: <Words>{row.reference}</Words> },
          ...(row.returned === 0n ? [] : [{ label: t('field.returned'), value: <Dollars value={row.returned} /> }]),
          { label: t('field.remark'), value: <Words>{row.remark}</Words> },
        ]}
      />
      <WithdrawalOwner owner={owner} withdrawal={row} />
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
  return names.flatMap((name) => (row[camelKey(name)] === '' ? [] : [[name, row[camelKey(name)]] as const]));
}

/** Why nothing may be approved or paid now. */
function barredOf(t: Text, owner: Details['owner']): string | undefined {
  if (owner.frozenAt !== null) return t('withdrawals.frozen');
  return owner.identityMissing ? t('withdrawals.unverified') : undefined;
}

/** Shows who pays the withdrawal, and since when. */
function Claim({ row }: { readonly row: Withdrawal }): ReactNode {
  const t = useText();
  const self = useSelf();
  if (row.status !== 'approved' || row.claimedBy === null) return null;
  const name = row.claimedBy === self.id ? t('withdrawals.you') : isolateWords(row.claimer ?? '');
  return (
    <p data-testid="claim" className="rounded-control bg-brand-soft p-3 text-14 text-brand">
      {t('withdrawals.claimed', { name })}
      <span className="block text-12">
        <When at={row.claimedAt} />
      </span>
    </p>
  );
}

/** Shows the approvals, and if another one is needed. */
function Approvals({ row }: { readonly row: Withdrawal }): ReactNode {
  const t = useText();
  const self = useSelf();
  if (row.approvalsNeeded < 2 && row.approvedBy.length === 0) return null;
  const names = row.approvers.map((name, index) =>
    row.approvedBy[index] === self.id ? t('withdrawals.you') : isolateWords(name),
  );
  return (
    <p data-testid="approvals" className="rounded-control bg-notice-soft p-3 text-14 text-notice">
      {t('withdrawals.approvals', { given: row.approvedBy.length, needed: row.approvalsNeeded })}
      {names.length === 0 ? null : <span className="block font-medium">{names.join(', ')}</span>}
    </p>
  );
}

function HistoryPart({ history }: { readonly history: History }): ReactNode {
  const t = useText();
  return (
    <section className="grid gap-3">
      <h3 className="text-14 font-semibold">{t('withdrawals.history')}</h3>
      <FigureList
        figures={[
          { label: t('field.balance'), value: <Dollars value={history.balance} /> },
          { label: t('field.available'), value: <Dollars value={history.available} /> },
          { label: t('field.lock_balance'), value: <Dollars value={history.frozen} /> },
          { label: t('field.net_value'), value: <Dollars value={history.equity} /> },
          { label: t('field.opened_at'), value: <When at={history.openedAt} /> },
          {
            label: t('field.methods'),
            value: (
              <Figure>
                {history.boundMethods} / {history.removedMethods}
              </Figure>
            ),
          },
          ...history.sums.map(({ type, sum, count }) => ({
            label: `${wordOf(t, 'event', type ?? '')} (${count})`,
            value: <Dollars value={sum} result />,
          })),
        ]}
      />
      <Recent
        title={t('withdrawals.recentDeposits')}
        rows={history.recentDeposits.map((row) => ({
          id: row.id,
          at: row.createdAt,
          sum: row.amount,
          state: DEPOSIT_STATES[row.status],
        }))}
      />
      <Recent
        title={t('withdrawals.recentWithdrawals')}
        rows={history.recentWithdrawals.map((row) => ({
          id: row.id,
          at: row.createdAt,
          sum: row.amount,
          state: row.status,
        }))}
      />
    </section>
  );
}

interface RecentRow {
  readonly id: number;
  readonly at: string;
  readonly sum: Money;
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
