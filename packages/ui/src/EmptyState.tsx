import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Illustration } from './Illustration.tsx';
import type { IllustrationName } from './illustrations.ts';

export interface EmptyStateProps {
  /** The drawing of what would be here. */
  readonly art?: IllustrationName | undefined;
  /** A sign instead of a drawing, where there is little room. */
  readonly icon?: IconName | undefined;
  readonly title: string;
  /** What will appear here. */
  readonly text?: string | undefined;
  /** The one next step, usually a Button. */
  readonly action?: ReactNode;
}

/** Says what will appear in an empty place, and offers the one next step. */
export function EmptyState({ art, icon = 'inbox', title, text, action }: EmptyStateProps): ReactNode {
  return (
    <div className="mx-auto flex max-w-90 flex-col items-center px-6 py-8 text-center">
      {art === undefined ? (
        <span className="mb-3 grid size-12 place-items-center rounded-full bg-sunken text-faint">
          <Icon name={icon} />
        </span>
      ) : (
        <span className="mb-3">
          <Illustration name={art} />
        </span>
      )}
      <p className="text-16 font-semibold text-balance text-ink">{title}</p>
      {text === undefined ? null : <p className="mt-1 text-14 text-balance text-quiet">{text}</p>}
      {action === undefined ? null : <div className="mt-4">{action}</div>}
    </div>
  );
}
