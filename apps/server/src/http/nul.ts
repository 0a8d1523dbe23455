/** Deepest level of nesting that is searched. No input of a call is nested deeper. */
const MOST_LEVELS = 12;

/**
 * The dotted path of the first text with a NUL character in a parsed input, or undefined. PostgreSQL's text can't
 * contain NUL, so every call refuses it.
 */
export function findNul(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path.join('.') : undefined;
  if (typeof value !== 'object' || value === null || path.length >= MOST_LEVELS) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (key.includes('\0')) return path.join('.');
    const found = findNul(part, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
