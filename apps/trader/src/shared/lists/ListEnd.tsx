import { Button, Spinner } from '@fairlot/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useText } from '../language/language.ts';

export interface ListEndProps {
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onMore: () => void;
}

/** Loads the next page before the reader reaches the end. After a failure it waits for a tap. */
export function ListEnd({ more, loading, failed, scroller, onMore }: ListEndProps): ReactNode {
  const t = useText();
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    const element = mark.current;
    if (element === null || !more || loading || failed) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      {
        root: scroller.current,
        rootMargin: '400px',
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [more, loading, failed, scroller]);
  return (
    <div ref={mark} className="flex min-h-14 items-center justify-center py-2 text-12 text-faint">
      {failed ? (
        <Button kind="plain" onClick={onMore}>
          {t('orders.moreFailed')} · {t('common.retry')}
        </Button>
      ) : loading ? (
        <output aria-label={t('orders.loadingMore')}>
          <Spinner />
        </output>
      ) : more ? null : (
        t('common.noMore')
      )}
    </div>
  );
}
