import { formatCount } from '@fairlot/client';
import { Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../shared/language/language.ts';
import { Loaded } from '../shared/layout/Loaded.tsx';
import { office } from '../shared/services/office.ts';

/** The positions that a stop-out level would close now, and when it takes effect. */
export function StopOutEffect({ level }: { readonly level: number }): ReactNode {
  const t = useText();
  const input = { stop_out_ratio: level };
  const query = useQuery({
    queryKey: ['previewStopOut', input],
    queryFn: ({ signal }) => office.call('previewStopOut', input, { signal }),
  });
  return (
    <Loaded query={query} skeleton={<Skeleton shape="h-16 w-full" />}>
      {({ real, demo, complete, needsApproval, noticeHours }) => (
        <div
          data-testid="effect"
          className={
            real.positions > 0
              ? 'rounded-control bg-critical-soft p-3 text-start text-14 text-critical'
              : 'rounded-control bg-sunken p-3 text-start text-14'
          }
        >
          <p className="font-semibold">{t('settings.closesReal', shown(real))}</p>
          <p>{t('settings.closesDemo', shown(demo))}</p>
          {complete ? null : <p>{t('settings.incomplete')}</p>}
          {noticeHours > 0 ? (
            <p>{t('settings.notice', { hours: noticeHours })}</p>
          ) : needsApproval ? null : (
            <p>{t('settings.editText')}</p>
          )}
        </div>
      )}
    </Loaded>
  );
}

function shown({ positions, accounts }: { readonly positions: number; readonly accounts: number }) {
  return { positions: formatCount(String(positions)), accounts: formatCount(String(accounts)) };
}
