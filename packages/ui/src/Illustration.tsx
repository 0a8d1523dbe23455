import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import type { IllustrationName } from './illustrations.ts';

/**
 * The drawings load when the first is needed. If they cannot load, the area stays empty; the text states everything.
 */
const Art = lazy(() =>
  import('./IllustrationArt.tsx').then(
    ({ IllustrationArt }) => ({ default: IllustrationArt }),
    () => ({ default: nothing }),
  ),
);

function nothing(): ReactNode {
  return null;
}

/**
 * An illustration for an empty or failed area, 160 × 120 px, with its space reserved while it loads. Decorative: words
 * must state the meaning.
 */
export function Illustration({ name }: { readonly name: IllustrationName }): ReactNode {
  return (
    <span aria-hidden="true" className="block h-30 w-40 shrink-0">
      <Suspense>
        <Art name={name} />
      </Suspense>
    </span>
  );
}
