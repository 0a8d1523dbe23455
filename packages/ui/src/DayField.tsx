import { useId } from 'react';
import type { ReactNode } from 'react';

export interface DayFieldProps {
  readonly label: string;
  /** A day such as 2026-01-31, or an empty text. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A day, chosen in the browser's calendar. */
export function DayField({ label, value, onValue }: DayFieldProps): ReactNode {
  const id = useId();
  return (
    <div className="w-full min-w-0">
      <label htmlFor={id} className="mb-1 block text-12 text-quiet">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        max="9999-12-31"
        onChange={(event) => onValue(event.target.value)}
        className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-16 text-ink focus:border-brand focus:outline-1 focus:outline-brand"
      />
    </div>
  );
}
