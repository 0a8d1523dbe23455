import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { IllustrationName } from './illustrations.ts';

export interface ErrorStateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  readonly busy?: boolean;
  /** Illustration to show instead of the default for an error or for being offline. */
  readonly art?: IllustrationName | undefined;
}

/** Reports content that could not be loaded, with a retry button. */
export function ErrorState({ title, text, retryLabel, onRetry, busy = false, art }: ErrorStateProps): ReactNode {
  return (
    <div role="alert">
      <EmptyState
        art={art ?? (navigator.onLine ? 'failed' : 'offline')}
        title={title}
        text={text}
        action={
          <Button kind="secondary" busy={busy} onClick={onRetry}>
            {retryLabel}
          </Button>
        }
      />
    </div>
  );
}
