import type { ReactNode } from 'react';
import { Dollars } from '../Dollars.tsx';
import type { Fact } from './order-facts.ts';

/** Labelled figures of an order, below a line. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="mt-2 border-t border-line pt-2">
      {facts.map(({ name, value, words, dollars: kind }) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-4 py-1">
          <dt className="min-w-0 text-14 text-quiet">{name}</dt>
          <dd className="text-end text-14 font-medium">
            <span className={words === true ? 'tabular-nums' : 'figure'}>
              {typeof value === 'string' ? value : <Dollars value={value} result={kind === 'result'} unit />}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
