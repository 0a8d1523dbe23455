import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  readonly disabled?: boolean;
}

/** An on/off setting with its label; a press anywhere on the row toggles it. */
export function Switch({ checked, onChange, label, disabled = false }: SwitchProps): ReactNode {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="touch flex w-full items-center justify-between gap-3 rounded-control text-start text-14 disabled:text-faint"
    >
      <span className="min-w-0">{label}</span>
      <span
        aria-hidden="true"
        className={cx(
          'relative h-6 w-10 shrink-0 rounded-full transition',
          disabled && 'opacity-40',
          checked ? 'bg-brand-fill' : 'bg-line-strong',
        )}
      >
        <span
          className={cx(
            'absolute top-0.5 size-5 rounded-full bg-on-fill transition-all',
            checked ? 'start-4.5' : 'start-0.5',
          )}
        />
      </span>
    </button>
  );
}
