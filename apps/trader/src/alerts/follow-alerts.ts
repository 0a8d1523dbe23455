import type { PriceAlert } from '@fairlot/contract';
import { isolate } from '../ordering/isolate.ts';
import { loadTexts } from '../shared/language.ts';
import { listedInstrument } from '../shared/market.ts';
import { PUSH_KEY, readStored } from '../shared/persisted.ts';
import { queryClient } from '../shared/query-client.ts';
import { realtime } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';
import { showToast } from '../shared/toast.ts';
import { alertsKey } from './alerts-key.ts';

/** Says on whatever screen when an alert of the signed-in user fires, and keeps their list true. Returns how to stop. */
export function followAlerts(): () => void {
  void refreshPush();
  return realtime.subscribe('PRICE_ALERT', (event) => {
    if (event.kind === 'stale') return;
    // A snapshot comes with every new connection: something may have fired while there was none.
    void queryClient.invalidateQueries({ queryKey: alertsKey(useSession.getState().user?.uid ?? '') });
    if (event.kind === 'update') for (const alert of event.data) void tellFired(alert);
  });
}

/** Messages come in the language of the page, and end with the session that asked for them: both may be others than before. */
async function refreshPush(): Promise<void> {
  if (readStored(PUSH_KEY) === undefined) return;
  await import('../push/push.ts').then((push) => push.refreshPush()).catch(() => undefined);
}

async function tellFired({ forex_id: id, side, direction, price }: PriceAlert): Promise<void> {
  const t = await loadTexts();
  const code = listedInstrument(id)?.ShowCode ?? String(id);
  showToast(t(`alerts.told.${side}.${direction}`, { code: isolate(code), price: isolate(price) }), 'info');
}
