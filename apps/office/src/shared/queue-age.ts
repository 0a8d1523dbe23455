/** How long something has waited: a figure and its unit, coarse enough to be read at a glance. */
export interface Age {
  readonly unit: 'minute' | 'hour' | 'day';
  readonly count: number;
  /** fresh: within the hour. late: within the working day. overdue: older. */
  readonly level: 'fresh' | 'late' | 'overdue';
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A working day. */
const OVERDUE_MS = 8 * HOUR_MS;

/** The age of what has waited since a moment. A clock that runs ahead of the server's makes it zero, never negative. */
export function ageOf(since: string, now: number): Age {
  const waited = Math.max(0, now - Date.parse(since));
  const level = waited < HOUR_MS ? 'fresh' : waited < OVERDUE_MS ? 'late' : 'overdue';
  if (waited < HOUR_MS) return { unit: 'minute', count: Math.floor(waited / MINUTE_MS), level };
  if (waited < 2 * DAY_MS) return { unit: 'hour', count: Math.floor(waited / HOUR_MS), level };
  return { unit: 'day', count: Math.floor(waited / DAY_MS), level };
}
