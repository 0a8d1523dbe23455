import { ErrorState, Skeleton } from '@fairlot/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

export interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** Height of the loaded content, as a class. */
  readonly shape: string;
  readonly children: (data: T) => ReactNode;
}

/** Renders the data of a query, a skeleton while it loads, or an error with a retry button. */
export function Loaded<T>({ query, shape, children }: LoadedProps<T>): ReactNode {
  const t = useText();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError)
    return (
      <div aria-busy="true">
        <Skeleton shape={`w-full ${shape}`} />
      </div>
    );
  return (
    <ErrorState
      title={t('money.formFailed')}
      retryLabel={t('common.retry')}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
