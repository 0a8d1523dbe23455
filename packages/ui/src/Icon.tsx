import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { DIRECTED, ICONS } from './icons.ts';
import type { IconName } from './icons.ts';

export interface IconProps {
  readonly name: IconName;
  /** Edge in pixels. */
  readonly size?: number;
}

/** One of our own signs, in the colour of the text around it. Decorative: the meaning is said by words. */
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
