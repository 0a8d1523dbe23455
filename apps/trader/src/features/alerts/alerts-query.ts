import { useMutation, useQuery } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { readAlerts, setAlert } from '@fairlot/client';
import type { PriceAlert, PriceAlerts } from '@fairlot/client';
import { alertsKey } from './alerts-key.ts';
import { queryClient } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

/** The price alerts of the signed-in user. */
export function useAlerts(): UseQueryResult<PriceAlerts> {
  const user = useSession((session) => session.user?.uid ?? '');
  return useQuery({
    queryKey: alertsKey(user),
    queryFn: ({ signal }) => readAlerts(api, { quiet: true, signal }),
    enabled: user !== '',
  });
}

export interface NewAlert {
  readonly instrument: number;
  readonly side: 'bid' | 'ask';
  readonly direction: 'rise' | 'fall';
  readonly price: string;
  /** Idempotency key; the same for every attempt to set this alert. */
  readonly key: string;
}

/** Sets a price alert. */
export function useSetAlert(): UseMutationResult<PriceAlert, Error, NewAlert> {
  return useMutation({
    mutationFn: ({ key, ...alert }: NewAlert) => setAlert(api, alert, { key }),
    onSettled: refresh,
  });
}

/** Cancels an alert, or deletes a fired one from the history. */
export function useRemoveAlert(): UseMutationResult<object, Error, number> {
  return useMutation({ mutationFn: (id: number) => api.call('alertRemove', { id }), onSettled: refresh });
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: alertsKey(useSession.getState().user?.uid ?? '') });
}
