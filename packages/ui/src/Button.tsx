import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'plain' | 'critical' | 'buy' | 'sell';

const KINDS: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-brand-fill text-on-fill pointed:bg-brand-press',
  secondary: 'bg-brand-soft text-brand pointed:brightness-90',
  plain: 'text-brand pointed:bg-brand-soft',
  critical: 'bg-critical-soft text-critical pointed:brightness-90',
  buy: 'bg-up-fill text-on-fill pointed:brightness-90',
  sell: 'bg-down-fill text-on-fill pointed:brightness-90',
};

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  readonly kind?: ButtonKind;
  /** Shows a spinner and ignores presses. The label stays for screen readers, and the button keeps the focus. */
  readonly busy?: boolean;
  /**
   * Ignores presses; the label says why. Unlike a disabled button it can have the focus, so that screen readers reach
   * its label.
   */
  readonly blocked?: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A labelled action. `buy` and `sell` use the trader's price colours and are for orders only. */
export function Button({
  kind = 'primary',
  busy = false,
  blocked = false,
  wide = false,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  const still = busy || blocked;
  return (
    <button
      {...rest}
      type={type}
      // Also prevents a submit button from submitting its form.
      onClick={still ? (event) => event.preventDefault() : onClick}
      aria-disabled={still || undefined}
      aria-busy={busy}
      className={cx(
        'touch relative inline-flex items-center justify-center gap-2 rounded-control px-4 py-2 text-16 font-semibold transition',
        blocked && !busy ? 'cursor-default bg-sunken text-faint' : KINDS[kind],
        // A busy button keeps its colours: a grey one would look like a refusal.
        busy ? 'cursor-progress' : 'disabled:text-faint disabled:opacity-100',
        // Plain buttons stay transparent when disabled; a background would overlap the border of the field around them.
        !busy && kind !== 'plain' && 'disabled:bg-sunken',
        wide && 'w-full',
      )}
    >
      {busy ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      <span className={cx('inline-flex items-center gap-2 text-center text-balance', busy && 'opacity-0')}>
        {children}
      </span>
    </button>
  );
}
