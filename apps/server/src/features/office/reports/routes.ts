import {
  INSTRUMENT_REPORTS,
  type InputOfStaff,
  REPORT_MOST_DAYS,
  REPORT_MOST_SCHEDULES,
  type ReportKind,
  SUMMED_REPORTS,
  reportCalls,
} from '@fairlot/contract';
import { DAY_MS, DEFAULT_GROUPS, type GroupId } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { TableFile } from '../../../http/table-file.ts';
import type { MarketData } from '../../../market/port.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ReadQueue } from '../../../platform/read-queue.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { FileQueries } from './file-queries.ts';
import { filterText } from './filter-text.ts';
import { type MadeReport, unpacked } from './make-report.ts';
import { presentFile, presentSchedule } from './presenter.ts';
import type { ReportFilter, ReportRequest } from './report.ts';
import { type Days, lastDue, startOf } from './report-days.ts';
import type { ScheduleQueries } from './schedule-queries.ts';

export interface ReportDeps {
  readonly schedules: ScheduleQueries;
  readonly files: FileQueries;
  readonly market: Pick<MarketData, 'instrument' | 'instruments'>;
  readonly make: (request: ReportRequest) => Promise<Answer<MadeReport>>;
  readonly groups: () => readonly { readonly id: GroupId; readonly name: string }[];
  /** One report at a time, because each has its file in memory. */
  readonly queue: ReadQueue;
  /** A few contents at a time are read. Short reads, which need not wait until a report is made. */
  readonly downloads: ReadQueue;
  /** Makes the reports that are due. */
  readonly wake: () => void;
  readonly clock: Clock;
}

type Selection = Omit<InputOfStaff<typeof reportCalls.officeReport>, 'first_day' | 'last_day'>;

/** Registers the calls about reports and their schedules. */
export function registerReports(
  calls: StaffCalls,
  { schedules, files, market, groups, make, queue, downloads, wake, clock }: ReportDeps,
): void {
  calls.forStaff(reportCalls.officeReport, async (input, { staff, about }) => {
    const filter = await filterOf(input, { market, groups });
    if (!filter.ok) return filter;
    const days = daysOf(input);
    if (!days.ok) return days;
    about({ user: input.user_id });
    const made = await queue.run(staff.staff, () => make({ ...filter.data, ...days.data }));
    return made.ok ? done(fileOf(made.data)) : made;
  });

  calls.forStaff(reportCalls.officeReportFile, async ({ id }, { staff }) => {
    const made = await downloads.run(staff.staff, () => files.content(id));
    return made === undefined ? refuse('unknown_record') : done(fileOf(made));
  });

  calls.forList(reportCalls.officeReportFiles, async (filters, slice) => {
    const { rows, total } = await files.page(filters, slice);
    return done({ list: rows.map(presentFile), total });
  });

  calls.forList(reportCalls.officeReportSchedules, async (_filters, slice) => {
    const { rows, total } = await schedules.page(slice);
    return done({ list: rows.map((row) => presentSchedule(row, market)), total });
  });

  calls.forStaff(reportCalls.officeReportOptions, async () =>
    done({
      recipients: [...(await schedules.readers())],
      instruments: market.instruments().map(({ id, code }) => ({ id, code })),
      groups: [...groups()],
    }),
  );

  calls.forStaff(reportCalls.officeScheduleReport, async (input, { staff, about }) => {
    const filter = await filterOf(input, { market, groups });
    if (!filter.ok) return filter;
    const { interval, hour } = input;
    const names = [...new Set(input.recipients)];
    const recipients = await schedules.readersNamed(names);
    if (recipients.length !== names.length) return refuse('unknown_staff');
    const now = clock();
    const id = await schedules.add(
      {
        kind: filter.data.kind,
        filter: filterText(filter.data),
        interval,
        hour,
        recipients: [...recipients],
        author_id: BigInt(staff.staff),
        created_at: new Date(now),
        // The first report is of the last period that is over, so that its recipients see at once what they will get.
        next_at: new Date(lastDue(interval, hour, now)),
      },
      REPORT_MOST_SCHEDULES,
    );
    if (id === undefined) return refuse('too_many_schedules');
    about({ subject: `report schedule ${id}`, user: input.user_id });
    wake();
    return done(presentSchedule(await schedules.byId(id), market));
  });

  calls.forStaff(reportCalls.officeEndReportSchedule, async ({ id }) =>
    (await schedules.end(id, new Date(clock()))) ? done({}) : refuse('unknown_record'),
  );
}

function fileOf(made: MadeReport): TableFile {
  return new TableFile(made.name, made.rows, unpacked(made));
}

/** The filter of a report; refuses fields that the kind does not have, instead of ignoring them. */
async function filterOf(
  input: Selection,
  { market, groups }: Pick<ReportDeps, 'market' | 'groups'>,
): Promise<Answer<ReportFilter>> {
  const { kind, accounts, by, user_id: user, group_id: group } = input;
  const instrument = input.instrument_id;
  if (by !== 'each' && !isAmong(SUMMED_REPORTS, kind)) return refuse('bad_request', { field: 'by' });
  if (instrument !== undefined) {
    if (!isAmong(INSTRUMENT_REPORTS, kind)) return refuse('bad_request', { field: 'instrument_id' });
    if (market.instrument(instrument) === undefined) return refuse('unknown_instrument');
  }
  if (group !== undefined) {
    if (!groups().some(({ id }) => id === group)) return refuse('unknown_group');
    if (group === DEFAULT_GROUPS[accounts === 'real' ? 'demo' : 'real']) return refuse('group_of_other_kind');
  }
  return done({ kind, accounts, user, group, instrument, by });
}

function isAmong(kinds: readonly ReportKind[], kind: ReportKind): boolean {
  return kinds.includes(kind);
}

/** The days of a report; refuses the field of a day that is before the first one or too far after it. */
function daysOf({
  first_day: first,
  last_day: last,
}: Pick<InputOfStaff<typeof reportCalls.officeReport>, 'first_day' | 'last_day'>): Answer<Days> {
  const from = startOf(first);
  const to = startOf(last) + DAY_MS;
  if (to <= from || to - from > REPORT_MOST_DAYS * DAY_MS) return refuse('bad_request', { field: 'last_day' });
  return done({ from, to });
}
