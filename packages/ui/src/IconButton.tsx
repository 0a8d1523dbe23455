import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface IconButtonProps extends Omit<
  ComponentPropsWithRef<'button'>,
  'className' | 'children' | 'aria-label'
> {
  readonly icon: IconName;
  /** The action, for screen readers. */
  readonly label: string;
  readonly quiet?: boolean;
}

/** An action shown as an icon only, with a touch target of 44 px. */
export function IconButton({ icon, label, quiet = false, type = 'button', ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'touch inline-grid place-items-center rounded-control transition pointed:bg-sunken disabled:opacity-40',
        quiet ? 'text-quiet' : 'text-ink',
      )}
    >
      <Icon name={icon} />
    </button>
  );
}
