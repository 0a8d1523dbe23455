import type { Intent, IntentState, Intents } from '@fairlot/client';
import { useSyncExternalStore } from 'react';
import { marketClock } from '../../../shared/services/services.ts';
import { knownSite } from '../../../shared/site/site.ts';

/** A market order is meant for the price at the tap, so one that arrives later than this is not placed. */
const MARKET_ORDER_LIFETIME_MS = 15_000;

/** Sends orders and changes at most once each, across reloads. */
export let intents: Intents;

/** Sets the sender of this page. Called by `app/compose.ts` only. */
export function provideIntents(sender: Intents): void {
  intents = sender;
}

/** Last moment of a market order, in market time. Undefined in a replay, whose clock may run faster than real time. */
export function lastMoment(): number | undefined {
  const now = marketClock.now();
  const source = knownSite()?.market;
  return now === undefined || source === undefined || source === 'replay' ? undefined : now + MARKET_ORDER_LIFETIME_MS;
}

const NOTHING: IntentState | undefined = undefined;

/** Live state of an intent; undefined without one. */
export function useIntentState(intent: Intent | undefined): IntentState | undefined {
  return useSyncExternalStore(
    (changed) => intent?.state.subscribe(changed) ?? (() => undefined),
    () => intent?.state.getSnapshot() ?? NOTHING,
  );
}

/** Intents of the signed-in account with unknown outcome. */
export function useOpenIntents(): readonly Intent[] {
  return useSyncExternalStore(intents.open.subscribe, intents.open.getSnapshot);
}
