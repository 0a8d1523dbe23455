import { create } from 'zustand';
import { z } from 'zod/mini';
import { PUSH_KEY, readStored, writeStored } from '../shared/persisted.ts';
import { api } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';

const stored = z.object({ user: z.string() });

/** Whether this browser may show news, and shows it for the signed-in user. `unsupported`: it can't, or not for this site. */
export type PushState = 'unsupported' | 'off' | 'on' | 'denied';

/** Who wanted it on this device; somebody else who signs in is asked anew. */
function wantedBy(): string | undefined {
  const parsed = stored.safeParse(readStored(PUSH_KEY));
  return parsed.success ? parsed.data.user : undefined;
}

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

function stateNow(): PushState {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const user = useSession.getState().user?.uid;
  return Notification.permission === 'granted' && user !== undefined && wantedBy() === user ? 'on' : 'off';
}

/** What the switch shows. */
export const usePush = create<{ readonly state: PushState }>(() => ({ state: stateNow() }));

/** Reads again what the browser allows. */
export const lookAgain = (): void => usePush.setState({ state: stateNow() });
useSession.subscribe(lookAgain);

/** Asks the browser, which asks the user, and tells the server where to send. Rejects when something of it fails. */
export async function switchOn(): Promise<void> {
  const user = useSession.getState().user?.uid;
  if (!isSupported() || user === undefined) return;
  const permission = await Notification.requestPermission();
  if (permission === 'granted') {
    await subscribe();
    writeStored(PUSH_KEY, { user });
  }
  lookAgain();
}

/** This browser is told nothing more. */
export async function switchOff(): Promise<void> {
  writeStored(PUSH_KEY, undefined);
  lookAgain();
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (subscription === undefined || subscription === null) return;
  // Either is enough: without the subscription nothing arrives, and what the server does not send cannot.
  const [browser, server] = await Promise.allSettled([
    subscription.unsubscribe(),
    api.call('pushUnsubscribe', { endpoint: subscription.endpoint }, { quiet: true }),
  ]);
  if (browser.status === 'rejected' && server.status === 'rejected') throw browser.reason;
}

/**
 * Leaves nothing for whoever uses this browser next: what is shown of the user before goes, and what is still under way
 * finds nobody.
 */
export async function leavePush(): Promise<void> {
  const registration = isSupported() ? await navigator.serviceWorker.getRegistration() : undefined;
  if (registration === undefined) return;
  for (const shown of await registration.getNotifications()) shown.close();
  const subscription = await registration.pushManager.getSubscription();
  // The user of now may be the one who wanted it: back again already.
  if (stateNow() !== 'on') await subscription?.unsubscribe();
}

/** Tells the server again, with the session and the language of now; asks nobody. */
export async function refreshPush(): Promise<void> {
  if (stateNow() === 'on') await subscribe();
}

async function subscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) throw new Error('the page has no service worker');
  const { key } = await api.call('pushKey', {}, { quiet: true });
  const known = await registration.pushManager.getSubscription();
  const fits = known !== null && keyText(known.options.applicationServerKey) === key;
  // Bound to another key: another installation at this address, or one whose data were lost.
  if (known !== null && !fits) await known.unsubscribe();
  const subscription = fits
    ? known
    : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await api.call(
    'pushSubscribe',
    { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    { quiet: true },
  );
}

function keyText(key: ArrayBuffer | null): string {
  if (key === null) return '';
  return btoa(String.fromCodePoint(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
