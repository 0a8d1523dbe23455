import { formatCount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { office } from '../../shared/services/office.ts';

type Touched = StaffOutput<'officeGroupEffect'>['real'];

export interface GroupEffectProps {
  readonly group: number;
  /** True if the change concerns open positions: swap, tiers or the stop-out level. */
  readonly concerns: boolean;
}

/** The accounts, positions and orders that a change of a group touches, and when it takes effect. */
export function GroupEffect({ group, concerns }: GroupEffectProps): ReactNode {
  const t = useText();
  const times = useTimes();
  const input = { id: group };
  const query = useQuery({
    queryKey: ['officeGroupEffect', input],
    queryFn: ({ signal }) => office.call('officeGroupEffect', input, { signal }),
    // Each dialog shows the counts of its moment.
    gcTime: 0,
  });
  return (
    <Loaded query={query} skeleton={<Skeleton shape="h-24 w-full" />}>
      {({ real, demo, needsApproval, effectiveAt }) => (
        <div data-testid="effect" className="grid gap-1 rounded-control bg-sunken p-3 text-start text-14">
          <p className="font-semibold">{touchedWords(t, 'groups.touchedReal', real)}</p>
          <p className="font-semibold">{touchedWords(t, 'groups.touchedDemo', demo)}</p>
          {concerns ? (
            <p>
              {effectiveAt === null
                ? t('groups.atOnce')
                : t('groups.later', { at: isolateWords(times.dateTime(effectiveAt)) })}
            </p>
          ) : (
            <p>{t('groups.newOrders')}</p>
          )}
          {needsApproval ? <p>{t('groups.rule')}</p> : null}
        </div>
      )}
    </Loaded>
  );
}

function touchedWords(t: Text, key: 'groups.touchedReal' | 'groups.touchedDemo', touched: Touched): string {
  return t(key, {
    accounts: formatCount(touched.accounts),
    holders: formatCount(touched.holders),
    positions: formatCount(touched.positions),
    orders: formatCount(touched.pending),
  });
}
