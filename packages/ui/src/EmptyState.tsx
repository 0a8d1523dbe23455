import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Illustration } from './Illustration.tsx';
import type { IllustrationName } from './illustrations.ts';

export interface EmptyStateProps {
  /** Illustration of the missing content. */
  readonly art?: IllustrationName | undefined;
  /** Icon to show instead of an illustration in a small area. */
  readonly icon?: IconName | undefined;
  readonly title: string;
  /** Describes the content that will appear here. */
  readonly text?: string | undefined;
  /** The next step, usually a Button. */
  readonly action?: ReactNode;
}

/**
 * Explains an empty area and offers the next step. In a low area that is a container of its size, the words and the step
 * stay and the picture goes.
 */
export function EmptyState({ art, icon = 'inbox', title, text, action }: EmptyStateProps): ReactNode {
  return (
    <div className="mx-auto flex max-w-90 flex-col items-center px-6 py-8 text-center [@container_(height<16rem)]:py-2">
      {art === undefined ? (
        <span className="mb-3 grid size-12 [@container_(height<16rem)]:hidden place-items-center rounded-full bg-sunken text-faint">
          <Icon name={icon} />
        </span>
      ) : (
        <span className="mb-3 [@container_(height<16rem)]:hidden">
          <Illustration name={art} />
        </span>
      )}
      <p className="text-16 font-semibold text-balance text-ink">{title}</p>
      {text === undefined ? null : <p className="mt-1 text-14 text-balance text-quiet">{text}</p>}
      {action === undefined ? null : <div className="mt-4">{action}</div>}
    </div>
  );
}
