import { Button, EmptyState, ErrorState, Skeleton } from '@fairlot/ui';
import type { ReactNode, RefObject } from 'react';
import { ListEnd } from './ListEnd.tsx';
import { useText } from '../language/language.ts';
import { recordsOf } from './records.ts';
import type { RecordQuery } from './records.ts';

export interface RecordsProps<T> {
  readonly query: RecordQuery<T>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly idOf: (record: T) => number;
  readonly emptyHint: string;
  /** Default: "No data yet". */
  readonly emptyTitle?: string;
  /**
   * Action that leads to a first record, for lists without a form on the screen. The empty list then shows a drawing
   * too.
   */
  readonly emptyAction?: ReactNode;
  readonly children: (record: T) => ReactNode;
}

/** A paged list of records: rows, loading of the next page, and an end mark. */
export function Records<T>({
  query,
  scroller,
  idOf,
  emptyHint,
  emptyTitle,
  emptyAction,
  children,
}: RecordsProps<T>): ReactNode {
  const t = useText();
  const { data, isError, isRefetchError, isFetching, refetch } = query;
  if (data === undefined) {
    if (!isError)
      return (
        <div aria-busy="true" className="flex flex-col gap-2">
          <Skeleton shape="h-18 w-full" />
          <Skeleton shape="h-18 w-full" />
        </div>
      );
    return (
      <ErrorState
        title={t('money.failed')}
        retryLabel={t('common.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const records = recordsOf(data, idOf);
  if (records.length === 0)
    return (
      <EmptyState
        art={emptyAction === undefined ? undefined : 'records'}
        title={emptyTitle ?? t('money.empty')}
        text={emptyHint}
        action={emptyAction}
      />
    );
  return (
    <>
      {isRefetchError ? <NotCurrent busy={isFetching} onRetry={() => void refetch()} /> : null}
      <ul className="overflow-hidden rounded-surface border border-line bg-surface">
        {records.map((record) => (
          <li key={idOf(record)} className="border-b border-line last:border-b-0">
            {children(record)}
          </li>
        ))}
      </ul>
      <ListEnd query={query} scroller={scroller} />
    </>
  );
}

/** Says that the records below are old, because the latest read failed. */
function NotCurrent({ busy, onRetry }: { readonly busy: boolean; readonly onRetry: () => void }): ReactNode {
  const t = useText();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-2 rounded-control bg-notice-soft ps-3 text-14 text-notice"
    >
      <span className="py-2">{t('money.failed')}</span>
      <Button kind="plain" busy={busy} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
