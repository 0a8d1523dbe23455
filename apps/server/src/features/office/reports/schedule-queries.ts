import { REPORT_ROLES } from '@fairlot/contract';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ReportTables } from '../../../db/tables/reports.ts';
import type { ListSlice } from '../../../staff/list-export.ts';

export type ScheduleRow = Selectable<ReportTables['report_schedules']> & {
  readonly author: string;
  readonly recipient_names: readonly string[];
  /** The group that the filter names; null for all. */
  readonly group_name: string | null;
};
export type NewSchedule = Pick<
  Selectable<ReportTables['report_schedules']>,
  'kind' | 'filter' | 'interval' | 'hour' | 'author_id' | 'created_at' | 'next_at'
> & { readonly recipients: bigint[] };

/** A member of staff who is told of a report. */
export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** Serialises the count of schedules with the insertion of one. */
const COUNT_LOCK = 4_963;

const MAY_READ = sql<boolean>`staff.disabled_at is null and staff.roles && ${sql.val([...REPORT_ROLES])}::text[]`;

/** The table of schedules, and the staff who may read reports. */
export class ScheduleQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  transaction<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(work);
  }

  /** Names of the staff who may read reports. */
  async readers(): Promise<readonly string[]> {
    const rows = await this.#db.selectFrom('staff').select('name').where(MAY_READ).orderBy('name').execute();
    return rows.map(({ name }) => name);
  }

  /** Numbers of the staff with these names who may read reports. */
  async readersNamed(names: readonly string[]): Promise<readonly bigint[]> {
    if (names.length === 0) return [];
    const rows = await this.#db.selectFrom('staff').select('id').where('name', 'in', names).where(MAY_READ).execute();
    return rows.map(({ id }) => id);
  }

  /** Recipients who may still read reports and have a mailbox. */
  async mailboxes(db: Transaction<Tables>, recipients: readonly string[]): Promise<readonly Recipient[]> {
    if (recipients.length === 0) return [];
    const rows = await db
      .selectFrom('staff')
      .select(['name', 'email'])
      .where('id', 'in', recipients.map(BigInt))
      .where('email', 'is not', null)
      .where(MAY_READ)
      .orderBy('id')
      .execute();
    return rows.map(({ name, email }) => ({ name, email: email ?? '' }));
  }

  /** Adds a schedule; undefined when there are already `most` of them in force. */
  add(row: NewSchedule, most: number): Promise<bigint | undefined> {
    return this.transaction(async (db) => {
      await sql`select pg_advisory_xact_lock(${COUNT_LOCK})`.execute(db);
      const { count } = await db
        .selectFrom('report_schedules')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (count >= BigInt(most)) return undefined;
      const added = await db
        .insertInto('report_schedules')
        .values({ ...row, ended_at: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return added.id;
    });
  }

  /** False for a schedule that is not in force. */
  async end(id: number, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('report_schedules')
      .set({ ended_at: now })
      .where('id', '=', BigInt(id))
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Schedules in force, newest first. */
  async page({ offset, limit }: ListSlice): Promise<{ readonly rows: readonly ScheduleRow[]; readonly total: number }> {
    const rows = await this.#schedules()
      .where('report_schedules.ended_at', 'is', null)
      .orderBy('report_schedules.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await this.#db
      .selectFrom('report_schedules')
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  byId(id: bigint): Promise<ScheduleRow> {
    return this.#schedules().where('report_schedules.id', '=', id).executeTakeFirstOrThrow();
  }

  #schedules() {
    return this.#db
      .selectFrom('report_schedules')
      .innerJoin('staff', 'staff.id', 'report_schedules.author_id')
      .selectAll('report_schedules')
      .select([
        'staff.name as author',
        sql<
          readonly string[]
        >`array(select r.name from staff r where r.id = any(report_schedules.recipients) order by r.name)`.as(
          'recipient_names',
        ),
        sql<
          string | null
        >`(select g.name from client_groups g where g.id = (report_schedules.filter::json->>'group')::integer)`.as(
          'group_name',
        ),
      ]);
  }

  /** Schedules that are due, locked until the end of the transaction. */
  due(db: Transaction<Tables>, now: Date, most: number) {
    return db
      .selectFrom('report_schedules')
      .select(['id', 'interval', 'hour', 'next_at'])
      .where('ended_at', 'is', null)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute();
  }

  /** Moves a schedule on to its next period. */
  async moveOn(db: Transaction<Tables>, schedule: bigint, next: Date): Promise<void> {
    await db.updateTable('report_schedules').set({ next_at: next }).where('id', '=', schedule).execute();
  }
}
