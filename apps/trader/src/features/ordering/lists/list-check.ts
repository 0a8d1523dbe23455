/**
 * True if the live feed contradicts the loaded list of positions: another count or, if all pages are loaded, an unknown
 * position.
 */
export function listIsOutdated(loaded: readonly number[], total: number, live: readonly number[]): boolean {
  if (live.length !== total) return true;
  if (loaded.length < total) return false;
  const known = new Set(loaded);
  return live.some((id) => !known.has(id));
}
