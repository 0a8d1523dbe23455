import { CallError } from '@fairlot/client';
import type { SavedSection } from '@fairlot/contract';
import { answered, mergeSaved } from './saved-merge.ts';
import type { Entry } from './saved-merge.ts';
import { entriesOf, entryOf, isBlind, keepEntry, markRead, ownerNow } from './saved-store.ts';
import { api, realtime } from './services.ts';
import { useSession } from './session.ts';
import { tell } from './tell.ts';

/** Changes that follow each other this closely travel as one. */
const PAUSE_MS = 800;
/** The server is not asked more often than this for what other devices saved. */
const READ_PAUSE_MS = 15_000;

const VISITOR = '';
const waiting = new Map<string, ReturnType<typeof setTimeout>>();
let lastRead = { owner: VISITOR, at: 0 };

/** Sends a section when its owner has stopped changing it. */
export function sendSoon(owner: string, section: string): void {
  clearTimeout(waiting.get(section));
  waiting.set(section, setTimeout(() => {
    waiting.delete(section);
    void send(owner, section);
  }, PAUSE_MS));
}

/** Reads what the server has, brings it together with what this device has, and sends the rest. */
export function readSoon(): void {
  const owner = ownerNow();
  if (owner === VISITOR || useSession.getState().token === null) return;
  if (!isBlind(owner) && lastRead.owner === owner && Date.now() - lastRead.at < READ_PAUSE_MS) return;
  lastRead = { owner, at: Date.now() };
  void read(owner).catch(() => {
    // Lost on the way: the next connection or the next look at the page asks again.
    lastRead = { owner, at: 0 };
  });
}

async function read(owner: string): Promise<void> {
  const { list } = await api.call('workspaceRead', {}, { quiet: true });
  if (ownerNow() !== owner) return;
  const server = Object.fromEntries(list.flatMap((section): [string, Entry][] => {
    const entry = entryFrom(section);
    return entry === undefined ? [] : [[section.section, entry]];
  }));
  markRead(owner);
  const { keep, send: missing } = mergeSaved(entriesOf(owner), server);
  for (const [section, entry] of Object.entries(keep)) {
    if (entryOf(owner, section) !== entry) keepEntry(owner, section, entry);
  }
  for (const section of missing) if (!waiting.has(section)) void send(owner, section);
}

async function send(owner: string, section: string): Promise<void> {
  const entry = entryOf(owner, section);
  // What was chosen blindly goes after the server was read, if anything is left of it.
  if (entry === undefined || entry.sent || ownerNow() !== owner || isBlind(owner)) return;
  try {
    const saved = await api.call('workspaceSave', { section, value: JSON.stringify(entry.value), changed_at: entry.changedAt }, { quiet: true });
    const answer = entryFrom(saved);
    if (answer !== undefined) keepEntry(owner, section, answered(entryOf(owner, section), entry, answer));
  } catch (error) {
    // It stays unsent and goes with the next connection. That there is no room is the user's to know.
    if (error instanceof CallError && error.reason === 'workspace_full') await tell({ kind: 'error', text: error.msg, error });
  }
}

function entryFrom({ value, changed_at: changedAt }: SavedSection): Entry | undefined {
  try {
    return { value: JSON.parse(value) as unknown, changedAt, sent: true };
  } catch {
    return undefined;
  }
}

/** Whoever leaves the page may open another device next. */
function sendNow(): void {
  const owner = ownerNow();
  for (const [section, timer] of waiting) {
    clearTimeout(timer);
    void send(owner, section);
  }
  waiting.clear();
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') sendNow();
  else readSoon();
});
realtime.state.subscribe(() => {
  if (realtime.state.getSnapshot() === 'live') readSoon();
});
