import { ErrorState } from '@fairlot/ui';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';

interface State {
  readonly failed: boolean;
}

/** A screen that breaks, or whose program could not be loaded, leaves the rest of the page alone. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Failure /> : this.props.children;
  }
}

function Failure(): ReactNode {
  const t = useText();
  return (
    <ErrorState
      title={t('error.title')}
      text={t('error.text')}
      retryLabel={t('error.reload')}
      onRetry={() => location.reload()}
    />
  );
}
