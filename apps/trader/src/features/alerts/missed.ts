import type { PriceAlert } from '@fairlot/client';

/** Limit of toasts at once; the list shows the rest. */
const MOST = 3;

/** The missed alerts, oldest first, and the firing time up to which all are known. */
export interface Missed {
  readonly alerts: readonly PriceAlert[];
  readonly seen: string;
}

/**
 * Returns the fired alerts (given newest first) that are later than the last one shown on this device; none on a new
 * device.
 */
export function missedSince(fired: readonly PriceAlert[], seen: string | undefined): Missed {
  const newest = fired[0]?.firedAt ?? '';
  if (seen === undefined) return { alerts: [], seen: newest };
  // UTC times in ISO 8601 sort as strings.
  const alerts: PriceAlert[] = [];
  for (const alert of fired.filter(({ firedAt: at }) => at !== null && at > seen).slice(0, MOST)) alerts.unshift(alert);
  return { alerts, seen: newest > seen ? newest : seen };
}
