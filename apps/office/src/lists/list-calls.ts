import type { StaffInput, StaffOutput } from '@fairlot/client';
import type { StaffCallName, StaffPage } from '@fairlot/contract';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { office } from '../shared/office.ts';

/** Names of the calls that answer a page of a list. */
export type ListName = {
  [N in StaffCallName]: StaffOutput<N> extends { readonly list: readonly unknown[]; readonly total: number }
    ? N
    : never;
}[StaffCallName];

/** A row of a list. */
export type RowOf<N extends ListName> = StaffOutput<N> extends { readonly list: readonly (infer Row)[] } ? Row : never;

/** How often a list that is in view is asked for again: what waits must not wait for a reload. */
const REFRESH_MS = 15_000;

/** A page of a list; the last one stays in view while the next is fetched. */
export function useListPage<N extends ListName>(name: N, input: StaffInput<N>): UseQueryResult<StaffPage<RowOf<N>>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: async ({ signal }) => (await office.call(name, input, { signal })) as unknown as StaffPage<RowOf<N>>,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** What one call reads. */
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
