import { ErrorState, Skeleton } from '@fairlot/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

/** Placeholder of a list. */
export const LIST_SKELETON: ReactNode = (
  <div className="p-4">
    <Skeleton shape="h-24" />
  </div>
);

export interface LoadedSectionProps<T> {
  /** Id of the heading. */
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
  /** Takes the place of the data until they are loaded. */
  readonly skeleton: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** A section with a heading and loaded data: first a skeleton, then the data, or an error with a retry. */
export function LoadedSection<T>({
  id,
  title,
  lead,
  query: { data, isError, isFetching, refetch },
  skeleton,
  children,
}: LoadedSectionProps<T>): ReactNode {
  const t = useText();
  const heading = (
    <h2 id={id} className="text-16 font-semibold">
      {title}
    </h2>
  );
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-surface border border-line bg-surface">
      {lead === undefined ? (
        <div className="px-4 pt-4 pb-2">{heading}</div>
      ) : (
        <div className="p-4">
          {heading}
          <p className="mt-1 text-14 text-quiet">{lead}</p>
        </div>
      )}
      {data !== undefined ? (
        children(data)
      ) : isError ? (
        <ErrorState
          title={t('security.failed')}
          retryLabel={t('common.retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        skeleton
      )}
    </section>
  );
}
