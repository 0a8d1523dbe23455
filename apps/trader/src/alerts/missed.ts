import type { PriceAlert } from '@fairlot/contract';

/** More than this at once is a list and no message. */
const MOST = 3;

/** What fired while nobody looked, oldest first, and up to when everything is known now. */
export interface Missed {
  readonly alerts: readonly PriceAlert[];
  readonly seen: string;
}

/** Which of the fired alerts (newest first) came after the last one that this device told of; none where it has told of none yet. */
export function missedSince(fired: readonly PriceAlert[], seen: string | undefined): Missed {
  const newest = fired[0]?.fired_at ?? '';
  if (seen === undefined) return { alerts: [], seen: newest };
  // Moments in ISO 8601 and UTC follow each other as texts do.
  const alerts: PriceAlert[] = [];
  for (const alert of fired.filter(({ fired_at: at }) => at !== null && at > seen).slice(0, MOST))
    alerts.unshift(alert);
  return { alerts, seen: newest > seen ? newest : seen };
}
