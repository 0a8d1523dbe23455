import type { StateName, Text } from '../shared/language/text.ts';
import type { Filter } from './list-types.ts';

interface StateFilterOptions {
  /** Field of the call's input; default: state. */
  readonly name?: string;
  /** The state that the list shows at first; default: all. */
  readonly first?: StateName;
  /** Offers all states as well, for a list that begins with one of them. */
  readonly all?: boolean;
}

/** The filter of a list by the state of its records, in the given order. */
export function stateFilter(
  t: Text,
  states: readonly StateName[],
  { name = 'state', first, all = false }: StateFilterOptions = {},
): Filter {
  return {
    kind: 'choice',
    name,
    label: 'state',
    ...(first !== undefined && { first }),
    options: [
      ...states.map((value) => ({ value, label: t(`state.${value}`) })),
      ...(all ? [{ value: '', label: t('list.all') }] : []),
    ],
  };
}
