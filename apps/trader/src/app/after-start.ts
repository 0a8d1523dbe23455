import type { LanguageCode } from '@fairlot/i18n';
import { storeMarket } from '../shared/market/stored-market.ts';
import { marketNow } from '../shared/market/market.ts';
import { provideFailures } from './LanguageOffer.tsx';

/** Words for a language that cannot be loaded, taken from each catalogue by the build. */
declare const __FAILURES__: Readonly<Record<LanguageCode, string>>;

/**
 * Starts the work that is not needed for the first screen: keyboard shortcuts, saving the market for offline starts,
 * and the service worker.
 */
export function afterStart(): void {
  storeMarket(marketNow);
  provideFailures(__FAILURES__);
  import('./shortcuts/listen.ts').then(({ startShortcuts }) => startShortcuts()).catch(() => undefined);
  // No service worker in development: it would serve stale files.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  import('./worker/register.ts').then(({ startServiceWorker }) => startServiceWorker()).catch(() => undefined);
}
