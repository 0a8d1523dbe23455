import { z } from 'zod/mini';
import { epochMs, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';
import { staffReason } from './desk.ts';

const readers = ['dealer', 'administrator', 'finance', 'compliance', 'support'] as const;
const editors = ['dealer', 'administrator'] as const;

/** Special days of one calendar: its past, and about 25 years ahead. */
export const MOST_SPECIAL_DAYS = 400;

/** `new` is the address of the form for another one. */
const name = z.string().check(
  z.regex(/^[a-z][a-z0-9-]{1,39}$/),
  z.refine((text) => text !== 'new'),
);
/** Times of day as text: "09:15-12:00 13:00-24:00"; empty without a session. */
const hours = z.string().check(z.maxLength(150), z.regex(/^[0-9:\- ]*$/));
const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

/** Hours and special days of a session calendar. */
const calendarParts = z.object({
  /** IANA name: America/New_York. */
  time_zone: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Hours of each weekday, Sunday first, at most twelve sessions a day. */
  week: z.array(hours).check(z.length(7)),
  /** Dates on which only the sessions within these hours take place: "00:00-13:00". Without any, if they are empty. */
  special_days: z
    .array(z.object({ date, hours: z.string().check(z.regex(/^(\d\d:\d\d-\d\d:\d\d)?$/)) }))
    .check(z.maxLength(MOST_SPECIAL_DAYS)),
  /** The last day whose holidays are known: the market stays closed after it. Null for a market without holidays. */
  last_day: z.nullable(date),
});

/** The whole of a session calendar. */
const calendar = z.object({
  name: z.string(),
  ...calendarParts.shape,
  /** Counts the changes. */
  version: z.int(),
  /** `release`: as it came with the program, which renews it. `office`: changed by staff, who keep it up to date. */
  origin: z.enum(['release', 'office']),
  /** Codes of the listed instruments that use it. */
  instruments: z.array(z.string()),
  /** False while the configuration keeps every market open. */
  is_applied: z.boolean(),
  market_time: epochMs,
});

/** A session calendar in the office's list. */
export const calendarRow = z.object({
  name: z.string(),
  time_zone: z.string(),
  instruments: z.array(z.string()),
  is_open: z.boolean(),
  /** The next opening or closing time; null when there is none. */
  next_change: z.nullable(isoTime),
  last_day: z.nullable(z.string()),
  /** Days until then; negative when it is over. */
  days_left: z.nullable(z.int()),
  origin: calendar.shape.origin,
  version: z.int(),
});

export const calendarCalls = {
  officeCalendars: defineStaffList({
    path: '/office/api/calendars/list',
    roles: readers,
    summary: 'Session calendars, and the instruments that use each of them.',
    filters: { q: z.optional(z.string().check(z.maxLength(40))) },
    row: calendarRow,
  }),
  officeCalendar: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/calendars/one',
    roles: readers,
    changesState: false,
    summary: 'The hours and special days of a session calendar.',
    input: z.object({ name }),
    output: calendar,
  }),
  officeSaveCalendar: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/calendars/save',
    roles: editors,
    changesState: true,
    subject: { kind: 'calendar', field: 'name' },
    summary:
      'Changes a session calendar, or adds one (`version` 0). A market that it closes is closed at once; one that it opens deals from its next price on. While there are real accounts the change is a proposal for a second administrator (`proposal`). Another version in force is refused with `record_changed`.',
    input: z.object({ name, ...calendarParts.shape, version: z.int().check(z.gte(0)), reason: staffReason }),
    output: z.object({ proposal: z.nullable(z.int()) }),
  }),
} as const;
