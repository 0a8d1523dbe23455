/** A press of a key, as far as lists care. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key asks of a list. `act` carries the letter of an action. */
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
 * What a press means, or undefined. Presses with Ctrl, Alt or Meta belong to the browser, those inside a field to the
 * field, and Enter on a button or link to that.
 */
export function commandOf(press: KeyPress, where: 'page' | 'field' | 'control'): Command | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || where === 'field') return undefined;
  const command = COMMANDS[press.key];
  if (command !== undefined) return command.kind === 'open' && where === 'control' ? undefined : command;
  return /^[a-z]$/.test(press.key) ? { kind: 'act', key: press.key } : undefined;
}

/** The row that is marked after a command: it stays within the list, and starts at its first row. */
export function moved(index: number, count: number, kind: Command['kind']): number {
  if (count === 0) return -1;
  if (kind === 'first') return 0;
  if (kind === 'last') return count - 1;
  if (kind === 'previous') return Math.max(index - 1, 0);
  return Math.min(kind === 'next' ? index + 1 : index, count - 1);
}
