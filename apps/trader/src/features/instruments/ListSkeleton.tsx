import { HOME_SKELETON_ROWS } from '@fairlot/contract';
import { Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

const ROWS = Array.from({ length: HOME_SKELETON_ROWS }, (_, row) => row);

/** Placeholder rows of the final height for the first load of the list. */
export function ListSkeleton(): ReactNode {
  const t = useText();
  return (
    <div aria-busy="true" data-testid="market-skeleton">
      <span className="sr-only">{t('common.loading')}</span>
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-17 items-center gap-3 border-b border-line bg-surface ps-11 pe-4 lg:max-xl:ps-9"
        >
          <Skeleton shape="size-10 !rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton shape="h-4 w-20" />
            <Skeleton shape="h-3 w-28" />
          </div>
          <Skeleton shape="h-7 w-16" />
          <div className="flex w-21 flex-col items-end gap-2">
            <Skeleton shape="h-4 w-20" />
            <Skeleton shape="h-3 w-12" />
          </div>
        </div>
      ))}
    </div>
  );
}
