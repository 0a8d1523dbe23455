import type { ListedInstrument } from '@fairlot/client';

/** Path of the trade screen with this instrument, for a link that others open. */
export function instrumentPath({ code }: Pick<ListedInstrument, 'code'>): string {
  return `/trade?code=${encodeURIComponent(code)}`;
}

/**
 * The instrument that an address names by its code (`code`, in any case, with or without a slash) or its number
 * (`forex_id`); undefined for none and for one that is not listed.
 */
export function instrumentOfAddress<T extends Pick<ListedInstrument, 'id' | 'code'>>(
  search: string,
  list: readonly T[],
): T | undefined {
  const query = new URLSearchParams(search);
  const code = query
    .get('code')
    ?.replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  const id = Number(query.get('forex_id') ?? Number.NaN);
  return list.find((listed) => (code === undefined ? listed.id === id : listed.code.toUpperCase() === code));
}
