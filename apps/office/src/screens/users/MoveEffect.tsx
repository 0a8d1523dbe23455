import { formatCount } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formOf } from '../../lists/groups/rule.ts';
import type { GroupForm } from '../../lists/groups/rule.ts';
import { GroupChanges } from '../../lists/groups/GroupChanges.tsx';
import { useText, useTimes } from '../../shared/language/language.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { office } from '../../shared/services/office.ts';

export interface MoveEffectProps {
  readonly user: number;
  readonly from: number;
  readonly to: number;
}

/** The effect of a move between two groups on the client, and its date. */
export function MoveEffect({ user, from, to }: MoveEffectProps): ReactNode {
  const t = useText();
  const times = useTimes();
  const query = useQuery({
    queryKey: ['officeAccountGroup', 'move', { user, from, to }],
    queryFn: async ({ signal }) => {
      const [account, before, after] = await Promise.all([
        office.call('officeAccountGroup', { user_id: user }, { signal }),
        office.call('officeGroup', { id: from }, { signal }),
        office.call('officeGroup', { id: to }, { signal }),
      ]);
      return { account, before: termsOf(formOf(before)), after: termsOf(formOf(after)) };
    },
    // Each dialog shows the positions of its moment.
    gcTime: 0,
  });
  return (
    <Loaded query={query} skeleton={<Skeleton shape="h-32 w-full" />}>
      {({ account, before, after }) => (
        <div className="grid gap-3">
          <div data-testid="effect" className="grid gap-1 rounded-control bg-sunken p-3 text-start text-14">
            <p className="font-semibold">
              {t('groups.moveOpen', {
                positions: formatCount(account.positions),
                orders: formatCount(account.pending),
              })}
            </p>
            <p>
              {account.effectiveAt === null
                ? t('groups.moveNow')
                : t('groups.moveLater', { at: isolateWords(times.dateTime(account.effectiveAt)) })}
            </p>
            {account.needsApproval ? <p>{t('groups.rule')}</p> : null}
          </div>
          <section>
            <h3 className="mb-1 text-12 text-quiet">{t('groups.moveChanges')}</h3>
            <GroupChanges before={before} after={after} />
          </section>
        </div>
      )}
    </Loaded>
  );
}

/** The terms of a group without its name and the remark on it. */
function termsOf(form: GroupForm): GroupForm {
  return { ...form, name: '', note: '' };
}
