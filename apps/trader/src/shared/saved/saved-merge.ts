/** A saved section on this device. */
export interface Entry {
  readonly value: unknown;
  /** Epoch milliseconds of the change; always later than the state it replaced, whatever this device's clock says. */
  readonly changedAt: number;
  /** True once the server has it. */
  readonly sent: boolean;
}

export type Entries = Readonly<Record<string, Entry>>;

/** The entries to keep on this device, and the names of the sections to send to the server. */
export interface Merged {
  readonly keep: Entries;
  readonly send: readonly string[];
}

/**
 * Upper bound of `changedAt` values that are counters, not times. They mark entries saved before the server's sections
 * were read (by a visitor, or just after a sign-in); every entry on the server is later.
 */
const COUNTER_LIMIT = 1_000;

/** Merges this device's sections with the server's: the later change of each section wins. */
export function mergeSaved(own: Entries, server: Entries): Merged {
  const keep: Record<string, Entry> = { ...own };
  for (const [section, theirs] of Object.entries(server)) {
    const mine = own[section];
    if (mine === undefined || theirs.changedAt >= mine.changedAt)
      keep[section] =
        mine !== undefined && sameValue(mine, theirs) ? { ...mine, changedAt: theirs.changedAt, sent: true } : theirs;
  }
  return { keep, send: Object.keys(keep).filter((section) => keep[section]?.sent === false) };
}

/**
 * Turns a visitor's entry into one of the user who signs in. It fills a gap but never replaces what the user saved
 * elsewhere.
 */
export function adopted({ value }: Entry): Entry {
  return { value, changedAt: 1, sent: false };
}

/**
 * Returns the entry after a change on this device. `beforeFirstRead`: the user's sections on the server have not been
 * read yet.
 */
export function changed(before: Entry | undefined, value: unknown, now: number, beforeFirstRead: boolean): Entry {
  const least = (before?.changedAt ?? 0) + 1;
  return { value, changedAt: beforeFirstRead && least < COUNTER_LIMIT ? least : Math.max(now, least), sent: false };
}

/**
 * Returns the entry after the server's answer to a sent one. A change made in the meantime stays and is dated after the
 * answer.
 */
export function answered(now: Entry | undefined, sent: Entry, answer: Entry): Entry {
  if (now !== undefined && now !== sent) return { ...now, changedAt: Math.max(now.changedAt, answer.changedAt + 1) };
  return sameValue(sent, answer) ? { value: sent.value, changedAt: answer.changedAt, sent: true } : answer;
}

/** Compares by JSON text. An equal value stays the same object, so that nothing renders again. */
function sameValue(one: Entry, other: Entry): boolean {
  return JSON.stringify(one.value) === JSON.stringify(other.value);
}
