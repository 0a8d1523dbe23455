import type { Log } from '../platform/log.ts';
import { parseStoredIntents } from './intent.ts';
import type { StoredIntent } from './intent.ts';

/** The part of localStorage that is used. */
export interface KeyValueStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

const NAME = 'fairlot.intents';
/** Maximum number of stored intents. The outcome of an older one is in the order lists by then. */
export const MAX_STORED_INTENTS = 20;

/** Stores intents with an unknown outcome, so that they survive a reload. */
export interface IntentStore {
  all(): StoredIntent[];
  put(intent: StoredIntent): void;
  remove(key: string): void;
}

/**
 * Stores intents in the browser. A browser that refuses to store (private mode, full storage) only loses the resumption
 * after a reload: the key stays in memory, so retries stay safe.
 */
export function createIntentStore(storage: KeyValueStorage, log: Log): IntentStore {
  const read = (): StoredIntent[] => {
    try {
      return parseStoredIntents(storage.getItem(NAME));
    } catch (error) {
      log.warn('stored intents cannot be read', error);
      return [];
    }
  };
  const write = (intents: readonly StoredIntent[]): void => {
    try {
      if (intents.length === 0) storage.removeItem(NAME);
      else storage.setItem(NAME, JSON.stringify(intents));
    } catch (error) {
      log.warn('an intent cannot be stored', error);
    }
  };
  return {
    all: read,
    // Reads again before each write, because another tab of the same browser stores intents too.
    put: (intent) => write([...read().filter(({ key }) => key !== intent.key), intent].slice(-MAX_STORED_INTENTS)),
    remove: (key) => write(read().filter((stored) => stored.key !== key)),
  };
}
