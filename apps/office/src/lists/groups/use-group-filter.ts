import { DEFAULT_GROUPS } from '@fairlot/domain';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Filter } from '../list-types.ts';
import { allGroups } from './all-groups.ts';

const NAME = 'group_id';
/** A house that added no group has those of new accounts only, which the kind of account tells already. */
const FIRST_GROUPS = Object.keys(DEFAULT_GROUPS).length;

/** The filter of a list by the accounts' group; none while there are only the groups of new accounts. */
export function useGroupFilter(): readonly Filter[] {
  const [params] = useSearchParams();
  const { data: groups = [] } = useQuery({
    queryKey: ['officeGroups', 'all'],
    queryFn: ({ signal }) => allGroups(signal),
  });
  const given = /^[1-9]\d{0,8}$/.exec(params.get(NAME) ?? '')?.[0];
  // A link may name a group before the groups are read, or one that was removed.
  if (groups.length <= FIRST_GROUPS && given === undefined) return [];
  const options = groups.map(({ id, name }) => ({ value: String(id), label: name }));
  const isListed = given === undefined || options.some(({ value }) => value === given);
  return [
    {
      kind: 'choice',
      name: NAME,
      label: NAME,
      options: isListed ? options : [...options, { value: given, label: given }],
    },
  ];
}
