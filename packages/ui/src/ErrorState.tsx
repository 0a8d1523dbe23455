import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

export interface ErrorStateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  readonly busy?: boolean;
}

/** Something could not be loaded; the way on is to try again. */
export function ErrorState({ title, text, retryLabel, onRetry, busy = false }: ErrorStateProps): ReactNode {
  return (
    <div role="alert">
      <EmptyState icon="offline" title={title} text={text} action={<Button kind="secondary" busy={busy} onClick={onRetry}>{retryLabel}</Button>} />
    </div>
  );
}
