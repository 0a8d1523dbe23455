import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { DIRECTED, ICONS } from './icons.ts';
import type { IconName } from './icons.ts';

export interface IconProps {
  readonly name: IconName;
  /** Edge length in pixels. */
  readonly size?: number;
}

/** An icon of our own set, in the colour of the surrounding text. Decorative: words must state the meaning. */
export function Icon({ name, size = 24 }: IconProps): ReactNode {
  return (
    <svg
      className={cx('shrink-0', DIRECTED.has(name) && 'rtl:-scale-x-100')}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {ICONS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
