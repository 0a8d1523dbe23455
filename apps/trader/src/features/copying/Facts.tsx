import { formatMoneyText, formatResult } from '@fairlot/client';
import type { Money } from '@fairlot/domain';
import { Change } from '@fairlot/ui';
import type { ReactNode } from 'react';

/** A name and a figure of a card. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-quiet wrap-anywhere">{name}</dt>
      <dd className="mt-0.5 text-14 font-medium wrap-anywhere">
        <span className="figure">{children}</span>
      </dd>
    </div>
  );
}

/** Dollars without a sign. */
export function Sum({ value }: { readonly value: Money }): ReactNode {
  return <span className="figure">{formatMoneyText(value)}</span>;
}

/** Dollars of a gain or loss. */
export function DollarResult({ value }: { readonly value: Money }): ReactNode {
  return <Change value={formatResult(value)} />;
}

/** A titled card. */
export function Card({
  title,
  note,
  children,
}: {
  readonly title?: string;
  readonly note?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="rounded-surface border border-line bg-surface p-4">
      {title === undefined ? null : <h2 className="text-16 font-semibold wrap-anywhere">{title}</h2>}
      {note === undefined ? null : <p className="mt-0.5 text-12 text-quiet">{note}</p>}
      <div className={title === undefined ? '' : 'mt-3'}>{children}</div>
    </section>
  );
}

/** The figures of a card, in two columns on phones and four on wide windows. */
export function FactGrid({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className="grid grid-cols-2 gap-x-4 gap-y-3 min-[48rem]:grid-cols-4 crowded:grid-cols-1">{children}</dl>;
}
