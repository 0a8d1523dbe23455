/** Attribute of the elements that the arrow keys visit. */
export const PICK = 'data-pick';

/**
 * Moves the focus between the search field and the rows. Returns false if it did not handle the key; in the search
 * field, keys that move the caret are not handled.
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

/** Index of the row that a key leads to; -1 is the search field, where only ArrowDown is handled. */
function target(key: string, now: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return Math.min(now + 1, count - 1);
  if (now === -1) return undefined;
  if (key === 'ArrowUp') return now - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
