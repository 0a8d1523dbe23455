import type { PriceAlert } from '@fairlot/contract';
import { isolate } from '@fairlot/i18n';
import { z } from 'zod/mini';
import { loadTexts, useLanguageStore } from '../shared/language.ts';
import { listedInstrument } from '../shared/market.ts';
import { PUSH_KEY, readStored, writeStored } from '../shared/persisted.ts';
import { queryClient } from '../shared/query-client.ts';
import { api, realtime } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';
import { showToast } from '../shared/toast.ts';
import { alertsKey } from './alerts-key.ts';
import { missedSince } from './missed.ts';

const SEEN_KEY = 'fairlot.alerts';
const stored = z.object({ user: z.string(), seen: z.string() });

/** Says on whatever screen when an alert of the signed-in user fires, or has fired while there was no connection, and keeps their list true. Returns how to stop. */
export function followAlerts(): () => void {
  const follower = useSession.getState().user?.uid;
  void refreshPush();
  const stopLanguage = useLanguageStore.subscribe((now, before) => {
    if (now.code !== before.code) void refreshPush();
  });
  const stopAlerts = realtime.subscribe('PRICE_ALERT', (event) => {
    const user = useSession.getState().user?.uid;
    if (event.kind === 'stale' || user === undefined) return;
    // A snapshot comes with every new connection: something may have fired while there was none.
    if (event.kind === 'snapshot') void tellMissed(user).catch(() => undefined);
    else for (const alert of event.data) void tellFired(user, alert);
    void queryClient.invalidateQueries({ queryKey: alertsKey(user) });
  });
  return () => {
    stopLanguage();
    stopAlerts();
    if (useSession.getState().user?.uid !== follower) void leavePush();
  };
}

/** Messages come in the language of the page, and end with the session that asked for them: both may be others than before. */
async function refreshPush(): Promise<void> {
  if (readStored(PUSH_KEY) === undefined) return;
  await import('../push/push.ts').then((push) => push.refreshPush()).catch(() => undefined);
}

async function leavePush(): Promise<void> {
  if (readStored(PUSH_KEY) === undefined) return;
  await import('../push/push.ts').then((push) => push.leavePush()).catch(() => undefined);
}

/** The last moment of which this device has told the user. */
function seenBy(user: string): string | undefined {
  const parsed = stored.safeParse(readStored(SEEN_KEY));
  return parsed.success && parsed.data.user === user ? parsed.data.seen : undefined;
}

async function tellMissed(user: string): Promise<void> {
  const { fired } = await api.call('alertList', {}, { quiet: true });
  if (useSession.getState().user?.uid !== user) return;
  const { alerts, seen } = missedSince(fired, seenBy(user));
  writeStored(SEEN_KEY, { user, seen });
  for (const alert of alerts) await say(alert);
}

async function tellFired(user: string, alert: PriceAlert): Promise<void> {
  const seen = seenBy(user) ?? '';
  if (alert.fired_at !== null && alert.fired_at > seen) writeStored(SEEN_KEY, { user, seen: alert.fired_at });
  await say(alert);
}

async function say({ forex_id: id, side, direction, price }: PriceAlert): Promise<void> {
  const t = await loadTexts();
  const code = listedInstrument(id)?.ShowCode ?? String(id);
  showToast(t(`alerts.told.${side}.${direction}`, { code: isolate(code), price: isolate(price) }), 'info');
}
