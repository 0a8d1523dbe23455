import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface EmptyStateProps {
  readonly icon?: IconName;
  readonly title: string;
  /** What will appear here. */
  readonly text?: string | undefined;
  /** The one next step, usually a Button. */
  readonly action?: ReactNode;
}

/** Says what will appear in an empty place, and offers the one next step. */
export function EmptyState({ icon = 'inbox', title, text, action }: EmptyStateProps): ReactNode {
  return (
    <div className="mx-auto flex max-w-90 flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 grid size-16 place-items-center rounded-full bg-sunken text-faint"><Icon name={icon} size={28} /></span>
      <p className="text-16 font-semibold text-ink">{title}</p>
      {text === undefined ? null : <p className="mt-1 text-14 text-quiet">{text}</p>}
      {action === undefined ? null : <div className="mt-5">{action}</div>}
    </div>
  );
}
