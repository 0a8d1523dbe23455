import { CallError } from '../http/call-error.ts';
import type { Log } from '../platform/log.ts';
import { isStoredIntent } from './intent.ts';
import type { FinalState, StoredIntent } from './intent.ts';

/** The part of localStorage that is used. */
export interface KeyValueStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

const NAME = 'fairlot.intents';
const ENDED = 'fairlot.intents.ended';
/** Maximum number of stored intents, and of ended ones. The outcome of an older one is in the order lists by then. */
export const MAX_STORED_INTENTS = 20;

/** Stores intents with an unknown outcome, so that they survive a reload. */
export interface IntentStore {
  all(): StoredIntent[];
  put(intent: StoredIntent): void;
  /** Removes an intent. Unless it is done, its end is kept, because another window may still retry it. */
  end(key: string, state: FinalState): void;
  /** The end of an intent that some window of the browser must not send again. */
  ended(key: string): FinalState | undefined;
}

/** An intent that was refused, with the parts of its error, or dismissed. */
interface EndedIntent {
  readonly key: string;
  readonly error?: ConstructorParameters<typeof CallError>[0];
}

/**
 * Stores intents in the browser. A browser that refuses to store (private mode, full storage) only loses the resumption
 * after a reload: the key stays in memory, so retries stay safe.
 */
export function createIntentStore(storage: KeyValueStorage, log: Log): IntentStore {
  const read = (name: string): unknown[] => {
    try {
      const list: unknown = JSON.parse(storage.getItem(name) ?? '[]');
      return Array.isArray(list) ? list.filter((each) => each !== null) : [];
    } catch (error) {
      log.warn('stored intents cannot be read', error);
      return [];
    }
  };
  const write = (name: string, list: readonly unknown[]): void => {
    try {
      if (list.length === 0) storage.removeItem(name);
      else storage.setItem(name, JSON.stringify(list.slice(-MAX_STORED_INTENTS)));
    } catch (error) {
      log.warn('an intent cannot be stored', error);
    }
  };
  const all = (): StoredIntent[] => read(NAME).filter(isStoredIntent);
  // Reads again before each write, because another tab of the same browser stores intents too.
  const allBut = (key: string): StoredIntent[] => all().filter((stored) => stored.key !== key);
  const endedBut = (key: string): EndedIntent[] => (read(ENDED) as EndedIntent[]).filter((each) => each.key !== key);
  return {
    all,
    put: (intent) => write(NAME, [...allBut(intent.key), intent]),
    end(key, state) {
      // Before the removal, so that no other window finds the intent neither open nor ended.
      if (state.phase !== 'done') write(ENDED, [...endedBut(key), { ...state, key }]);
      write(NAME, allBut(key));
    },
    ended(key) {
      const found = (read(ENDED) as EndedIntent[]).find((each) => each.key === key);
      if (found === undefined) return undefined;
      const { error } = found;
      return error === undefined ? { phase: 'dismissed' } : { phase: 'refused', error: new CallError(error) };
    },
  };
}
