import { alertFrom, readAlerts } from '@fairlot/client';
import type { PriceAlert } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { z } from 'zod/mini';
import { loadTexts, onLanguage } from '../../shared/language/language.ts';
import { listedInstrument } from '../../shared/market/market.ts';
import { readStored, writeStored, showToast } from '@fairlot/web';
import { PUSH_KEY } from './push/push-key.ts';
import { queryClient } from '../../shared/services/query-client.ts';
import { api, realtime } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { keptSession } from '../../shared/session/start-session.ts';
import { alertsKey } from './alerts-key.ts';
import { missedSince } from './missed.ts';

const SEEN_KEY = 'fairlot.alerts';
const stored = z.object({ user: z.string(), seen: z.string() });

/**
 * Shows a toast on any screen when an alert of the user fires or has fired while offline, and keeps the list up to
 * date. Returns a function that stops it.
 */
export function followAlerts(): () => void {
  const follower = useSession.getState().user?.uid;
  void refreshPush();
  const stopLanguage = onLanguage(() => void refreshPush());
  const stopAlerts = realtime.subscribe('PRICE_ALERT', (event) => {
    const user = useSession.getState().user?.uid;
    if (event.kind === 'stale' || user === undefined) return;
    // Every reconnect delivers a snapshot; alerts may have fired while offline.
    if (event.kind === 'snapshot') void showMissed(user).catch(() => undefined);
    else for (const record of event.data) void showFired(user, alertFrom(record));
    void queryClient.invalidateQueries({ queryKey: alertsKey(user) });
  });
  return () => {
    stopLanguage();
    stopAlerts();
    // A kept account goes on receiving its messages.
    if (useSession.getState().user?.uid !== follower && keptSession()?.user.uid !== follower) void leavePush();
  };
}

/**
 * Subscribes again, because push messages are written in the page's language and end with the session that subscribed.
 */
async function refreshPush(): Promise<void> {
  if (readStored(PUSH_KEY) === undefined) return;
  await import('./push/push.ts').then((push) => push.refreshPush()).catch(() => undefined);
}

async function leavePush(): Promise<void> {
  if (readStored(PUSH_KEY) === undefined) return;
  await import('./push/push.ts').then((push) => push.leavePush()).catch(() => undefined);
}

/** Firing time of the last alert that this device showed to the user. */
function seenBy(user: string): string | undefined {
  const parsed = stored.safeParse(readStored(SEEN_KEY));
  return parsed.success && parsed.data.user === user ? parsed.data.seen : undefined;
}

async function showMissed(user: string): Promise<void> {
  const { fired } = await readAlerts(api, { quiet: true });
  if (useSession.getState().user?.uid !== user) return;
  const { alerts, seen } = missedSince(fired, seenBy(user));
  writeStored(SEEN_KEY, { user, seen });
  for (const alert of alerts) await showAlert(alert);
}

async function showFired(user: string, alert: PriceAlert): Promise<void> {
  const seen = seenBy(user) ?? '';
  if (alert.firedAt !== null && alert.firedAt > seen) writeStored(SEEN_KEY, { user, seen: alert.firedAt });
  await showAlert(alert);
}

async function showAlert({ instrument: id, side, direction, price }: PriceAlert): Promise<void> {
  const t = await loadTexts();
  const code = listedInstrument(id)?.showCode ?? String(id);
  showToast(t(`alerts.told.${side}.${direction}`, { code: isolate(code), price: isolate(price) }), 'info');
}
