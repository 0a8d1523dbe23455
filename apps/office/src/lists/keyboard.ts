/** The part of a keyboard event that lists use. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** A list command of a key. `act` has the letter of an action. */
export type Command =
  | {
      readonly kind:
        'next' | 'previous' | 'first' | 'last' | 'open' | 'close' | 'help' | 'search' | 'nextPage' | 'previousPage';
    }
  | { readonly kind: 'act'; readonly key: string };

const COMMANDS: Readonly<Record<string, Command>> = {
  j: { kind: 'next' },
  ArrowDown: { kind: 'next' },
  k: { kind: 'previous' },
  ArrowUp: { kind: 'previous' },
  Home: { kind: 'first' },
  End: { kind: 'last' },
  Enter: { kind: 'open' },
  Escape: { kind: 'close' },
  n: { kind: 'nextPage' },
  p: { kind: 'previousPage' },
  '?': { kind: 'help' },
  '/': { kind: 'search' },
};

/**
 * Returns the command of a key press, or undefined. Presses with Ctrl, Alt or Meta belong to the browser, those inside
 * a field to the field, and Enter on a button or link to that control.
 */
export function commandOf(press: KeyPress, where: 'page' | 'field' | 'control'): Command | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || where === 'field') return undefined;
  const command = COMMANDS[press.key];
  if (command !== undefined) return command.kind === 'open' && where === 'control' ? undefined : command;
  return /^[a-z]$/.test(press.key) ? { kind: 'act', key: press.key } : undefined;
}

/**
 * Returns the index of the marked row after a command. It stays within the list; the first command marks the first row.
 */
export function moved(index: number, count: number, kind: Command['kind']): number {
  if (count === 0) return -1;
  if (kind === 'first') return 0;
  if (kind === 'last') return count - 1;
  if (kind === 'previous') return Math.max(index - 1, 0);
  return Math.min(kind === 'next' ? index + 1 : index, count - 1);
}

/** The marked record, and the place where it was last seen in the list. */
export interface Mark {
  readonly id: string;
  readonly index: number;
}

/** Returns the place of the marked record in the list as it is now; -1 when it is not in the list. */
export function placeOf(mark: Mark | null, ids: readonly string[]): number {
  return mark === null ? -1 : ids.indexOf(mark.id);
}

/**
 * Returns the index of the row to mark after a command. From a record that has left the list the mark goes on at the
 * place of that record.
 */
export function movedFrom(mark: Mark | null, ids: readonly string[], kind: Command['kind']): number {
  const place = placeOf(mark, ids);
  if (mark === null || place !== -1) return moved(place, ids.length, kind);
  return moved(kind === 'next' ? mark.index - 1 : mark.index, ids.length, kind);
}
