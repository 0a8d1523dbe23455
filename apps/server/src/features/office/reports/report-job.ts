import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import type { Answer } from '../../../http/answer.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Job, every } from '../../../platform/jobs.ts';
import type { Log } from '../../../platform/log.ts';
import type { ClaimedFile, FileQueries } from './file-queries.ts';
import { readFilter } from './filter-text.ts';
import { type MadeReport, reportName } from './make-report.ts';
import type { ReportRequest } from './report.ts';
import { daysDue, dueFrom, startOf } from './report-days.ts';
import type { ScheduleQueries } from './schedule-queries.ts';

export interface ReportJobDeps {
  readonly schedules: ScheduleQueries;
  readonly files: FileQueries;
  readonly make: (request: ReportRequest) => Promise<Answer<MadeReport>>;
  readonly outbox: Outbox;
  /** The office's list of made reports, as staff reach it. */
  readonly link: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

const EVERY_MS = MINUTE_MS;
/** Schedules planned per transaction. */
const AT_ONCE = 20;
/** Minutes before the second try, the third, and so on; then the file has failed. */
const PAUSES_MIN = [1, 5, 30, 120] as const;
const MOST_TRIES = PAUSES_MIN.length + 1;

/**
 * Makes the reports of schedules. A row for each period is stored together with the schedule's next time, so that a
 * restart neither loses nor repeats one; the file and the mails about it are one transaction.
 */
export class ReportJob {
  readonly #deps: ReportJobDeps;
  readonly #job: Job;
  #stopping = false;

  constructor(deps: ReportJobDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.run(),
      (error) => deps.log.error({ err: error }, 'scheduled reports could not be made, trying again'),
    );
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  /** Looks for reports that are due now. */
  wake(): void {
    this.#job.wake();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#job.stop();
  }

  /** Makes what is due. */
  async run(): Promise<void> {
    const { files } = this.#deps;
    await files.deleteOld(this.#now());
    while (!this.#stopping && (await this.#planSome()) > 0);
    while (!this.#stopping) {
      const file = await files.claim(this.#now());
      if (file === undefined) break;
      await this.#make(file);
    }
  }

  /** Stores the next period of schedules that are due; returns their number. */
  #planSome(): Promise<number> {
    const { schedules, files } = this.#deps;
    return schedules.transaction(async (db) => {
      const due = await schedules.due(db, this.#now(), AT_ONCE);
      for (const { id, interval, hour, next_at: at } of due) {
        const next = dueFrom(interval, hour, at.getTime() + 1);
        await files.plan(db, id, daysDue(interval, at.getTime()), this.#now());
        await schedules.moveOn(db, id, new Date(next));
      }
      return due.length;
    });
  }

  async #make(file: ClaimedFile): Promise<void> {
    const { files, make, log } = this.#deps;
    const request = requestOf(file);
    // Earlier tries that noted no failure ended with their process, which this report may kill again.
    if (file.tries > MOST_TRIES) return this.#finish(file, request, { reason: 'internal' });
    try {
      const made = await make(request);
      return await this.#finish(file, request, made.ok ? made.data : { reason: made.reason });
    } catch (error) {
      log.warn({ err: error, report: Number(file.id), tries: file.tries }, 'a scheduled report could not be made');
      const pause = PAUSES_MIN[file.tries - 1];
      if (pause === undefined) return this.#finish(file, request, { reason: 'internal' });
      return files.tryLater(file.id, new Date(this.#deps.clock() + pause * MINUTE_MS));
    }
  }

  /** Stores the outcome and tells the recipients, once. */
  async #finish(
    file: ClaimedFile,
    request: ReportRequest,
    outcome: MadeReport | { readonly reason: string },
  ): Promise<void> {
    const { schedules, files, outbox, link } = this.#deps;
    await schedules.transaction(async (db) => {
      if (!(await files.finish(db, file, outcome, this.#now()))) return;
      const isMade = !('reason' in outcome);
      for (const { name, email } of await schedules.mailboxes(db, file.recipients))
        await outbox.put(db, {
          channel: 'mail',
          to: email,
          template: isMade ? 'staff_report' : 'staff_report_failed',
          // Accounts of staff have no language.
          language: 'en',
          params: {
            name,
            report: reportName(request),
            rows: isMade ? String(outcome.rows) : '0',
            link: link(),
          },
        });
    });
    outbox.wake();
  }

  #now(): Date {
    return new Date(this.#deps.clock());
  }
}

function requestOf({ kind, filter, first_day: first, last_day: last }: ClaimedFile): ReportRequest {
  return { kind, ...readFilter(filter), from: startOf(first), to: startOf(last) + DAY_MS };
}
