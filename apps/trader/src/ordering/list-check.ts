/**
 * Whether the holding list does not tell what the live feed tells: another number of positions, or, where the whole list
 * is loaded, a position that it does not have.
 */
export function listIsOutdated(loaded: readonly number[], total: number, live: readonly number[]): boolean {
  if (live.length !== total) return true;
  if (loaded.length < total) return false;
  const known = new Set(loaded);
  return live.some((id) => !known.has(id));
}
