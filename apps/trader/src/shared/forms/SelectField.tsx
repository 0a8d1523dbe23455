import { Icon } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

export interface SelectFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly options: readonly { readonly value: number; readonly label: string }[];
  readonly onValue: (value: number) => void;
}

/** Selects one option with a native `<select>`, which is accessible and familiar on every device. */
export function SelectField({ label, value, options, onValue }: SelectFieldProps): ReactNode {
  const id = useId();
  return (
    <div className="w-full">
      <label htmlFor={id} className="mb-1 block text-12 text-quiet">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value ?? ''}
          onChange={(event) => onValue(Number(event.target.value))}
          className="min-h-11 w-full appearance-none truncate rounded-control border border-line-strong bg-surface ps-3 pe-10 text-16 text-ink outline-brand"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-faint">
          <Icon name="down" size={16} />
        </span>
      </div>
    </div>
  );
}
