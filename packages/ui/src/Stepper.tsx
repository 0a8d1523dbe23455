import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';

export interface StepperProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  /** The text as typed; the caller parses it. */
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly onMinus: () => void;
  readonly onPlus: () => void;
  readonly minusLabel: string;
  readonly plusLabel: string;
  readonly minusDisabled?: boolean;
  readonly plusDisabled?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

/** A decimal field with minus and plus buttons. It holds text, so that no conversion to a number rounds the value. */
export function Stepper(props: StepperProps): ReactNode {
  const { label, labelHidden = false, value, onValue, error, hint, disabled = false } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="w-full">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1 block text-12 text-quiet'}>
        {label}
      </label>
      <div
        dir="ltr"
        className={cx(
          'flex items-center rounded-control border bg-surface transition focus-within:border-brand focus-within:outline-1 focus-within:outline-brand',
          error === undefined ? 'border-line-strong' : 'border-critical',
          disabled && 'bg-sunken',
        )}
      >
        <IconButton
          icon="minus"
          label={props.minusLabel}
          quiet
          disabled={disabled || props.minusDisabled === true}
          onClick={props.onMinus}
        />
        <input
          id={id}
          value={value}
          disabled={disabled}
          placeholder={props.placeholder}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={(event) => onValue(event.target.value)}
          onFocus={(event) => event.target.select()}
          className="figure min-h-11 w-full min-w-0 flex-1 scroll-my-8 bg-transparent text-center text-16 font-medium text-ink outline-none disabled:text-faint"
        />
        <IconButton
          icon="plus"
          label={props.plusLabel}
          quiet
          disabled={disabled || props.plusDisabled === true}
          onClick={props.onPlus}
        />
      </div>
      {note === undefined ? null : (
        <p id={`${id}-note`} className={cx('mt-1 text-12', error === undefined ? 'text-quiet' : 'text-critical')}>
          {note}
        </p>
      )}
    </div>
  );
}
