import './styles.css';
import { renderPage } from '@fairlot/web';
import { App } from './app/App.tsx';
import { compose } from './app/compose.ts';
import { preload } from './app/routes.ts';
import { loadTexts } from './shared/language/language.ts';
import { prefetchMarket } from './shared/market/market.ts';
import { useSession } from './shared/session/session.ts';
import { prefetchSite } from './shared/site/site.ts';

const MARKET_PATHS: ReadonlySet<string> = new Set(['', '/', '/trade']);

const AFTER_START_MS = 2_500;

compose();

const [path = '', search = ''] = location.hash.slice(1).split('?');
const program = preload(path === '' ? '/' : path, search, useSession.getState().token !== null);
prefetchSite();
// Other screens need the list too, but later.
if (MARKET_PATHS.has(path)) prefetchMarket();

// Checks the visitor's chosen company, which may no longer accept customers. The code is loaded only with the cookie.
if (document.cookie.includes('company_id='))
  void import('./screens/companies/company-status.ts').then(({ checkCompany }) => checkCompany());

// Keeps this work out of the first paint.
if (document.readyState === 'complete') startLater();
else addEventListener('load', startLater);

function startLater(): void {
  setTimeout(() => void import('./app/after-start.ts').then(({ afterStart }) => afterStart()), AFTER_START_MS);
}

// No top-level await: the screen's chunk imports from this file, so awaiting it here would deadlock.
void renderPage({ name: 'Fairlot', ready: Promise.all([loadTexts(), program]), render: () => <App /> });
