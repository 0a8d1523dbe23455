import { z } from 'zod/mini';
import { readStored, writeStored } from '@fairlot/web';
import { adopted } from './saved-merge.ts';
import type { Entries, Entry } from './saved-merge.ts';
import { useSession } from '../session/session.ts';

const PREFIX = 'fairlot.saved.';
const stored = z.object({ value: z.unknown(), changedAt: z.number(), sent: z.boolean() });

const VISITOR = '';

/** Owner of the current sections: the user's id, or an empty string for a visitor. */
export const ownerNow = (): string => useSession.getState().user?.uid ?? VISITOR;

/** Owners whose sections were read from the server since the page was opened. */
const read = new Set<string>();
const known = new Map<string, Entry | undefined>();
const listeners = new Set<() => void>();
const keyOf = (owner: string, section: string): string => `${PREFIX}${owner}.${section}`;

/** A section of an owner on this device; the same object until it changes. */
export function entryOf(owner: string, section: string): Entry | undefined {
  const key = keyOf(owner, section);
  if (!known.has(key)) {
    const parsed = stored.safeParse(readStored(key));
    known.set(key, parsed.success ? { ...parsed.data, value: parsed.data.value } : undefined);
  }
  return known.get(key);
}

/** Stores a section on this device; undefined removes it. */
export function keepEntry(owner: string, section: string, entry: Entry | undefined): void {
  known.set(keyOf(owner, section), entry);
  writeStored(keyOf(owner, section), entry);
  for (const listener of listeners) listener();
}

/** True until an owner's sections have been read from the server. Visitors have none there. */
export const isBeforeFirstRead = (owner: string): boolean => owner !== VISITOR && !read.has(owner);

/** Records that an owner's sections were read from the server. */
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

/** Calls the listener after every change. Returns a function that stops it. */
export function onSaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // Storage is blocked; the sections in memory are all there are.
    return [];
  }
}

/** Follows the session's changes of owner, and the changes that other windows of this browser store. */
export function followOwner(): void {
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(PREFIX) !== true) return;
    known.delete(key);
    for (const listener of listeners) listener();
  });
  useSession.subscribe((session, before) => {
    const left = before.user?.uid;
    const came = session.user?.uid;
    if (came !== left) changeOwner(left, came);
  });
}

function changeOwner(left: string | undefined, came: string | undefined): void {
  if (left !== undefined) {
    // Signing out deletes the user's sections from the device, except changes not yet sent.
    for (const [section, { sent }] of Object.entries(entriesOf(left))) if (sent) keepEntry(left, section, undefined);
    read.delete(left);
  } else if (came !== undefined) adoptVisitorEntries(came);
  for (const listener of listeners) listener();
}

/** Moves a visitor's sections to the user who signs in, except where this device already has one of the user's. */
function adoptVisitorEntries(owner: string): void {
  for (const [section, entry] of Object.entries(entriesOf(VISITOR))) {
    if (entryOf(owner, section) === undefined) keepEntry(owner, section, adopted(entry));
    keepEntry(VISITOR, section, undefined);
  }
}
