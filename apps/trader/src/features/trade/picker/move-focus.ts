/** Marks what the arrow keys go through. */
export const PICK = 'data-pick';

/**
 * Moves the focus from the search into the rows, through them, and back. Gives whether the key did that; in the search
 * field the keys that move within a line stay the field's.
 */
export function moveFocus(key: string, list: HTMLElement | null, search: HTMLElement | null): boolean {
  const rows = [...(list?.querySelectorAll<HTMLElement>(`[${PICK}]`) ?? [])];
  const active = document.activeElement;
  const now = rows.findIndex((row) => row.parentElement?.contains(active) === true);
  if (now === -1 && active !== search) return false;
  const next = target(key, now, rows.length);
  if (next === undefined) return false;
  (next < 0 ? search : rows[next])?.focus();
  return true;
}

/** The row that a key leads to; -1 stands for the search, from where only the way down leads into the rows. */
function target(key: string, now: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return Math.min(now + 1, count - 1);
  if (now === -1) return undefined;
  if (key === 'ArrowUp') return now - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
