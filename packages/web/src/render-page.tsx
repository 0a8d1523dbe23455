import { StrictMode, startTransition, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

export interface StartedPage {
  /** Name of the page, shown if its texts cannot be loaded. */
  readonly name: string;
  /** Resolves when the texts and everything else that the first render needs are loaded. */
  readonly ready: Promise<unknown>;
  readonly render: () => ReactNode;
}

/** Renders the page into #root when it is ready. If that fails, shows the page's name and a retry button. */
export async function renderPage({ name, ready, render }: StartedPage): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) throw new Error('the page has no #root');
  const root = createRoot(element);
  try {
    await ready;
    const page = <Started hash={location.hash}>{render()}</Started>;
    // A transition: React draws it in slices, between which the page answers.
    startTransition(() => root.render(import.meta.env.DEV ? <StrictMode>{page}</StrictMode> : page));
  } catch {
    root.render(
      <p style={{ padding: '2rem', textAlign: 'center' }}>
        <button type="button" onClick={() => location.reload()}>
          {name} ↻
        </button>
      </p>,
    );
  }
}

interface StartedProps {
  /** Fragment of the address before the page was drawn. */
  readonly hash: string;
  readonly children: ReactNode;
}

/**
 * Repeats a change of the address that came while the page was drawn: a router listens only afterwards. Before the
 * effects of the screens, which may change the address themselves.
 */
function Started({ hash, children }: StartedProps): ReactNode {
  useLayoutEffect(() => {
    if (location.hash !== hash) dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, [hash]);
  return children;
}
