import { formatAmount } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { When } from '../shared/cells/cells.tsx';
import { FigureList } from '../shared/cells/FigureList.tsx';
import { useText } from '../shared/language/language.ts';
import { Loaded } from '../shared/layout/Loaded.tsx';
import { office } from '../shared/services/office.ts';
import type { Figure } from './action.ts';

/** The sums that decide whether a second person must agree to a movement of a user's money. */
export function LimitEffect({ user }: { readonly user: number }): ReactNode {
  const t = useText();
  const input = { user_id: user };
  const query = useQuery({
    queryKey: ['officeLimits', input],
    queryFn: ({ signal }) => office.call('officeLimits', input, { signal }),
    // Each dialog shows the sums of its moment.
    gcTime: 0,
  });
  const labels = { own: t('limits.own'), user: t('limits.user'), most: t('limits.most') };
  // As tall as the sums: the button below must not move away from under a pointer when they come.
  const waiting = Object.values(labels).map((label): Figure => ({ label, value: '…' }));
  return (
    <Loaded query={query} skeleton={<Sums figures={waiting} />}>
      {({ dayLimit, weekLimit, ownDay, ownWeek, userDay, userWeek, mayDecideFrom }) => (
        <Sums
          figures={[
            { label: labels.own, value: both(ownDay, ownWeek) },
            { label: labels.user, value: both(userDay, userWeek) },
            { label: labels.most, value: both(dayLimit, weekLimit) },
            ...(mayDecideFrom === null ? [] : [{ label: t('field.decides_from'), value: <When at={mayDecideFrom} /> }]),
          ]}
        />
      )}
    </Loaded>
  );
}

function Sums({ figures }: { readonly figures: readonly Figure[] }): ReactNode {
  return (
    <div data-testid="limits" className="rounded-control bg-sunken p-3">
      <FigureList figures={figures} />
    </div>
  );
}

function both(day: string, week: string): string {
  return isolate(`${formatAmount(day)} / ${formatAmount(week)}`);
}
