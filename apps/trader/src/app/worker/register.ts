import { realtime } from '../../shared/services/services.ts';
import { pathOf } from './files.ts';
import { useUpdate } from '../update.ts';

/** Least time between two checks for a newer build. */
const CHECK_PAUSE_MS = 60_000;

let taken = false;
let lastCheck = 0;

/** Registers the service worker, and offers a newer build of the page through `useUpdate`. */
export async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  lastCheck = Date.now();
  const offer = (): void => {
    const { waiting } = registration;
    // The very first worker has no predecessor to replace, so there is nothing to reload.
    if (waiting === null || serviceWorker.controller === null) return;
    useUpdate.setState({
      take: () => {
        taken = true;
        waiting.postMessage({ type: 'take-over' }, []);
      },
    });
  };
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  const hadOne = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (taken) location.reload();
    // Another window activated the new build; this window offers the reload to its user.
    else if (hadOne) useUpdate.setState({ take: () => location.reload() });
  });
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'go' && 'path' in data)
      location.hash = pathOf(data.path);
  });
  // A reconnect may mean that the server was upgraded.
  realtime.state.subscribe(() => {
    if (realtime.state.getSnapshot() === 'live') checkForUpdate(registration);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkForUpdate(registration);
  });
  const { active } = await serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ type: 'keep', urls: loaded }, []);
}

function checkForUpdate(registration: ServiceWorkerRegistration): void {
  if (Date.now() - lastCheck < CHECK_PAUSE_MS) return;
  lastCheck = Date.now();
  registration.update().catch(() => undefined);
}
