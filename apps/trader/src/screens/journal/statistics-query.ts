import { readTradeStatistics } from '@fairlot/client';
import type { TradeStatistics } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { inputOf, searchOf } from '../../features/statement/statement-filter.ts';
import type { StatementFilter } from '../../features/statement/statement-filter.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

/** The statistics for a filter, in the device's time zone. The former ones stay visible while the next load. */
export function useTradeStatistics(filter: StatementFilter): UseQueryResult<TradeStatistics> {
  const user = useSession((session) => session.user?.uid ?? '');
  const [input, timeZone] = [inputOf(filter), deviceZone()];
  return useQuery({
    queryKey: accountKey(user, 'trade-statistics', searchOf(input), timeZone),
    enabled: user !== '',
    placeholderData: (before, asked) => (asked?.queryKey[1] === user ? before : undefined),
    queryFn: ({ signal }) => readTradeStatistics(api, { ...input, timeZone }, { quiet: true, signal }),
  });
}

/** The device's zone as an IANA name; some browsers don't know it, or name it by an offset. */
function deviceZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone !== undefined && /^[A-Za-z]/.test(zone) && zone !== 'Etc/Unknown' ? zone : 'UTC';
}
