import type { StaffOutput } from '@fairlot/client';
import type { ReactNode } from 'react';
import { When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { frozenFigures } from '../../shared/cells/frozen-figures.tsx';
import { identityFigures } from '../../shared/cells/identity-figures.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Withdrawal } from './withdrawal-figures.tsx';

type Owner = StaffOutput<'staffWithdrawal'>['owner'];

/** Changes in this time before the request are marked. */
const RECENT_MS = 7 * 24 * 3_600_000;

export interface WithdrawalOwnerProps {
  readonly owner: Owner;
  readonly withdrawal: Withdrawal;
}

/** The verified owner of a withdrawal, and recent changes that an attacker could have made. */
export function WithdrawalOwner({ owner, withdrawal }: WithdrawalOwnerProps): ReactNode {
  const t = useText();
  const since = Date.parse(withdrawal.createdAt) - RECENT_MS;
  const change = (at: string | null): ReactNode => <Change at={at} isRecent={at !== null && Date.parse(at) >= since} />;
  return (
    <section className="grid gap-3">
      <h3 className="text-14 font-semibold">{t('withdrawals.owner')}</h3>
      <FigureList
        figures={[
          ...frozenFigures(t, owner),
          ...identityFigures(t, owner),
          { label: t('field.method_bound_at'), value: change(owner.methodBoundAt) },
          { label: t('field.password_changed_at'), value: change(owner.passwordChangedAt) },
          { label: t('field.second_factor'), value: owner.secondFactor ? t('form.yes') : t('form.no') },
          { label: t('field.factor_changed_at'), value: change(owner.factorChangedAt) },
        ]}
      />
      {owner.newSessions.length === 0 ? null : (
        <div>
          <h4 className="mb-1 text-12 text-quiet">{t('withdrawals.newSessions')}</h4>
          <ul className="divide-y divide-line rounded-control border border-line text-14">
            {owner.newSessions.map(({ at, address, agent }) => (
              <li key={`${at} ${address}`} className="px-3 py-1.5">
                <When at={at} /> <bdi className="figure">{address}</bdi>
                <span className="block text-12 wrap-anywhere text-quiet">
                  <bdi dir="ltr">{agent}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Change({ at, isRecent }: { readonly at: string | null; readonly isRecent: boolean }): ReactNode {
  const t = useText();
  if (at === null) return '–';
  return (
    <>
      <When at={at} />
      {isRecent ? <span className="block text-12 text-notice">{t('withdrawals.recent')}</span> : null}
    </>
  );
}
