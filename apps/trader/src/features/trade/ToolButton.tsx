import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { TOOL_ICONS } from './tool-icons.ts';
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
      className="shrink-0"
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
  readonly onPress: () => void;
}

/** A chart tool with an icon only. */
export function ToolButton({ icon, label, active = false, opens = false, onPress }: ToolButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-haspopup={opens ? 'dialog' : undefined}
      onClick={onPress}
      className={cx(
        'inline-grid min-h-11 min-w-10 place-items-center rounded-control transition pointed:bg-sunken',
        active ? 'text-brand' : 'text-quiet',
      )}
    >
      <ToolIcon name={icon} />
    </button>
  );
}
