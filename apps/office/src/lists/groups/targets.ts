import { useQuery } from '@tanstack/react-query';
import { useText } from '../../shared/language/language.ts';
import { allRows, useRead } from '../list-calls.ts';
import { scopeOf, targetOf } from './rule.ts';

/** A category or an instrument that a rule can be about. */
export interface Target {
  readonly target: string;
  readonly scope: 'category' | 'instrument';
  readonly name: string;
}

const FRESH_MS = 60_000;
/** More pages than the catalogue may have instruments. */
const MOST_PAGES = 60;

/** The categories and the instruments, by name; undefined while they load. */
export function useTargets(): readonly Target[] | undefined {
  const categories = useRead('officeCategories', {}).data?.categories;
  const { data: instruments } = useQuery({
    queryKey: ['officeInstruments', 'all'],
    queryFn: ({ signal }) => allRows('officeInstruments', MOST_PAGES, signal),
    staleTime: FRESH_MS,
  });
  if (categories === undefined || instruments === undefined) return undefined;
  const named = (scope: Target['scope'], id: number, name: string): Target => ({
    target: targetOf({ scope, id }),
    scope,
    name,
  });
  return [
    ...categories.map(({ id, name }) => named('category', id, name)),
    ...instruments
      .map(({ id, code }) => named('instrument', id, code))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
  ];
}

/** Returns the name of a target: with its kind for a category, the number for one that is gone, dots while names load. */
export function useTargetName(): (target: string) => string {
  const t = useText();
  const targets = useTargets();
  return (target) => {
    const { scope, id } = scopeOf(target);
    const name = targets === undefined ? '…' : (targets.find((each) => each.target === target)?.name ?? String(id));
    return scope === 'category' ? `${t('field.category_id')}: ${name}` : name;
  };
}
