import { CallError } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRecords } from '../../money/records.ts';
import type { RecordQuery } from '../../money/records.ts';
import { accountKey, queryClient } from '../../shared/query-client.ts';
import { api } from '../../shared/services.ts';
import { useSession } from '../../shared/session.ts';
import { inputOf, searchOf } from './wish.ts';
import type { Movement, Statement, Trade, Wish } from './wish.ts';

/** The statement of a wish; the one before stays while the next is on its way. */
export function useStatement(wish: Wish): UseQueryResult<Statement> {
  const user = useSession((session) => session.user?.uid ?? '');
  const input = inputOf(wish);
  return useQuery({
    queryKey: accountKey(user, 'statement', searchOf(input)),
    enabled: user !== '',
    placeholderData: (before, asked) => (asked?.queryKey[1] === user ? before : undefined),
    queryFn: ({ signal }) => api.call('statement', input, { quiet: true, signal }),
  });
}

/** Closed trades, the last one first. */
export function useTrades(wish: Wish): RecordQuery<Trade> {
  const input = inputOf(wish);
  return useRecords<Trade>(`statement-trades?${searchOf(input)}`, async (page, signal) => {
    const { list, total } = await api.call('statementTrades', { ...input, page }, { quiet: true, signal });
    return { items: list, total };
  });
}

/** Movements, newest first. */
export function useMovements(wish: Wish): RecordQuery<Movement> {
  return useRecords<Movement>(`statement-movements?${searchOf(wish)}`, async (page, signal) => {
    const { list, total } = await api.call('statementMovements', { ...wish, page }, { quiet: true, signal });
    return { items: list, total };
  });
}

/** Everything of statements is asked for again. */
export function reloadStatements(user: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] === 'account' &&
      queryKey[1] === user &&
      String(queryKey[2] === 'records' ? queryKey[3] : queryKey[2]).startsWith('statement'),
  });
}

/** Closed trades of a printed statement, in long pages, at most this many. */
export const PRINTED_TRADES = 1000;
const PRINT_PAGE = 200;

export function useAllTrades(wish: Wish): UseQueryResult<{ readonly list: readonly Trade[]; readonly total: number }> {
  const user = useSession((session) => session.user?.uid ?? '');
  const input = inputOf(wish);
  return useQuery({
    queryKey: accountKey(user, 'statement-print', searchOf(input)),
    enabled: user !== '',
    queryFn: async ({ signal }) => {
      const list: Trade[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await api.call('statementTrades', { ...input, page, size: PRINT_PAGE }, { quiet: true, signal });
        list.push(...answer.list);
        if (list.length >= Math.min(answer.total, PRINTED_TRADES) || answer.list.length === 0)
          return { list, total: answer.total };
      }
    },
  });
}

/** Saves a file of the statement under the name that the server gives it. A failure was told already. */
export async function saveFile(part: 'trades' | 'movements' | 'instruments', wish: Wish): Promise<void> {
  try {
    const { name, content } = await api.download('statementFile', { ...wish, part });
    const url = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // Some browsers read the address a little later.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}
