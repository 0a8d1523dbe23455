import { CallError, readSavedSections, saveSection } from '@fairlot/client';
import type { SavedSection } from '@fairlot/client';
import { RetryQueue } from './retry-queue.ts';
import { answered, mergeSaved } from './saved-merge.ts';
import type { Entry } from './saved-merge.ts';
import { entriesOf, entryOf, isBeforeFirstRead, keepEntry, markRead, ownerNow } from './saved-store.ts';
import { api, realtime } from '../services/services.ts';
import { useSession } from '../session/session.ts';
import { showMessage } from '../messages/show-message.ts';

/** Least time between two reads of the server's sections. */
const READ_PAUSE_MS = 15_000;

const VISITOR = '';
/** Sends sections of the signed-in user to the server. */
const queue = new RetryQueue((section) => send(ownerNow(), section));
const reads = new RetryQueue(read);
/** Refusals that a retry cannot change. */
const FINAL: ReadonlySet<string> = new Set(['workspace_full', 'bad_request']);
let lastRead = { owner: VISITOR, at: 0 };

/** Sends a section after its changes have stopped, and retries until the server has it. */
export function sendSoon(section: string): void {
  queue.soon(section);
}

/** Reads the server's sections, merges them with this device's, and sends the rest. */
export function readSoon(): void {
  const owner = ownerNow();
  if (owner === VISITOR || useSession.getState().token === null) return;
  if (!isBeforeFirstRead(owner) && lastRead.owner === owner && Date.now() - lastRead.at < READ_PAUSE_MS) return;
  lastRead = { owner, at: Date.now() };
  reads.now(owner);
}

/** Returns true when no retry is needed. Rejects on a transport error. */
async function read(owner: string): Promise<boolean> {
  if (ownerNow() !== owner || useSession.getState().token === null) return true;
  const list = await readSavedSections(api, { quiet: true });
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
  // The server is reachable, so earlier failures are retried at once. Sections still changing keep their debounce.
  for (const section of missing) if (!queue.isChanging(section)) queue.now(section);
  return true;
}

/** Returns true when no retry is needed. */
async function send(owner: string, section: string): Promise<boolean> {
  const entry = entryOf(owner, section);
  // Entries saved before the first read are sent after it, if the merge keeps them.
  if (
    entry === undefined ||
    entry.sent ||
    owner === VISITOR ||
    useSession.getState().token === null ||
    isBeforeFirstRead(owner)
  )
    return true;
  try {
    const saved = await saveSection(
      api,
      { section, value: JSON.stringify(entry.value), changedAt: entry.changedAt },
      { quiet: true },
    );
    const answer = entryFrom(saved);
    if (answer !== undefined) keepEntry(owner, section, answered(entryOf(owner, section), entry, answer));
    return true;
  } catch (error) {
    if (!(error instanceof CallError) || error.reason === undefined || !FINAL.has(error.reason)) return false;
    // The user must know that the storage is full.
    if (error.reason === 'workspace_full') await showMessage({ kind: 'error', text: error.msg, error });
    return true;
  }
}

function entryFrom({ value, changedAt }: SavedSection): Entry | undefined {
  try {
    return { value: JSON.parse(value) as unknown, changedAt, sent: true };
  } catch {
    return undefined;
  }
}

/** Sends pending sections when the page is hidden. Reads again when the page is visible or the connection is live. */
export function startSync(): void {
  document.addEventListener('visibilitychange', () => {
    // The user may continue on another device.
    if (document.visibilityState === 'hidden') queue.flush();
    else readSoon();
  });
  realtime.state.subscribe(() => {
    if (realtime.state.getSnapshot() === 'live') readSoon();
  });
}
