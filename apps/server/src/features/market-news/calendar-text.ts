import { DAY_MS, HOUR_MS, MINUTE_MS, localTime, momentsOf } from '@fairlot/domain';
import ICAL from 'ical.js';
import { NewsFailure } from './failure.ts';
import { type CalendarEntry, TITLE_LENGTH, isEntryTime } from './news-item.ts';
import { plainText } from './plain-text.ts';
import { turns } from './turns.ts';

/** Most entries of one calendar. */
const MOST_ENTRIES = 500;

/** A property of jCal (RFC 7265): name, parameters, type, value. */
type Property = readonly [string, Readonly<Record<string, string | string[]>>, string, ...unknown[]];
type Component = readonly [string, readonly Property[], readonly Component[]];

/** Most events of a calendar that are looked at, and most characters of one. The library's work grows with the square. */
const MOST_EVENTS = 5_000;
const MOST_EVENT_LENGTH = 16_384;

/**
 * Reads the entries of an ICS calendar (RFC 5545) around `now`, in time order. Times are of UTC or of a zone with an
 * IANA name. Left out: repeating and cancelled entries, and times whose zone is unknown. The calendar's own zones and
 * rules are never evaluated: a hostile one repeats for ever. Throws a NewsFailure for other texts.
 */
export async function readCalendar(text: string, now: number): Promise<readonly CalendarEntry[]> {
  if (!/^\ufeff?BEGIN:VCALENDAR\r?\n/i.test(text) || !/\nEND:VCALENDAR\s*$/i.test(text.slice(-200)))
    throw new NewsFailure('format');
  const turn = turns();
  const entries: CalendarEntry[] = [];
  for (const event of eventsOf(text)) {
    entries.push(...eventIn(event).flatMap((each) => entryOf(each, now) ?? []));
    // Events are parsed one by one, so that a large calendar does not keep trading waiting.
    await turn();
  }
  return entries.sort((a, b) => a.time - b.time).slice(0, MOST_ENTRIES);
}

/** The texts of the events, without those that are too long. */
function* eventsOf(text: string): Generator<string> {
  let from = 0;
  for (let count = 0; count < MOST_EVENTS; count += 1) {
    const start = text.indexOf('\nBEGIN:VEVENT', from);
    const end = start < 0 ? -1 : text.indexOf('\nEND:VEVENT', start);
    if (end < 0) return;
    if (end - start <= MOST_EVENT_LENGTH) yield text.slice(start + 1, end);
    from = end;
  }
}

/** The event of a text; none if it is malformed, which spoils no other event. */
function eventIn(text: string): readonly Component[] {
  try {
    const [, , parts] = ICAL.parse(
      `BEGIN:VCALENDAR\r\n${text}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    ) as unknown as Component;
    return parts.filter(([name]) => name === 'vevent');
  } catch {
    return [];
  }
}

function entryOf([, properties]: Component, now: number): CalendarEntry | undefined {
  const of = (name: string): Property | undefined => properties.find(([each]) => each === name);
  const start = of('dtstart');
  const title = plainText(textOf(of('summary')), TITLE_LENGTH);
  if (start === undefined || title === '' || of('rrule') !== undefined || /cancelled/i.test(textOf(of('status'))))
    return undefined;
  const time = timeOf(start, now);
  return time === undefined ? undefined : { time, isAllDay: start[2] === 'date', title };
}

function textOf(property: Property | undefined): string {
  const value = property?.[3];
  return typeof value === 'string' ? value : '';
}

/** The moment of a DTSTART; undefined if it is not around `now` or not known. */
function timeOf(property: Property, now: number): number | undefined {
  const [, { tzid }, type] = property;
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::\d\d)?(Z?))?$/.exec(textOf(property));
  if (found === null) return undefined;
  const [, date = '', hour = '0', minute = '0', zulu] = found;
  const day = Date.parse(`${date}T00:00:00Z`);
  const msOfDay = Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
  const wall = day + msOfDay;
  // Checked before the zone is, so that far dates cost nothing.
  if (Number.isNaN(day) || (!isEntryTime(wall - DAY_MS, now) && !isEntryTime(wall + DAY_MS, now))) return undefined;
  const time = type === 'date' || zulu === 'Z' ? wall : inZone(tzid, day / DAY_MS, msOfDay);
  return time !== undefined && isEntryTime(time, now) ? time : undefined;
}

function inZone(zone: string | string[] | undefined, day: number, msOfDay: number): number | undefined {
  if (typeof zone !== 'string' || !isZone(zone)) return undefined;
  const moments = momentsOf(zone, day, msOfDay);
  return (
    moments.find((moment) => {
      const local = localTime(zone, moment);
      return local.day === day && local.msOfDay === msOfDay;
    }) ?? moments[0]
  );
}

const knownZones = new Set<string>();

function isZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    knownZones.add(name);
    return true;
  } catch {
    return false;
  }
}
