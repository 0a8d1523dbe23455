/** Replaces the global Date by one that is `ms` ahead of the machine's. */
export function shiftDate(ms: number): void;

/** The machine's time in epoch milliseconds, whatever the shift. */
export function unshiftedNow(): number;
