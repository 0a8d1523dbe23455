/** Ends of the bar, in per cent of prepayment ratio. What matters happens near 100; a linear bar would hide it. */
const FLOOR = 25;
const CEILING = 1_600;

/** Where a prepayment ratio stands on the bar, 0 at its start to 1 at its end; each doubling takes the same length. */
export function ratioPosition(percent: number): number {
  if (percent <= FLOOR) return 0;
  return Math.min(1, Math.log(percent / FLOOR) / Math.log(CEILING / FLOOR));
}

/** How serious a ratio is against the marks of the site; undefined without open positions, which is `calm`. */
export function ratioMood(
  percent: number | undefined,
  marks: { readonly warning: number; readonly stopOut: number },
): 'calm' | 'warned' | 'closing' {
  if (percent === undefined || percent > marks.warning) return 'calm';
  return percent > marks.stopOut ? 'warned' : 'closing';
}
