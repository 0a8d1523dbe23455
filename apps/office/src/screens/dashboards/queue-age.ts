import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fairlot/domain';

/** A waiting time as a figure and its unit, coarse enough to be read at a glance. */
export interface Age {
  readonly unit: 'minute' | 'hour' | 'day';
  readonly count: number;
  /** fresh: within the hour. late: within the working day. overdue: older. */
  readonly level: 'fresh' | 'late' | 'overdue';
}

/** Length of a working day. */
const OVERDUE_MS = 8 * HOUR_MS;

/** The waiting time since a moment. Zero, never negative, if the clock here is behind the server's. */
export function ageOf(since: string, now: number): Age {
  const waited = Math.max(0, now - Date.parse(since));
  const level = waited < HOUR_MS ? 'fresh' : waited < OVERDUE_MS ? 'late' : 'overdue';
  if (waited < HOUR_MS) return { unit: 'minute', count: Math.floor(waited / MINUTE_MS), level };
  if (waited < 2 * DAY_MS) return { unit: 'hour', count: Math.floor(waited / HOUR_MS), level };
  return { unit: 'day', count: Math.floor(waited / DAY_MS), level };
}
