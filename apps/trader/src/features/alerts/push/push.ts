import { useSyncExternalStore } from 'react';
import { z } from 'zod/mini';
import { readStored, writeStored } from '@fairlot/web';
import { PUSH_KEY } from './push-key.ts';
import { api } from '../../../shared/services/services.ts';
import { useSession } from '../../../shared/session/session.ts';

const stored = z.object({ user: z.string() });

/** State of push messages for the signed-in user. `unsupported`: the browser cannot show them, or not for this site. */
export type PushState = 'unsupported' | 'off' | 'on' | 'denied';

/** Uid of the user who switched push messages on here. Another user must opt in again. */
function subscribedUser(): string | undefined {
  const parsed = stored.safeParse(readStored(PUSH_KEY));
  return parsed.success ? parsed.data.user : undefined;
}

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

function stateNow(): PushState {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const user = useSession.getState().user?.uid;
  return Notification.permission === 'granted' && user !== undefined && subscribedUser() === user ? 'on' : 'off';
}

const listeners = new Set<() => void>();

/** Reads the permission again and notifies the subscribers of `usePush`. */
export const permissionChanged = (): void => {
  for (const listener of listeners) listener();
};

function listen(changed: () => void): () => void {
  listeners.add(changed);
  const stop = useSession.subscribe(changed);
  return () => {
    listeners.delete(changed);
    stop();
  };
}

/** State of the push switch. */
export function usePush(): PushState {
  return useSyncExternalStore(listen, stateNow);
}

/** Requests the permission, subscribes and registers with the server. Rejects if a step fails. */
export async function switchOn(): Promise<void> {
  const user = useSession.getState().user?.uid;
  if (!isSupported() || user === undefined) return;
  const permission = await Notification.requestPermission();
  if (permission === 'granted') {
    await subscribe();
    writeStored(PUSH_KEY, { user });
  }
  permissionChanged();
}

/** Stops push messages to this browser. */
export async function switchOff(): Promise<void> {
  writeStored(PUSH_KEY, undefined);
  permissionChanged();
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (subscription === undefined || subscription === null) return;
  // Either removal is enough: messages need both the browser's subscription and the server's record.
  const [browser, server] = await Promise.allSettled([
    subscription.unsubscribe(),
    api.call('pushUnsubscribe', { endpoint: subscription.endpoint }, { quiet: true }),
  ]);
  if (browser.status === 'rejected' && server.status === 'rejected') throw browser.reason;
}

/**
 * Protects the previous user's privacy at sign-out: closes visible notifications and unsubscribes, so that messages in
 * transit are dropped.
 */
export async function leavePush(): Promise<void> {
  const registration = isSupported() ? await navigator.serviceWorker.getRegistration() : undefined;
  if (registration === undefined) return;
  for (const shown of await registration.getNotifications()) shown.close();
  const subscription = await registration.pushManager.getSubscription();
  // The same user may have signed in again already.
  if (stateNow() !== 'on') await subscription?.unsubscribe();
}

/** Renews the registration with the current session and language, without asking for permission. */
export async function refreshPush(): Promise<void> {
  if (stateNow() === 'on') await subscribe();
}

async function subscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) throw new Error('the page has no service worker');
  const { key } = await api.call('pushKey', {}, { quiet: true });
  const known = await registration.pushManager.getSubscription();
  const fits = known !== null && keyText(known.options.applicationServerKey) === key;
  // The subscription belongs to another key: another installation at this address, or one that lost its data.
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
