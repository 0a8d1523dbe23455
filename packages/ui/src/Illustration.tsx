import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import type { IllustrationName } from './illustrations.ts';

/** The drawings come when the first is needed; where they cannot be had, their place stays empty and the words say it all. */
const Art = lazy(() =>
  import('./IllustrationArt.tsx').then(
    ({ IllustrationArt }) => ({ default: IllustrationArt }),
    () => ({ default: nothing }),
  ),
);

function nothing(): ReactNode {
  return null;
}

/** A quiet drawing for an empty or failed place, 160 × 120, its room kept while it comes. Decorative: words say what it means. */
export function Illustration({ name }: { readonly name: IllustrationName }): ReactNode {
  return (
    <span aria-hidden="true" className="block h-30 w-40 shrink-0">
      <Suspense>
        <Art name={name} />
      </Suspense>
    </span>
  );
}
