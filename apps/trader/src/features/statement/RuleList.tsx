import type { ReactNode } from 'react';
import type { OrderRule } from './order-rules.ts';

/** The rules of an order in one line, which wraps between them. */
export function RuleList({ rules }: { readonly rules: readonly OrderRule[] }): ReactNode {
  if (rules.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 text-12 text-quiet">
      {rules.map(({ name, value, words }) => (
        <li key={name}>
          {name} <bdi className={words === true ? 'tabular-nums' : 'figure'}>{value}</bdi>
        </li>
      ))}
    </ul>
  );
}
