import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface ChipProps {
  readonly pressed: boolean;
  /** For rows of many short figures: the chips fill the row and have a small minimum width. */
  readonly narrow?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A filter that is on or off. */
export function Chip({ pressed, narrow = false, disabled = false, onPress, children }: ChipProps): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
      className={cx('group inline-flex min-h-11 shrink-0 items-center disabled:opacity-40', narrow && 'grow')}
    >
      <span
        className={cx(
          'inline-flex min-h-8 items-center rounded-full border text-14 font-medium whitespace-nowrap transition',
          narrow ? 'w-full justify-center px-1.5' : 'px-3',
          pressed
            ? 'border-brand-fill bg-brand-fill text-on-fill'
            : 'border-line bg-surface text-quiet group-hover:bg-sunken group-active:bg-sunken',
        )}
      >
        {children}
      </span>
    </button>
  );
}
