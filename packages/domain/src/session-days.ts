import { type LocalDay, isoDay, localTime, momentsOf } from './session-zone.ts';
import { type SessionCalendar, isOpen, nextChange } from './session.ts';

/** A time in which a market is open, in epoch milliseconds; `to` is exclusive. */
export interface OpenSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The reason why a day differs from its weekday. `ended`: the day lies after the last one whose holidays are known.
 */
export type DayMark = 'closed' | 'earlyClose' | 'lateOpen' | 'shortened' | 'ended';

/** A day of a market in its own time zone. */
export interface SessionDay {
  readonly day: LocalDay;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly mark: DayMark | undefined;
  /** The times in which the market is open on that day, in order. One that goes on over midnight ends there. */
  readonly spans: readonly OpenSpan[];
}

/** The days of a market from the one on that a moment falls, at most a year. */
export function sessionDays(calendar: SessionCalendar, time: number, count: number): readonly SessionDay[] {
  const first = localTime(calendar.timeZone, time).day;
  return Array.from({ length: Math.min(count, 366) }, (_, index): SessionDay => {
    const day = first + index;
    return {
      day,
      date: isoDay(day),
      mark: markOf(calendar, day),
      spans: openSpans(calendar, startOfDay(calendar.timeZone, day), startOfDay(calendar.timeZone, day + 1)),
    };
  });
}

/** The times between two moments in which a market is open. */
export function openSpans(calendar: SessionCalendar, from: number, to: number): readonly OpenSpan[] {
  const spans: OpenSpan[] = [];
  let open = isOpen(calendar, from);
  for (let time = from; time < to; open = !open) {
    const next = Math.min(nextChange(calendar, time) ?? to, to);
    if (open) spans.push({ from: time, to: next });
    time = next;
  }
  return spans;
}

/** The first moment of a local day. A clock that is set back over midnight begins it twice: the later one counts. */
function startOfDay(timeZone: string, day: LocalDay): number {
  const isIn = (time: number): boolean => localTime(timeZone, time).day >= day;
  return Math.max(...momentsOf(timeZone, day, 0).filter((moment) => isIn(moment) && !isIn(moment - 1)));
}

function markOf({ lastDay, holidays, earlyCloses, lateOpens }: SessionCalendar, day: LocalDay): DayMark | undefined {
  const date = isoDay(day);
  if (lastDay !== undefined && day > lastDay) return 'ended';
  if (holidays.has(date)) return 'closed';
  if (earlyCloses.has(date)) return lateOpens.has(date) ? 'shortened' : 'earlyClose';
  return lateOpens.has(date) ? 'lateOpen' : undefined;
}
