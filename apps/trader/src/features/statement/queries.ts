import { CallError, readStatement, readStatementMovements, readStatementTrades } from '@fairlot/client';
import type { Statement, StatementMovement, StatementTrade } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { saveFile } from '../../shared/device/save-file.ts';
import { useRecords } from '../../shared/lists/records.ts';
import type { RecordQuery } from '../../shared/lists/records.ts';
import { accountKey, queryClient } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { inputOf, searchOf } from './statement-filter.ts';
import type { StatementFilter } from './statement-filter.ts';

/** The statement for a filter. The former one stays visible while the next loads. */
export function useStatement(filter: StatementFilter): UseQueryResult<Statement> {
  const user = useSession((session) => session.user?.uid ?? '');
  const input = inputOf(filter);
  return useQuery({
    queryKey: accountKey(user, 'statement', searchOf(input)),
    enabled: user !== '',
    placeholderData: (before, asked) => (asked?.queryKey[1] === user ? before : undefined),
    queryFn: ({ signal }) => readStatement(api, input, { quiet: true, signal }),
  });
}

/** Closed trades, newest first. */
export function useTrades(filter: StatementFilter): RecordQuery<StatementTrade> {
  const input = inputOf(filter);
  return useRecords<StatementTrade>(`statement-trades?${searchOf(input)}`, (page, signal) =>
    readStatementTrades(api, { ...input, page }, { quiet: true, signal }),
  );
}

/** Movements, newest first. */
export function useMovements(filter: StatementFilter): RecordQuery<StatementMovement> {
  return useRecords<StatementMovement>(`statement-movements?${searchOf(filter)}`, (page, signal) =>
    readStatementMovements(api, { ...filter, page }, { quiet: true, signal }),
  );
}

/** Refetches all queries of statements. */
export function reloadStatements(user: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] === 'account' &&
      queryKey[1] === user &&
      String(queryKey[2] === 'records' ? queryKey[3] : queryKey[2]).startsWith('statement'),
  });
}

/** Limit of closed trades in a printed statement. */
export const PRINTED_TRADES = 1000;
const PRINT_PAGE = 200;

export function useAllTrades(
  filter: StatementFilter,
): UseQueryResult<{ readonly list: readonly StatementTrade[]; readonly total: number }> {
  const user = useSession((session) => session.user?.uid ?? '');
  const input = inputOf(filter);
  return useQuery({
    queryKey: accountKey(user, 'statement-print', searchOf(input)),
    enabled: user !== '',
    queryFn: async ({ signal }) => {
      const list: StatementTrade[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await readStatementTrades(api, { ...input, page, size: PRINT_PAGE }, { quiet: true, signal });
        list.push(...answer.items);
        if (list.length >= Math.min(answer.total, PRINTED_TRADES) || answer.items.length === 0)
          return { list, total: answer.total };
      }
    },
  });
}

/** Downloads a file of the statement under the server's file name. The call itself shows errors. */
export async function saveStatement(
  part: 'trades' | 'movements' | 'instruments',
  filter: StatementFilter,
): Promise<void> {
  try {
    saveFile(await api.download('statementFile', { ...filter, part }));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}
