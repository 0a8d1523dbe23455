import { realtime } from '../shared/services.ts';
import { pathOf } from '../worker/files.ts';
import { useUpdate } from './update.ts';

/** The server is not asked for a newer build more often than this. */
const LOOK_AGAIN_MS = 60_000;

let wished = false;
let lastLook = 0;

/** Registers the worker that starts the page without a network, and says when a newer build of the page is there. */
export async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  lastLook = Date.now();
  const offer = (): void => {
    const { waiting } = registration;
    // The first worker of all waits for nothing, and there is nothing to reload.
    if (waiting === null || serviceWorker.controller === null) return;
    useUpdate.setState({
      take: () => {
        wished = true;
        waiting.postMessage({ type: 'take-over' }, []);
      },
    });
  };
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  const hadOne = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (wished) location.reload();
    // Another window went over to the new build: this one may follow when its user wants to.
    else if (hadOne) useUpdate.setState({ take: () => location.reload() });
  });
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'go' && 'path' in data)
      location.hash = pathOf(data.path);
  });
  // A server that comes back is perhaps a newer one.
  realtime.state.subscribe(() => {
    if (realtime.state.getSnapshot() === 'live') look(registration);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look(registration);
  });
  const { active } = await serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ type: 'keep', urls: loaded }, []);
}

function look(registration: ServiceWorkerRegistration): void {
  if (Date.now() - lastLook < LOOK_AGAIN_MS) return;
  lastLook = Date.now();
  registration.update().catch(() => undefined);
}
