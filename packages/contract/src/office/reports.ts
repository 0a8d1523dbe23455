import { z } from 'zod/mini';
import { id, isoTime, nothing } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

/**
 * Kinds of reports. `trades` are closed positions, `ledger` all entries, `payments` booked deposits, withdrawals and
 * their fees; the others are sums. docs/reports.md lists the columns.
 */
export const REPORT_KINDS = ['trades', 'ledger', 'payments', 'results', 'volumes', 'fees', 'swaps'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Kinds that are sums. The others have a row of each record, and take no `by`. */
export const SUMMED_REPORTS = ['results', 'volumes', 'fees', 'swaps'] as const satisfies readonly ReportKind[];
/** Kinds that can be narrowed to an instrument. */
export const INSTRUMENT_REPORTS = ['trades', ...SUMMED_REPORTS] as const satisfies readonly ReportKind[];

/** The thing that a row of sums is of. `each`: a client's sums in one instrument on one day. */
export const REPORT_SUMS = ['each', 'client', 'group', 'instrument', 'day'] as const;
export type ReportSums = (typeof REPORT_SUMS)[number];

export const REPORT_INTERVALS = ['day', 'week', 'month'] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];

/** Maximum days and rows of one report. */
export const REPORT_MOST_DAYS = 366;
export const REPORT_MOST_ROWS = 200_000;
/** Schedules in force at a time, and recipients of each. */
export const REPORT_MOST_SCHEDULES = 50;
export const REPORT_MOST_RECIPIENTS = 20;
/** A made report is kept for so many days; of each schedule only the newest files are. */
export const REPORT_FILE_DAYS = 35;
export const REPORT_MOST_FILES = 14;

/** Roles that read reports, and may get mail about them. */
export const REPORT_ROLES = ['finance', 'compliance', 'administrator'] as const;
const SCHEDULERS = ['finance', 'administrator'] as const;

const selection = {
  kind: z.enum(REPORT_KINDS),
  accounts: z._default(z.enum(['real', 'demo']), 'real'),
  user_id: z.optional(id),
  /** Accounts that are in this group when the report is made. */
  group_id: z.optional(id),
  instrument_id: z.optional(id),
  by: z._default(z.enum(REPORT_SUMS), 'each'),
};

/** A report that a schedule asked for. */
export const reportFile = z.object({
  id: z.int(),
  schedule_id: z.int(),
  kind: z.enum(REPORT_KINDS),
  /** UTC days, both part of the report. */
  first_day: z.string(),
  last_day: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  /** null until it is made. */
  rows: z.nullable(z.int()),
  created_at: isoTime,
  made_at: z.nullable(isoTime),
  /** It is deleted then, or earlier when the schedule has enough newer ones. */
  expires_at: isoTime,
  /** Reason of a failure. */
  reason: z.nullable(z.string()),
});

export const reportSchedule = z.object({
  id: z.int(),
  kind: z.enum(REPORT_KINDS),
  accounts: z.enum(['real', 'demo']),
  user_id: z.nullable(z.int()),
  /** Name of the group; null for all. */
  group: z.nullable(z.string()),
  /** Code of the instrument; null for all. */
  instrument: z.nullable(z.string()),
  by: z.enum(REPORT_SUMS),
  interval: z.enum(REPORT_INTERVALS),
  /** Hour of the day in UTC. */
  hour: z.int(),
  /** Names of staff. Those who lost the right get no mail. */
  recipients: z.array(z.string()),
  author: z.string(),
  created_at: isoTime,
  next_at: isoTime,
});

export const reportCalls = {
  officeReport: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/reports/make',
    roles: REPORT_ROLES,
    changesState: false,
    personal: true,
    subject: { kind: 'report', field: 'kind' },
    answersFile: 'text/csv',
    summary: `A report of whole UTC days as CSV: at most ${REPORT_MOST_DAYS} days and ${REPORT_MOST_ROWS} rows. The audit log has the filter and the number of rows.`,
    input: z.object({ ...selection, first_day: z.iso.date(), last_day: z.iso.date() }),
    output: z.unknown(),
  }),
  officeReportFiles: defineStaffList({
    path: '/office/api/reports/files',
    roles: REPORT_ROLES,
    summary: 'Reports that schedules asked for, newest first.',
    filters: { ...period, kind: z.optional(z.enum(REPORT_KINDS)) },
    row: reportFile,
  }),
  officeReportFile: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/reports/file',
    roles: REPORT_ROLES,
    changesState: false,
    personal: true,
    subject: { kind: 'report', field: 'id' },
    answersFile: 'text/csv',
    summary: 'A report that a schedule made, as CSV.',
    input: z.object({ id }),
    output: z.unknown(),
  }),
  officeReportSchedules: defineStaffList({
    path: '/office/api/reports/schedules',
    roles: REPORT_ROLES,
    summary: 'Schedules of reports that are in force, newest first.',
    filters: {},
    row: reportSchedule,
  }),
  officeReportOptions: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/reports/options',
    roles: REPORT_ROLES,
    changesState: false,
    summary: 'The staff who may read reports, the instruments and the groups.',
    input: nothing,
    output: z.object({
      recipients: z.array(z.string()),
      instruments: z.array(z.object({ id: z.int(), code: z.string() })),
      groups: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  }),
  officeScheduleReport: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/reports/schedule',
    roles: SCHEDULERS,
    changesState: true,
    summary: `Schedules a report: of the day, week (from Monday) or month before, made once after its end at an hour in UTC; the first one is made at once, of the last period that is over. The recipients are members of staff who may read reports; their mail has a link for which they sign in. At most ${REPORT_MOST_SCHEDULES} schedules.`,
    input: z.object({
      ...selection,
      interval: z.enum(REPORT_INTERVALS),
      hour: z.int().check(z.gte(0), z.lte(23)),
      recipients: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(REPORT_MOST_RECIPIENTS)),
    }),
    output: reportSchedule,
  }),
  officeEndReportSchedule: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/reports/end_schedule',
    roles: SCHEDULERS,
    changesState: true,
    subject: { kind: 'report schedule', field: 'id' },
    summary: 'Ends a schedule. Its files stay for their time.',
    input: z.object({ id }),
    output: z.object({}),
  }),
} as const;
