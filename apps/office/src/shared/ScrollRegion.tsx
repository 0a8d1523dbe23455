import type { ReactNode } from 'react';

export interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A part of a screen that scrolls by itself. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps): ReactNode {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls is reached by keyboard.
  return (
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
