import { z } from 'zod/mini';
import { readStored, writeStored } from './persisted.ts';
import { adopted } from './saved-merge.ts';
import type { Entries, Entry } from './saved-merge.ts';
import { useSession } from './session.ts';

const PREFIX = 'fairlot.saved.';
const stored = z.object({ value: z.unknown(), changedAt: z.number(), sent: z.boolean() });

const VISITOR = '';

/** Whose sections these are: a user's, or a visitor's. */
export const ownerNow = (): string => useSession.getState().user?.uid ?? VISITOR;

/** Of whom the server's sections were read since the page was opened. */
const read = new Set<string>();
const known = new Map<string, Entry | undefined>();
const listeners = new Set<() => void>();
const keyOf = (owner: string, section: string): string => `${PREFIX}${owner}.${section}`;

/** A section of an owner as this device has it; the same object until it changes. */
export function entryOf(owner: string, section: string): Entry | undefined {
  const key = keyOf(owner, section);
  if (!known.has(key)) {
    const parsed = stored.safeParse(readStored(key));
    known.set(key, parsed.success ? { ...parsed.data, value: parsed.data.value } : undefined);
  }
  return known.get(key);
}

/** Keeps a section on this device, or forgets it with undefined. */
export function keepEntry(owner: string, section: string, entry: Entry | undefined): void {
  known.set(keyOf(owner, section), entry);
  writeStored(keyOf(owner, section), entry);
  for (const listener of listeners) listener();
}

/** Whether it is not known yet what an owner has elsewhere. A visitor has nothing elsewhere. */
export const isBlind = (owner: string): boolean => owner !== VISITOR && !read.has(owner);

/** What the server has of an owner is known here now. */
export function markRead(owner: string): void {
  read.add(owner);
}

/** All sections of an owner on this device. */
export function entriesOf(owner: string): Entries {
  const prefix = keyOf(owner, '');
  const names = new Set(
    [...known.keys(), ...storedKeys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)),
  );
  const entries: Record<string, Entry> = {};
  for (const name of names) {
    const entry = entryOf(owner, name);
    if (entry !== undefined) entries[name] = entry;
  }
  return entries;
}

/** Calls the listener after every change. Returns how to stop listening. */
export function onSaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // Storage is shut: what is known is all there is.
    return [];
  }
}

/** Another window of this browser saved something: this one shows it. */
if (typeof addEventListener === 'function') {
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(PREFIX) !== true) return;
    known.delete(key);
    for (const listener of listeners) listener();
  });
}
useSession.subscribe((session, before) => {
  const left = before.user?.uid;
  const came = session.user?.uid;
  if (came === left) return;
  // Somebody who signs out leaves nothing behind on the device but what the server does not have yet.
  if (left !== undefined)
    for (const [section, { sent }] of Object.entries(entriesOf(left))) if (sent) keepEntry(left, section, undefined);
  if (left !== undefined) read.delete(left);
  if (left === undefined && came !== undefined) takeAlong(came);
  for (const listener of listeners) listener();
});

/** A visitor who signs in goes on with what was chosen before, where this device knows nothing else of the user. */
function takeAlong(owner: string): void {
  for (const [section, entry] of Object.entries(entriesOf(VISITOR))) {
    if (entryOf(owner, section) === undefined) keepEntry(owner, section, adopted(entry));
    keepEntry(VISITOR, section, undefined);
  }
}
