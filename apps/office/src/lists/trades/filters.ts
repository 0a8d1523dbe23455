import type { Text } from '../../shared/language/text.ts';
import { type Filter, USER_FILTER } from '../list-types.ts';

/** The filters of positions and orders, after the one of their states. */
export function tradeFilters(t: Text): readonly Filter[] {
  return [
    USER_FILTER,
    { kind: 'text', name: 'instrument', label: 'instrument' },
    {
      kind: 'choice',
      name: 'side',
      label: 'side',
      options: (['buy', 'sell'] as const).map((value) => ({ value, label: t(`event.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'accounts',
      label: 'accounts',
      // Numbers of demo accounts' orders are higher, so a list of all would begin with them.
      first: 'real',
      options: [
        ...(['real', 'demo'] as const).map((value) => ({ value, label: t(`kind.${value}`) })),
        { value: '', label: t('list.all') },
      ],
    },
  ];
}

/** The filter by state; the first one is shown at first. */
export function stateFilter(t: Text, states: readonly ('open' | 'closed' | 'pending' | 'cancelled')[]): Filter {
  return {
    kind: 'choice',
    name: 'state',
    label: 'state',
    first: states[0] ?? '',
    options: states.map((value) => ({ value, label: t(`state.${value}`) })),
  };
}
