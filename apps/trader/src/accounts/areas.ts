import type { CallOutput } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../shared/language.ts';
import { useApi } from '../shared/services.ts';

export type Area = CallOutput<'areaList'>[number];

/** Countries and territories that may register, named in the visitor's language. */
export function useAreas(asks = true): UseQueryResult<readonly Area[]> {
  const api = useApi();
  const language = useLanguage();
  return useQuery({
    enabled: asks,
    queryKey: ['areas', language],
    queryFn: ({ signal }) => api.call('areaList', {}, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The country that the device's own language names, such as AT of de-AT. */
export function countryOfDevice(): string | undefined {
  try {
    return new Intl.Locale(navigator.language).region;
  } catch {
    return undefined;
  }
}
