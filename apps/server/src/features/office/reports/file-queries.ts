import { type InputOfStaff, REPORT_FILE_DAYS, REPORT_MOST_FILES, type reportCalls } from '@fairlot/contract';
import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ReportTables } from '../../../db/tables/reports.ts';
import { isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { MadeReport } from './make-report.ts';
import { type Days, dayText } from './report-days.ts';
import type { ScheduleRow } from './schedule-queries.ts';

export type FileRow = Omit<Selectable<ReportTables['report_files']>, 'content' | 'tries' | 'next_try_at'> &
  Pick<ScheduleRow, 'kind'>;
/** A file to be made, of a schedule. */
export type ClaimedFile = Pick<ScheduleRow, 'kind' | 'filter' | 'recipients'> & {
  readonly id: bigint;
  readonly schedule_id: bigint;
  readonly first_day: string;
  readonly last_day: string;
  readonly tries: number;
};

/** While a try runs, no other claim gets the file. Longer than any try. */
const LEASE_MS = 30 * MINUTE_MS;
/** The table of the files that schedules made. */
export class FileQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Files of a period, newest first, without their content. */
  async page(
    { kind, ...period }: Partial<InputOfStaff<typeof reportCalls.officeReportFiles>>,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly FileRow[]; readonly total: number }> {
    let found = this.#db
      .selectFrom('report_files')
      .innerJoin('report_schedules', 'report_schedules.id', 'report_files.schedule_id')
      .where(isWithin('report_files.created_at', period));
    if (kind !== undefined) found = found.where('kind', '=', kind);
    const rows = await found
      .select(['report_files.id', 'schedule_id', 'kind', 'state', 'report_files.created_at', 'made_at'])
      .select(['name', 'rows', 'reason', sql<string>`first_day::text`.as('first_day')])
      .select(sql<string>`last_day::text`.as('last_day'))
      .orderBy('report_files.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  /** A made file; undefined when it does not exist, is not made or was deleted. */
  async content(id: number): Promise<MadeReport | undefined> {
    const row = await this.#db
      .selectFrom('report_files')
      .select(['name', 'rows', 'content'])
      .where('id', '=', BigInt(id))
      .executeTakeFirst();
    if (row === undefined || row.content === null) return undefined;
    return { name: row.name ?? '', rows: row.rows ?? 0, content: row.content };
  }

  /** Adds the file of a period, unless it exists. */
  async plan(db: Transaction<Tables>, schedule: bigint, { from, to }: Days, now: Date): Promise<void> {
    await db
      .insertInto('report_files')
      .values({
        schedule_id: schedule,
        first_day: dayText(from),
        last_day: dayText(to - 1),
        created_at: now,
        next_try_at: now,
        made_at: null,
        name: null,
        rows: null,
        content: null,
        reason: null,
      })
      .onConflict((conflict) => conflict.columns(['schedule_id', 'first_day']).doNothing())
      .execute();
  }

  /** Claims a file that is due, for one try. */
  async claim(now: Date): Promise<ClaimedFile | undefined> {
    const { rows } = await sql<ClaimedFile>`
      update report_files f set tries = f.tries + 1, next_try_at = ${new Date(now.getTime() + LEASE_MS)}
      from report_schedules s where s.id = f.schedule_id and f.id = (
        select id from report_files where state = 'waiting' and next_try_at <= ${now} order by next_try_at limit 1 for update skip locked)
      returning f.id, f.schedule_id, f.first_day::text as first_day, f.last_day::text as last_day, f.tries, s.kind, s.filter, s.recipients`.execute(
      this.#db,
    );
    return rows[0];
  }

  async tryLater(id: bigint, at: Date): Promise<void> {
    await this.#db
      .updateTable('report_files')
      .set({ next_try_at: at })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  }

  /** Ends a file: with its content, or with the reason of its failure. False when another try has ended it. */
  async finish(
    db: Transaction<Tables>,
    file: Pick<ClaimedFile, 'id' | 'schedule_id'>,
    made: MadeReport | { readonly reason: string },
    now: Date,
  ): Promise<boolean> {
    const outcome =
      'reason' in made
        ? { state: 'failed' as const, reason: made.reason }
        : { state: 'done' as const, name: made.name, rows: made.rows, content: made.content };
    const { numUpdatedRows } = await db
      .updateTable('report_files')
      .set({ ...outcome, made_at: now })
      .where('id', '=', file.id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await sql`delete from report_files where schedule_id = ${file.schedule_id} and state <> 'waiting' and id in (
      select id from report_files where schedule_id = ${file.schedule_id} and state <> 'waiting' order by id desc offset ${REPORT_MOST_FILES})`.execute(
      db,
    );
    return true;
  }

  /** Deletes files that are older than they are kept. */
  async deleteOld(now: Date): Promise<void> {
    await this.#db
      .deleteFrom('report_files')
      .where('created_at', '<', new Date(now.getTime() - REPORT_FILE_DAYS * DAY_MS))
      .execute();
  }
}
