import { Fragment } from 'react';
import type { ReactNode } from 'react';

export interface FigureLine {
  readonly label: string;
  readonly value: ReactNode;
  /** Explains the figure, below it. Empty parts are left out. */
  readonly note?: string | readonly string[] | undefined;
}

/** Labels with their figures, one per line. */
export function FigureList({ figures }: { readonly figures: readonly FigureLine[] }): ReactNode {
  return (
    <dl className="divide-y divide-line rounded-control border border-line text-14">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2">
          <dt className="text-quiet">{label}</dt>
          <dd className="ms-auto min-w-0 text-end font-medium wrap-anywhere">{value}</dd>
          {note === undefined ? null : <Note parts={typeof note === 'string' ? [note] : note} />}
        </div>
      ))}
    </dl>
  );
}

/** Parts with dots between them. Each stays in an element of its own, so that the other direction of a name moves no other part. */
function Note({ parts }: { readonly parts: readonly string[] }): ReactNode {
  return (
    <dd className="basis-full text-12 text-quiet">
      {parts
        .filter((part) => part !== '')
        .map((part, place) => (
          <Fragment key={part}>
            {place === 0 ? null : ' · '}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
    </dd>
  );
}
