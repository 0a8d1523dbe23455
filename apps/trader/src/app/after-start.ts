import { keepMarket } from '../shared/kept-market.ts';
import { marketNow } from '../shared/market.ts';

/** What the page does once it stands: it obeys shortcuts, keeps the market for a start without a network, and has the worker that makes such a start. */
export function afterStart(): void {
  keepMarket(marketNow);
  import('./shortcuts/listen.ts').then(({ startShortcuts }) => startShortcuts()).catch(() => undefined);
  // A page that is being developed changes too often to be kept.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  import('./service-worker.ts').then(({ startServiceWorker }) => startServiceWorker()).catch(() => undefined);
}
