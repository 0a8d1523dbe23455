import { searchable } from '../shared/searchable.ts';
import type { Area } from './areas.ts';

/** Areas whose name, code or calling code begins with what was typed, or holds it. */
export function filterAreas(areas: readonly Area[], text: string): readonly Area[] {
  const wanted = searchable(text.trim()).replace(/^\+|^00/, '');
  if (wanted === '') return areas;
  return areas.filter(
    ({ name, code, global_code }) =>
      searchable(name).includes(wanted) || code.toLowerCase() === wanted || global_code.startsWith(wanted),
  );
}
