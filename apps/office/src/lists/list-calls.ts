import type { StaffInput, StaffOutput } from '@fairlot/client';
import type { StaffCallName, StaffPage } from '@fairlot/contract';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { office } from '../shared/services/office.ts';
import { queryClient } from '../shared/services/query-client.ts';

/** Names of the calls that return a page of a list. */
export type ListName = {
  [N in StaffCallName]: StaffOutput<N> extends { readonly list: readonly unknown[]; readonly total: number }
    ? N
    : never;
}[StaffCallName];

/** A row of a list. */
export type RowOf<N extends ListName> = StaffOutput<N> extends { readonly list: readonly (infer Row)[] } ? Row : never;

/** Polling interval of a visible list or record, so that the work of others appears without a reload. */
export const REFRESH_MS = 15_000;

/** Reads a page of a list; the previous page stays in view until the next has arrived. */
export function useListPage<N extends ListName>(name: N, input: StaffInput<N>): UseQueryResult<StaffPage<RowOf<N>>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: async ({ signal }) => (await office.call(name, input, { signal })) as unknown as StaffPage<RowOf<N>>,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Reads all rows of a list, page by page, up to `mostPages`. */
export async function allRows<N extends ListName>(
  name: N,
  mostPages: number,
  signal?: AbortSignal,
): Promise<readonly RowOf<N>[]> {
  const all: RowOf<N>[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const input = { page } as unknown as StaffInput<N>;
    // oxlint-disable-next-line no-await-in-loop -- The total is known after the first page only.
    const answer = await office.call(name, input, signal === undefined ? {} : { signal });
    const { list, total } = answer as unknown as StaffPage<RowOf<N>>;
    all.push(...list);
    if (list.length === 0 || all.length >= total) break;
  }
  return all;
}

/** Reads a list again and returns its row that passes a test, if the screen shows it. */
export async function rowAgain<N extends ListName>(
  name: N,
  isIt: (row: RowOf<N>) => boolean,
): Promise<RowOf<N> | undefined> {
  await queryClient.refetchQueries({ queryKey: [name], type: 'active' });
  const pages = queryClient.getQueriesData<StaffPage<RowOf<N>>>({ queryKey: [name], type: 'active' });
  return pages.flatMap(([, page]) => page?.list ?? []).find(isIt);
}

/** Reads the answer of one call. */
export function useRead<N extends StaffCallName>(
  name: N,
  input: StaffInput<N>,
  options: { readonly every?: number; readonly enabled?: boolean } = {},
): UseQueryResult<StaffOutput<N>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => office.call(name, input, { signal }),
    refetchInterval: options.every ?? false,
    enabled: options.enabled ?? true,
  });
}
