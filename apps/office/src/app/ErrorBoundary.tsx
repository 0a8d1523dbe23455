import { ErrorState } from '@fairlot/ui';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';

/** A screen that breaks leaves the rest of the page alone. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
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
      text={t('error.broken')}
      retryLabel={t('error.reload')}
      onRetry={() => location.reload()}
    />
  );
}
