/**
 * Ends of the bar, in per cent. The scale is logarithmic, because a linear one would compress the important range
 * around 100.
 */
const FLOOR = 25;
const CEILING = 1_600;

/** Position of a ratio on the bar, from 0 to 1. Each doubling takes the same length. */
export function ratioPosition(percent: number): number {
  if (percent <= FLOOR) return 0;
  return Math.min(1, Math.log(percent / FLOOR) / Math.log(CEILING / FLOOR));
}

/** Severity of a ratio by the site's levels; undefined (no open positions) is `calm`. */
export function ratioMood(
  percent: number | undefined,
  marks: { readonly warning: number; readonly stopOut: number },
): 'calm' | 'warned' | 'closing' {
  if (percent === undefined || percent > marks.warning) return 'calm';
  return percent > marks.stopOut ? 'warned' : 'closing';
}
