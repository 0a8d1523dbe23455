/** A section as this device has it. */
export interface Entry {
  readonly value: unknown;
  /** Epoch milliseconds of the change; a device that has seen another's state changes it later than that, whatever its clock says. */
  readonly changedAt: number;
  /** Whether the server has it. */
  readonly sent: boolean;
}

export type Entries = Readonly<Record<string, Entry>>;

/** What a device keeps after it has read the server's sections, and the names of those that it has to send. */
export interface Merged {
  readonly keep: Entries;
  readonly send: readonly string[];
}

/**
 * Moments up to this one are none: they belong to what was saved without knowing what the user has elsewhere, by a visitor
 * or in the first seconds after a sign-in. Anything that the server has is later.
 */
const BLIND = 1_000;

/** Brings what this device has together with what the server has: of two states of a section the later one stays. */
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

/** A visitor's entry as that of the user who signs in: it fills a gap, and replaces nothing that the user has built up elsewhere. */
export function adopted({ value }: Entry): Entry {
  return { value, changedAt: 1, sent: false };
}

/** The entry after a change on this device. `blind`: what the user has elsewhere is not known here yet. */
export function changed(before: Entry | undefined, value: unknown, now: number, blind: boolean): Entry {
  const least = (before?.changedAt ?? 0) + 1;
  return { value, changedAt: blind && least < BLIND ? least : Math.max(now, least), sent: false };
}

/**
 * The entry after the server's answer to one that was sent. What was changed meanwhile stays, and is later than whatever
 * the answer tells.
 */
export function answered(now: Entry | undefined, sent: Entry, answer: Entry): Entry {
  if (now !== undefined && now !== sent) return { ...now, changedAt: Math.max(now.changedAt, answer.changedAt + 1) };
  return sameValue(sent, answer) ? { value: sent.value, changedAt: answer.changedAt, sent: true } : answer;
}

/** Compared by their text: a value that is the same stays the same object, so that nothing is drawn again. */
function sameValue(one: Entry, other: Entry): boolean {
  return JSON.stringify(one.value) === JSON.stringify(other.value);
}
