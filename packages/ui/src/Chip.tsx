import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface ChipProps {
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A filter that is on or off. */
export function Chip({ pressed, onPress, children }: ChipProps): ReactNode {
  return (
    <button type="button" aria-pressed={pressed} onClick={onPress} className="group inline-flex min-h-11 shrink-0 items-center">
      <span
        className={cx(
          'inline-flex min-h-8 items-center rounded-full border px-3 text-14 font-medium whitespace-nowrap transition',
          pressed ? 'border-brand-fill bg-brand-fill text-on-fill' : 'border-line bg-surface text-quiet group-hover:bg-sunken group-active:bg-sunken',
        )}
      >
        {children}
      </span>
    </button>
  );
}
