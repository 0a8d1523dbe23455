import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { figuresIn } from './figures-in.ts';

/** A longer run of digits than any number of a telephone may still break. */
const MOST_ON_A_LINE = 24;

/** A text that people wrote, in a place that has its direction: the groups of a telephone number and the signs of figures stay where they belong. */
export function Written({ text }: { readonly text: string }): ReactNode {
  return figuresIn(text).map((part, index) => (
    // The parts of a text have no names, and they do not move.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index % 2 === 1 ? (
        <bdi dir="ltr" className={part.length > MOST_ON_A_LINE ? '' : 'whitespace-nowrap'}>
          {part}
        </bdi>
      ) : (
        part
      )}
    </Fragment>
  ));
}
