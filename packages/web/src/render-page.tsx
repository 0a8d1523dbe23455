import { StrictMode } from 'react';
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
    root.render(<StrictMode>{render()}</StrictMode>);
  } catch {
    root.render(
      <p style={{ padding: '2rem', textAlign: 'center' }}>
        <a href={location.href} onClick={() => location.reload()}>
          {name} ↻
        </a>
      </p>,
    );
  }
}
