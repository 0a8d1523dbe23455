import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'id' | 'onChange'> {
  readonly label: string;
  /** Hides the label except for screen readers. */
  readonly labelHidden?: boolean;
  readonly icon?: IconName;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Content at the end of the field, such as a unit or a button. */
  readonly end?: ReactNode;
  readonly onValue: (value: string) => void;
}

/**
 * A single-line text field. Text of 16 px prevents phones from zooming in. Scrolling to the field brings its label and
 * note into view.
 */
export function TextField({
  label,
  labelHidden = false,
  icon,
  hint,
  error,
  end,
  onValue,
  ...rest
}: TextFieldProps): ReactNode {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="w-full">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1 block text-12 text-quiet'}>
        {label}
      </label>
      <div
        className={cx(
          'flex min-h-11 items-center gap-2 rounded-control border bg-surface ps-3 transition focus-within:border-brand focus-within:outline-1 focus-within:outline-brand',
          error === undefined ? 'border-line-strong' : 'border-critical',
          end === undefined ? 'pe-3' : 'pe-1',
        )}
      >
        {icon === undefined ? null : (
          <span className="text-faint">
            <Icon name={icon} size={20} />
          </span>
        )}
        <input
          {...rest}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={(event) => onValue(event.target.value)}
          className="min-h-11 min-w-0 flex-1 scroll-my-8 bg-transparent text-16 text-ink outline-none [&::-webkit-search-cancel-button]:appearance-none"
        />
        {end}
      </div>
      {note === undefined ? null : (
        <p id={`${id}-note`} className={cx('mt-1 text-12', error === undefined ? 'text-quiet' : 'text-critical')}>
          {note}
        </p>
      )}
    </div>
  );
}
