import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { preload } from './app/routes.ts';
import './shared/install.ts';
import { loadTexts } from './shared/language.ts';
import { prefetchMarket } from './shared/market.ts';
import { useSession } from './shared/session.ts';
import { prefetchSite } from './shared/site.ts';

const MARKET_PATHS: ReadonlySet<string> = new Set(['', '/', '/trade']);

const AFTER_START_MS = 2_500;

const element = document.getElementById('root');
if (element === null) throw new Error('the page has no #root');
const root = createRoot(element);

const [path = '', search = ''] = location.hash.slice(1).split('?');
const program = preload(path === '' ? '/' : path, search, useSession.getState().token !== null);
prefetchSite();
// Other screens need the list too, but not first.
if (MARKET_PATHS.has(path)) prefetchMarket();

// Who chose a company that takes no customers any more is sent on; nobody else loads anything for it.
if (document.cookie.includes('company_id='))
  void import('./features/product/company-status.ts').then(({ checkCompany }) => checkCompany());

// What no first picture needs comes after it.
addEventListener('load', () =>
  setTimeout(() => void import('./app/after-start.ts').then(({ afterStart }) => afterStart()), AFTER_START_MS),
);

void show();

/** Not awaited by the module itself: the program of a screen imports from this file, and would wait for it in turn. */
async function show(): Promise<void> {
  try {
    await Promise.all([loadTexts(), program]);
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  } catch {
    // Without its texts a page has nothing to say but its name and the way to try again.
    root.render(
      <p style={{ padding: '2rem', textAlign: 'center' }}>
        <a href={location.href} onClick={() => location.reload()}>
          Fairlot ↻
        </a>
      </p>,
    );
  }
}
