/** Nested deeper than this, nothing is looked at any more; no input of a call is. */
const MOST_LEVELS = 12;

/**
 * The place (dotted) of the first text in a parsed input that holds a zero character, or undefined. PostgreSQL's texts
 * can't hold one, and nobody types one: it is refused for all calls alike, wherever it is.
 */
export function zeroIn(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path.join('.') : undefined;
  if (typeof value !== 'object' || value === null || path.length >= MOST_LEVELS) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (key.includes('\0')) return path.join('.');
    const found = zeroIn(part, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
