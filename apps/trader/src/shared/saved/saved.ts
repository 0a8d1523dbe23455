import { SECTION_MAX } from '@fairlot/contract';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { z } from 'zod/mini';
import type * as SavedSync from './saved-sync.ts';
import { changed } from './saved-merge.ts';
import { entryOf, followOwner, isBeforeFirstRead, keepEntry, onSaved, ownerNow } from './saved-store.ts';
import { useSession } from '../session/session.ts';

/**
 * Sets a saved value, directly or by a function of the current one. Returns false and changes nothing if the value is
 * too large.
 */
export type SetSaved<T> = (next: T | ((before: T) => T)) => boolean;

/**
 * A value that is stored on this device at once and synchronised to all devices of the user. A visitor's values stay on
 * the device and move to the user at sign-in. `section` must have the contract's form; `schema` and `fallback` must be
 * stable objects. A stored value that fails the schema reads as the fallback.
 *
 *     const [favourites, setFavourites] = useSaved('favourites', z.array(z.int()), NONE);
 */
export function useSaved<S extends z.ZodMiniType>(
  section: string,
  schema: S,
  fallback: z.output<S>,
): readonly [value: z.output<S>, set: SetSaved<z.output<S>>] {
  const snapshot = useCallback(() => entryOf(ownerNow(), section), [section]);
  const entry = useSyncExternalStore(onSaved, snapshot);
  const value = useMemo(() => parse(schema, entry?.value, fallback), [entry?.value, fallback, schema]);
  const set = useCallback<SetSaved<z.output<S>>>(
    (next) => save(section, schema, fallback, next),
    [fallback, schema, section],
  );
  return [value, set];
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown, fallback: z.output<S>): z.output<S> {
  if (value === undefined) return fallback;
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : fallback;
}

function save<S extends z.ZodMiniType>(
  section: string,
  schema: S,
  fallback: z.output<S>,
  next: z.output<S> | ((before: z.output<S>) => z.output<S>),
): boolean {
  const owner = ownerNow();
  const before = entryOf(owner, section);
  const value =
    typeof next === 'function'
      ? (next as (before: z.output<S>) => z.output<S>)(parse(schema, before?.value, fallback))
      : next;
  if (JSON.stringify(value).length > SECTION_MAX) return false;
  keepEntry(owner, section, changed(before, value, Date.now(), isBeforeFirstRead(owner)));
  if (owner !== '')
    void loadSync()
      .then(({ sendSoon }) => sendSoon(section))
      .catch(() => undefined);
  return true;
}

let sync: Promise<Pick<typeof SavedSync, 'sendSoon' | 'readSoon'>> | undefined;

/** Loads and starts the synchronisation on first need. A failed load is retried at the next need. */
function loadSync(): NonNullable<typeof sync> {
  sync ??= startSync();
  return sync;
}

async function startSync(): NonNullable<typeof sync> {
  try {
    const loaded = await import('./saved-sync.ts');
    loaded.startSync();
    return loaded;
  } catch (error) {
    sync = undefined;
    throw error;
  }
}

/** Reads the user's saved sections now if signed in, and after every sign-in. */
export function followSaved(): void {
  followOwner();
  useSession.subscribe((session, before) => {
    if (session.user?.uid !== before.user?.uid) readSaved();
  });
  readSaved();
}

function readSaved(): void {
  if (useSession.getState().token === null) return;
  void loadSync()
    .then(({ readSoon }) => readSoon())
    .catch(() => undefined);
}
