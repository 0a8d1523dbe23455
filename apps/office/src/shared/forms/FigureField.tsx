import { TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';

export interface FigureFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly hint?: ReactNode;
  /** Takes decimals, and so shows a keyboard with a point. */
  readonly decimal?: boolean;
  readonly onValue: (value: string) => void;
}

/** A field for a figure, which is written left to right in every language. */
export function FigureField({ label, value, error, hint, decimal = false, onValue }: FigureFieldProps): ReactNode {
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      hint={hint}
      dir="ltr"
      autoComplete="off"
      inputMode={decimal ? 'decimal' : 'numeric'}
      onValue={onValue}
    />
  );
}
