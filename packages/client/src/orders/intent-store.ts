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
/** An account cannot leave more unknown outcomes than this behind; older ones are in the lists by then. */
export const MAX_STORED_INTENTS = 20;

/** Intents whose outcome is not known, kept where a reload finds them. */
export interface IntentStore {
  all(): StoredIntent[];
  put(intent: StoredIntent): void;
  remove(key: string): void;
}

/**
 * Keeps intents in the browser. A browser that refuses to store (private mode, no room) loses only the resumption after a
 * reload: the key still lives in memory, so that retries stay safe.
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
    // Read again before each write: another tab of the same browser stores here too.
    put: (intent) => write([...read().filter(({ key }) => key !== intent.key), intent].slice(-MAX_STORED_INTENTS)),
    remove: (key) => write(read().filter((stored) => stored.key !== key)),
  };
}
