import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { figuresIn } from './figures-in.ts';

/** Telephone numbers are shorter than this; longer runs of digits may break. */
const MAX_UNBROKEN = 24;

/**
 * A text written by a user or the operator. Its telephone numbers and signed figures are isolated left-to-right, so that
 * right-to-left text does not reorder them.
 */
export function FreeText({ text }: { readonly text: string }): ReactNode {
  return figuresIn(text).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- The parts never move, so their index is a safe key.
    <Fragment key={index}>
      {index % 2 === 1 ? (
        <bdi dir="ltr" className={part.length > MAX_UNBROKEN ? '' : 'whitespace-nowrap'}>
          {part}
        </bdi>
      ) : (
        part
      )}
    </Fragment>
  ));
}
