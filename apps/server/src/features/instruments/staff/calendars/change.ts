import type { CalendarText, SpecialDay } from '@fairlot/domain';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/**
 * The parts of a calendar in which it differs from another, as proposals and the history show them. `special_days`: the
 * days that the other does not have, such as "2026-12-24 00:00-13:00", or the date alone when it is closed.
 */
export type CalendarParts = Partial<Record<(typeof WEEKDAYS)[number] | 'time_zone', string>> & {
  readonly known_until?: string | null;
  readonly special_days?: readonly string[];
};

export interface CalendarChange {
  readonly before: CalendarParts;
  readonly after: CalendarParts;
}

/** The parts in which a calendar differs from the one before; all of them when there was none. */
export function calendarChange(before: CalendarText | undefined, after: CalendarText): CalendarChange {
  const [old, now] = [before === undefined ? {} : plainParts(before), plainParts(after)];
  const names = (Object.keys(now) as (keyof typeof now)[]).filter((name) => old[name] !== now[name]);
  const days = [dayTexts(before?.days ?? []), dayTexts(after.days)] as const;
  const [gone, added] = [without(days[0], days[1]), without(days[1], days[0])];
  const isSame = gone.length + added.length === 0;
  return {
    before: { ...pick(old, names), ...(!isSame && before !== undefined && { special_days: gone }) },
    after: { ...pick(now, names), ...(!isSame && { special_days: added }) },
  };
}

/** The calendar after a change of the one that its author read. */
export function changedCalendar(now: CalendarText, { before, after }: CalendarChange): CalendarText {
  const gone = new Set(before.special_days);
  const days = [...dayTexts(now.days).filter((text) => !gone.has(text)), ...(after.special_days ?? [])];
  return {
    name: now.name,
    timeZone: after.time_zone ?? now.timeZone,
    week: WEEKDAYS.map((name, index) => after[name] ?? now.week[index] ?? ''),
    days: sortedDays(days.map(dayOf)),
    lastDay: after.known_until === undefined ? now.lastDay : after.known_until,
  };
}

/** A calendar that is never open, to which the parts of a new one are added. */
export function blankCalendar(name: string): CalendarText {
  return { name, timeZone: 'UTC', week: WEEKDAYS.map(() => ''), days: [], lastDay: null };
}

export function sortedDays(days: readonly SpecialDay[]): readonly SpecialDay[] {
  return [...days].sort((a, b) => (a.date < b.date ? -1 : 1));
}

function plainParts({ timeZone, week, lastDay }: CalendarText): CalendarParts {
  return {
    time_zone: timeZone,
    ...Object.fromEntries(WEEKDAYS.map((name, index) => [name, week[index] ?? ''])),
    known_until: lastDay,
  };
}

function dayTexts(days: readonly SpecialDay[]): readonly string[] {
  return days.map(({ date, hours }) => (hours === '' ? date : `${date} ${hours}`));
}

function dayOf(text: string): SpecialDay {
  const [date = '', hours = ''] = text.split(' ');
  return { date, hours };
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return texts.filter((text) => !known.has(text));
}

function pick(parts: CalendarParts, names: readonly (keyof CalendarParts)[]): CalendarParts {
  return Object.fromEntries(names.map((name) => [name, parts[name]]));
}
