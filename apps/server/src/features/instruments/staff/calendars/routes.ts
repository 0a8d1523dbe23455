import { type OutputOfStaff, calendarCalls } from '@fairlot/contract';
import { calendarText, isOpen, localTime, nextChange } from '@fairlot/domain';
import { done, refuse } from '../../../../http/answer.ts';
import type { ListedCalendar } from '../../../../market/calendars/calendar-book.ts';
import type { MarketAdmin } from '../../../../market/port.ts';
import type { StaffCalls } from '../../../../staff/staff-calls.ts';
import type { CalendarActions } from './actions.ts';

type Row = OutputOfStaff<typeof calendarCalls.officeCalendars>['list'][number];

/** Staff calls about session calendars. */
export function registerCalendarStaff(
  calls: StaffCalls,
  { actions, market }: { readonly actions: CalendarActions; readonly market: MarketAdmin },
): void {
  calls.forList(calendarCalls.officeCalendars, ({ q = '' }, { offset, limit }) => {
    const wanted = q.trim().toLowerCase();
    const found = market.calendars.all().filter(({ calendar }) => calendar.name.includes(wanted));
    const list = found.slice(offset, offset + limit).map((each) => rowOf(each, market));
    return Promise.resolve(done({ list, total: found.length }));
  });

  calls.forStaff(calendarCalls.officeCalendar, ({ name }) => {
    const listed = market.calendars.get(name);
    if (listed === undefined) return refuse('unknown_calendar');
    const { timeZone, week, days, lastDay } = calendarText(listed.calendar);
    return done({
      name,
      time_zone: timeZone,
      week: [...week],
      special_days: [...days],
      last_day: lastDay,
      version: listed.version,
      origin: listed.origin,
      instruments: usersOf(name, market),
      is_applied: market.calendars.areApplied,
      market_time: market.now(),
    });
  });

  calls.forStaff(calendarCalls.officeSaveCalendar, async (input, { staff }) => {
    const saved = await actions.save(input, { id: staff.staff, name: staff.name });
    return saved.ok ? done({ proposal: saved.data }) : saved;
  });
}

function rowOf({ calendar, origin, version }: ListedCalendar, market: MarketAdmin): Row {
  const now = market.now();
  const next = nextChange(calendar, now);
  const { name, timeZone, lastDay } = calendar;
  return {
    name,
    time_zone: timeZone,
    instruments: usersOf(name, market),
    is_open: isOpen(calendar, now),
    next_change: next === undefined ? null : new Date(next).toISOString(),
    last_day: calendarText(calendar).lastDay,
    days_left: lastDay === undefined ? null : lastDay - localTime(timeZone, now).day,
    origin,
    version,
  };
}

function usersOf(name: string, market: MarketAdmin): string[] {
  return market
    .instruments()
    .filter(({ calendar }) => calendar === name)
    .map(({ code }) => code)
    .sort();
}
