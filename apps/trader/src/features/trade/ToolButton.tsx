import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { DIRECTED_TOOLS, TOOL_ICONS } from './tool-icons.ts';
import type { ToolIconName } from './tool-icons.ts';

export function ToolIcon({ name, size = 20 }: { readonly name: ToolIconName; readonly size?: number }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('shrink-0', DIRECTED_TOOLS.has(name) && 'rtl:-scale-x-100')}
    >
      {TOOL_ICONS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

export interface ToolButtonProps {
  readonly icon: ToolIconName;
  readonly label: string;
  /** The tool is in use. */
  readonly active?: boolean;
  /** The button opens a sheet. */
  readonly opens?: boolean;
  /** The button shows and hides a panel next to it, which is visible now. */
  readonly expanded?: boolean | undefined;
  /** The button switches something on and off, which is on now. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

/** A chart tool with an icon only. */
export function ToolButton({
  icon,
  label,
  active = false,
  opens = false,
  expanded,
  pressed,
  disabled = false,
  onPress,
}: ToolButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-haspopup={opens ? 'dialog' : undefined}
      aria-expanded={expanded}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
      className={cx(
        'inline-grid min-h-11 min-w-10 place-items-center rounded-control transition pointed:bg-sunken disabled:text-faint disabled:opacity-40',
        active ? 'text-brand' : 'text-quiet',
      )}
    >
      <ToolIcon name={icon} />
    </button>
  );
}
