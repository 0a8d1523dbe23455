import { formatAmount } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { When } from '../shared/cells/cells.tsx';
import { FigureList } from '../shared/cells/FigureList.tsx';
import { useText } from '../shared/language/language.ts';
import { Loaded } from '../shared/layout/Loaded.tsx';
import { office } from '../shared/services/office.ts';

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
  return (
    <Loaded query={query} skeleton={<Skeleton shape="h-16 w-full" />}>
      {({ dayLimit, weekLimit, ownDay, ownWeek, userDay, userWeek, mayDecideFrom }) => (
        <div data-testid="limits" className="rounded-control bg-sunken p-3">
          <FigureList
            figures={[
              { label: t('limits.own'), value: both(ownDay, ownWeek) },
              { label: t('limits.user'), value: both(userDay, userWeek) },
              { label: t('limits.most'), value: both(dayLimit, weekLimit) },
              ...(mayDecideFrom === null
                ? []
                : [{ label: t('field.decides_from'), value: <When at={mayDecideFrom} /> }]),
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}

function both(day: string, week: string): string {
  return isolate(`${formatAmount(day)} / ${formatAmount(week)}`);
}
