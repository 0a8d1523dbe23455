import type { ReactNode } from 'react';

/** Facts under a heading. Divs between the facts of the list would end it, so notes stand in facts too. */
export function FactGroup({
  title,
  note,
  children,
}: {
  readonly title?: string;
  readonly note?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="border-b border-line py-2 last:border-b-0">
      {title === undefined ? null : <h3 className="pt-1 text-14 font-semibold">{title}</h3>}
      {note === undefined ? null : <p className="text-12 text-quiet">{note}</p>}
      <div>{children}</div>
    </section>
  );
}

/** A named value of the contract terms. */
export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <p className="flex min-h-8 items-center justify-between gap-4 py-1 text-14">
      <span className="min-w-0 text-quiet">{name}</span>
      <span className="text-end font-medium">{children}</span>
    </p>
  );
}
