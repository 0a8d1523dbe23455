import { CallError } from '@fairlot/client';
import type { SavedSection } from '@fairlot/contract';
import { RetryQueue } from './retry-queue.ts';
import { answered, mergeSaved } from './saved-merge.ts';
import type { Entry } from './saved-merge.ts';
import { entriesOf, entryOf, isBlind, keepEntry, markRead, ownerNow } from './saved-store.ts';
import { api, realtime } from './services.ts';
import { useSession } from './session.ts';
import { tell } from './tell.ts';

/** The server is not asked more often than this for what other devices saved. */
const READ_PAUSE_MS = 15_000;

const VISITOR = '';
/** Sections of whoever is signed in, on their way to the server. */
const queue = new RetryQueue((section) => send(ownerNow(), section));
const reads = new RetryQueue(read);
/** Another try finds the same. */
const FINAL: ReadonlySet<string> = new Set(['workspace_full', 'bad_request']);
let lastRead = { owner: VISITOR, at: 0 };

/** Sends a section when its owner has stopped changing it, and again until the server has it. */
export function sendSoon(section: string): void {
  queue.soon(section);
}

/** Reads what the server has, brings it together with what this device has, and sends the rest. */
export function readSoon(): void {
  const owner = ownerNow();
  if (owner === VISITOR || useSession.getState().token === null) return;
  if (!isBlind(owner) && lastRead.owner === owner && Date.now() - lastRead.at < READ_PAUSE_MS) return;
  lastRead = { owner, at: Date.now() };
  reads.now(owner);
}

/** Whether nothing is left to be done about it. Rejects when the way there fails. */
async function read(owner: string): Promise<boolean> {
  if (ownerNow() !== owner || useSession.getState().token === null) return true;
  const { list } = await api.call('workspaceRead', {}, { quiet: true });
  if (ownerNow() !== owner) return true;
  const server = Object.fromEntries(
    list.flatMap((section): [string, Entry][] => {
      const entry = entryFrom(section);
      return entry === undefined ? [] : [[section.section, entry]];
    }),
  );
  markRead(owner);
  const { keep, send: missing } = mergeSaved(entriesOf(owner), server);
  for (const [section, entry] of Object.entries(keep)) {
    if (entryOf(owner, section) !== entry) keepEntry(owner, section, entry);
  }
  // The server is there: what failed before need not wait for its time. What is being changed rests first.
  for (const section of missing) if (!queue.isChanging(section)) queue.now(section);
  return true;
}

/** Whether nothing is left to be done about it. */
async function send(owner: string, section: string): Promise<boolean> {
  const entry = entryOf(owner, section);
  // What was chosen blindly goes after the server was read, if anything is left of it.
  if (entry === undefined || entry.sent || owner === VISITOR || useSession.getState().token === null || isBlind(owner))
    return true;
  try {
    const saved = await api.call(
      'workspaceSave',
      { section, value: JSON.stringify(entry.value), changed_at: entry.changedAt },
      { quiet: true },
    );
    const answer = entryFrom(saved);
    if (answer !== undefined) keepEntry(owner, section, answered(entryOf(owner, section), entry, answer));
    return true;
  } catch (error) {
    if (!(error instanceof CallError) || error.reason === undefined || !FINAL.has(error.reason)) return false;
    // That there is no room is the user's to know.
    if (error.reason === 'workspace_full') await tell({ kind: 'error', text: error.msg, error });
    return true;
  }
}

function entryFrom({ value, changed_at: changedAt }: SavedSection): Entry | undefined {
  try {
    return { value: JSON.parse(value) as unknown, changedAt, sent: true };
  } catch {
    return undefined;
  }
}

document.addEventListener('visibilitychange', () => {
  // Whoever leaves the page may open another device next.
  if (document.visibilityState === 'hidden') queue.flush();
  else readSoon();
});
realtime.state.subscribe(() => {
  if (realtime.state.getSnapshot() === 'live') readSoon();
});
