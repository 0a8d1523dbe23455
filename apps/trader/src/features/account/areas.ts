import { readCallingAreas } from '@fairlot/client';
import type { CallingArea } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

/** Countries and territories where registration is open, named in the visitor's language. */
export function useAreas(asks = true): UseQueryResult<readonly CallingArea[]> {
  const language = useLanguage();
  return useQuery({
    enabled: asks,
    queryKey: ['areas', language],
    queryFn: ({ signal }) => readCallingAreas(api, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Country code from the browser's language tag, such as AT of de-AT. */
export function countryOfDevice(): string | undefined {
  try {
    return new Intl.Locale(navigator.language).region;
  } catch {
    return undefined;
  }
}
