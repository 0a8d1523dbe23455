import { searchable } from '../../shared/language/searchable.ts';
import type { CallingArea } from '@fairlot/client';

/** Filters areas by a part of the name, the exact country code, or the start of the calling code. */
export function filterAreas(areas: readonly CallingArea[], text: string): readonly CallingArea[] {
  const wanted = searchable(text.trim()).replace(/^\+|^00/, '');
  if (wanted === '') return areas;
  return areas.filter(
    ({ name, code, globalCode }) =>
      searchable(name).includes(wanted) || code.toLowerCase() === wanted || globalCode.startsWith(wanted),
  );
}
