import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

export interface SegmentedProps<Value extends string> {
  /** Name of the choice, for screen readers. */
  readonly label: string;
  readonly options: readonly SegmentedOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few visible options. Native radio buttons, so that arrow keys and screen readers work. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>): ReactNode {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="flex w-full gap-0.5 rounded-control bg-sunken p-0.5 crowded:flex-wrap"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex min-h-10 min-w-0 flex-1 crowded:flex-auto cursor-pointer items-center justify-center rounded-inner border px-2 py-1 text-center text-14 font-medium wrap-anywhere transition',
            'has-focus-visible:outline-2 has-focus-visible:outline-brand',
            option.value === value ? 'border-line bg-thumb text-ink' : 'border-transparent text-quiet hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
