import { SECTION_MAX } from '@fairlot/contract';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { z } from 'zod/mini';
import { changed } from './saved-merge.ts';
import { entryOf, isBlind, keepEntry, onSaved, ownerNow } from './saved-store.ts';
import { useSession } from './session.ts';

/** Changes a saved value, to another or by what it is now. False: it is too large to be saved, and stays as it was. */
export type SetSaved<T> = (next: T | ((before: T) => T)) => boolean;

/**
 * A value that the user keeps: on this device at once, and on every device of the user as soon as the server has it. Visitors
 * keep it on this device, and take it along when they sign in. `section` is a name of the contract's form; `schema` and
 * `fallback` must stay the same objects. Whatever is stored that the schema does not take reads as the fallback.
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
  keepEntry(owner, section, changed(before, value, Date.now(), isBlind(owner)));
  if (owner !== '')
    void loadSync()
      .then(({ sendSoon }) => sendSoon(section))
      .catch(() => undefined);
  return true;
}

/** What talks to the server about it; nobody waits for it. A page that could not load it tries again with the next change. */
const loadSync = async () => import('./saved-sync.ts');

/** Whoever is signed in, now or later in the life of this page, gets what their other devices saved. */
function follow(): void {
  if (useSession.getState().token !== null)
    void loadSync()
      .then(({ readSoon }) => readSoon())
      .catch(() => undefined);
}

useSession.subscribe((session, before) => {
  if (session.user?.uid !== before.user?.uid) follow();
});
follow();
