import type { ReactNode } from 'react';

export interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A separately scrolling part of a screen. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling region must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
