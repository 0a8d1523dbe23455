import { eraseTradeNote, readTradeNote, readTradeTags, saveTradeNote } from '@fairlot/client';
import type { TradeNote, TradeTag } from '@fairlot/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useStableKey } from '../../forms/stable-key.ts';
import { accountKey, queryClient } from '../../services/query-client.ts';
import { api } from '../../services/services.ts';
import { useSession } from '../../session/session.ts';

export interface NoteDraft {
  readonly note: string;
  readonly tags: readonly string[];
}

const useUser = (): string => useSession((session) => session.user?.uid ?? '');

/**
 * The note of an order. Read again whenever it is shown, and not while it is: an answer from a cache could overwrite what
 * another device has written, and a later one what is being typed.
 */
export function useTradeNote(order: number): UseQueryResult<TradeNote> {
  const user = useUser();
  return useQuery({
    queryKey: accountKey(user, 'trade-note', order),
    enabled: user !== '',
    queryFn: ({ signal }) => readTradeNote(api, order, { quiet: true, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The user's tags, most used first. */
export function useTradeTags(): UseQueryResult<readonly TradeTag[]> {
  const user = useUser();
  return useQuery({
    queryKey: accountKey(user, 'trade-tags'),
    enabled: user !== '',
    queryFn: ({ signal }) => readTradeTags(api, { quiet: true, signal }),
  });
}

/** Stores note and tags of an order; a repeated try has the same key. */
export function useSaveNote(order: number): UseMutationResult<TradeNote, Error, NoteDraft> {
  const stableKey = useStableKey();
  return useMutation({
    mutationFn: ({ note, tags }: NoteDraft) => {
      const draft = { id: order, note, tags: [...tags] };
      return saveTradeNote(api, draft, { key: stableKey(draft) });
    },
    onSettled: reloadTagged,
  });
}

export function useEraseNote(order: number): UseMutationResult<TradeNote, Error, void> {
  return useMutation({ mutationFn: () => eraseTradeNote(api, order, {}), onSettled: reloadTagged });
}

/** Reads again what depends on tags. */
function reloadTagged(): void {
  const user = useSession.getState().user?.uid ?? '';
  for (const name of ['trade-tags', 'trade-statistics'])
    void queryClient.invalidateQueries({ queryKey: accountKey(user, name) });
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [group, owner, list, , tag] }) =>
      group === 'account' && owner === user && list === 'orders' && tag !== undefined,
  });
}
