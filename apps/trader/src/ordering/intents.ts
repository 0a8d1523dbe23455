import { consoleLog, createIntents, randomKey, systemClock } from '@fairlot/client';
import type { Intent, IntentState, Intents } from '@fairlot/client';
import { useSyncExternalStore } from 'react';
import { api, marketClock, realtime } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';
import { knownSite } from '../shared/site.ts';

/** A tap at the market means the price of its moment: an order that arrives later than this is not placed. */
const MEANT_FOR_MS = 15_000;

/** Sends orders and changes so that each happens at most once, across reloads too. */
export const intents: Intents = createIntents({
  api,
  storage: localStorage,
  clock: systemClock,
  random: Math.random,
  newKey: randomKey,
  account: () => useSession.getState().user?.uid ?? null,
  validUntil: lastMoment,
  log: consoleLog,
});

intents.resume();
useSession.subscribe((session, before) => {
  if (session.user?.uid !== before.user?.uid) intents.resume();
});
realtime.state.subscribe(() => {
  if (realtime.state.getSnapshot() === 'live') intents.resume();
});

/** Market time runs as fast as a person's, but for a replay's, which may be wound on. */
function lastMoment(): number | undefined {
  const now = marketClock.now();
  const source = knownSite()?.market;
  return now === undefined || source === undefined || source === 'replay' ? undefined : now + MEANT_FOR_MS;
}

const NOTHING: IntentState | undefined = undefined;

/** Where an intent stands; undefined for none. */
export function useIntentState(intent: Intent | undefined): IntentState | undefined {
  return useSyncExternalStore(
    (changed) => intent?.state.subscribe(changed) ?? (() => undefined),
    () => intent?.state.getSnapshot() ?? NOTHING,
  );
}

/** Intents of the signed-in account whose outcome is not known. */
export function useOpenIntents(): readonly Intent[] {
  return useSyncExternalStore(intents.open.subscribe, intents.open.getSnapshot);
}
