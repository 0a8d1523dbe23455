const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its largest whole unit, as a language writes it: "3 hr", "12 days". Always with Latin digits. */
export function formatDuration(seconds: number, tag: string): string {
  // Chosen by the rounded figure, so that the last half minute of an hour is not 60 minutes.
  const [value, unit] =
    Math.round(seconds / HOUR) * HOUR >= DAY
      ? ([seconds / DAY, 'day'] as const)
      : Math.round(seconds / MINUTE) * MINUTE >= HOUR
        ? ([seconds / HOUR, 'hour'] as const)
        : Math.round(seconds) >= MINUTE
          ? ([seconds / MINUTE, 'minute'] as const)
          : ([seconds, 'second'] as const);
  return new Intl.NumberFormat(`${tag}-u-nu-latn`, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(value);
}
