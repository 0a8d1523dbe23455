import { localTime, momentsOf, weekdayOf } from './session-zone.ts';
import { HOUR_MS } from './time.ts';

const ROLLOVER_ZONE = 'America/New_York';
const ROLLOVER_MS = 17 * HOUR_MS;
const SATURDAY = 6;
const SUNDAY = 0;

/** A moment at which open positions are charged or credited the overnight swap. */
export interface Rollover {
  /** Epoch milliseconds of 17:00 in New York. */
  readonly time: number;
  /** Day of the New York week, 1 = Monday … 5 = Friday. */
  readonly weekday: number;
}

/** The first rollover after a moment: Monday to Friday at 17:00 New York. The triple day covers the weekend. */
export function nextRollover(after: number): Rollover {
  let { day } = localTime(ROLLOVER_ZONE, after);
  for (;;) {
    const weekday = weekdayOf(day);
    // New York changes its clock at night, so 17:00 exists exactly once on every day.
    const time = momentsOf(ROLLOVER_ZONE, day, ROLLOVER_MS).find(
      (moment) => localTime(ROLLOVER_ZONE, moment).msOfDay === ROLLOVER_MS,
    );
    if (time !== undefined && time > after && weekday !== SATURDAY && weekday !== SUNDAY) return { time, weekday };
    day += 1;
  }
}

/** The rollovers after `from` up to and including `to`, in time order. A restarted server uses them to catch up. */
export function rolloversBetween(from: number, to: number): readonly Rollover[] {
  const found: Rollover[] = [];
  for (let next = nextRollover(from); next.time <= to; next = nextRollover(next.time)) found.push(next);
  return found;
}
