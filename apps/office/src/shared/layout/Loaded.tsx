import { ErrorState, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../language/language.ts';
import { problemText } from '../messages/problem.ts';

export interface LoadedProps<Data> {
  /** A query of `useRead` or `useListPage`. */
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** Placeholder while the answer is loading; default: that of a page. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

const PAGE = (
  <div className="p-4">
    <Skeleton shape="h-80 w-full" />
  </div>
);

/** Renders the answer of a query; before that a skeleton, or the error with a retry button. */
export function Loaded<Data>({ query, skeleton = PAGE, children }: LoadedProps<Data>): ReactNode {
  const t = useText();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return skeleton;
  return (
    <ErrorState
      title={t('error.title')}
      text={problemText(t, query.error)}
      retryLabel={t('error.retry')}
      onRetry={() => void query.refetch()}
    />
  );
}
