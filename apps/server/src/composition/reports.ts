import type { ClientGroups } from '../features/groups/groups.ts';
import { makeReport } from '../features/office/reports/make-report.ts';
import type { ReportRequest } from '../features/office/reports/report.ts';
import { ReportJob } from '../features/office/reports/report-job.ts';
import { registerReports } from '../features/office/reports/routes.ts';
import { FileQueries } from '../features/office/reports/file-queries.ts';
import { ScheduleQueries } from '../features/office/reports/schedule-queries.ts';
import type { Outbox } from '../messages/outbox.ts';
import { ReadQueue } from '../platform/read-queue.ts';
import type { FeatureDeps } from './deps.ts';
import { wakerOf } from './jobs.ts';
import type { Part } from './lifecycle.ts';

interface ReportParts {
  readonly outbox: Outbox;
  /** The origin of the office as staff reach it. */
  readonly origin: () => string;
  readonly groups: Pick<ClientGroups, 'all'>;
}

/** Caller of the queue for the job; the numbers of staff begin with 1. */
const JOB = 0;

/** Builds the reports of the office. Returns the job that makes the scheduled ones. */
export function openReports(
  { database, market, staffCalls, clock, log, jobs, signals }: FeatureDeps,
  { outbox, origin, groups: all }: ReportParts,
): Part {
  const schedules = new ScheduleQueries(database.kysely);
  const files = new FileQueries(database.kysely);
  const sources = { db: database.reports.kysely, market };
  const make = (request: ReportRequest) => makeReport(sources, request);
  const queue = new ReadQueue({ atOnce: 1, mostWaiting: 8, mostOfCaller: 1 });
  const downloads = new ReadQueue({ atOnce: 2, mostWaiting: 16, mostOfCaller: 2 });
  const job = new ReportJob({
    schedules,
    files,
    make: (request) => queue.run(JOB, () => make(request)),
    outbox,
    link: () => `${origin()}/office/#/reports?tab=files`,
    clock,
    log,
  });
  const groups = () => all.all().map(({ id, definition }) => ({ id, name: definition.name }));
  const wake = wakerOf('reports', job, { jobs, signals });
  registerReports(staffCalls, { schedules, files, market, groups, make, queue, downloads, wake, clock });
  return job;
}
