import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { When } from '../shared/cells/cells.tsx';
import { useText } from '../shared/language/language.ts';

/** True for a read that got no answer, or that the browser does not send without a network. */
function isUnanswered(query: { readonly state: QueryState }): boolean {
  const { error, fetchStatus, status } = query.state;
  return fetchStatus === 'paused' || (status === 'error' && error instanceof CallError && error.kind === 'transport');
}

interface QueryState {
  readonly error: unknown;
  readonly fetchStatus: string;
  readonly status: string;
}

/**
 * Says that the figures in view may be old, while a read of the screen gets no answer, and from when the oldest is. It
 * goes as soon as the reads are answered again.
 */
export function ConnectionMark(): ReactNode {
  const t = useText();
  const client = useQueryClient();
  const isFetching = useIsFetching() > 0;
  const cache = client.getQueryCache();
  const since = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const lost = cache.findAll({ type: 'active' }).filter(isUnanswered);
      if (lost.length === 0) return undefined;
      return Math.min(...lost.map(({ state }) => state.dataUpdatedAt));
    },
  );
  if (since === undefined) return null;
  return (
    <div
      role="alert"
      data-testid="disconnected"
      className="gutter flex flex-wrap items-center gap-x-3 bg-critical-soft py-1.5 text-14 text-critical"
    >
      <span className="flex-1">
        {t('connection.lost')}{' '}
        {since === 0 ? null : (
          <>
            {t('connection.since')} <When at={new Date(since).toISOString()} />
          </>
        )}
      </span>
      <Button kind="plain" busy={isFetching} onClick={() => void client.refetchQueries({ type: 'active' })}>
        {t('error.retry')}
      </Button>
    </div>
  );
}
