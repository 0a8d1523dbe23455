import { useMutation, useQuery } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { OutputOf, PriceAlert, calls } from '@fairlot/contract';
import { alertsKey } from '../../alerts/alerts-key.ts';
import { queryClient } from '../../shared/query-client.ts';
import { useApi } from '../../shared/services.ts';
import { useSession } from '../../shared/session.ts';

export type AlertLists = OutputOf<(typeof calls)['alertList']>;

/** The alerts of the signed-in user. */
export function useAlerts(): UseQueryResult<AlertLists> {
  const api = useApi();
  const user = useSession((session) => session.user?.uid ?? '');
  return useQuery({
    queryKey: alertsKey(user),
    queryFn: ({ signal }) => api.call('alertList', {}, { quiet: true, signal }),
    enabled: user !== '',
  });
}

export interface NewAlert {
  readonly forex_id: number;
  readonly side: 'bid' | 'ask';
  readonly direction: 'rise' | 'fall';
  readonly price: string;
  /** The same for every try of the same wish. */
  readonly key: string;
}

/** Sets an alert. */
export function useSetAlert(): UseMutationResult<PriceAlert, Error, NewAlert> {
  const api = useApi();
  return useMutation({
    mutationFn: ({ key, ...alert }: NewAlert) => api.call('alertSet', alert, { key }),
    onSettled: refresh,
  });
}

/** Takes an alert back, or out of the history. */
export function useRemoveAlert(): UseMutationResult<object, Error, number> {
  const api = useApi();
  return useMutation({ mutationFn: (id: number) => api.call('alertRemove', { id }), onSettled: refresh });
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: alertsKey(useSession.getState().user?.uid ?? '') });
}
