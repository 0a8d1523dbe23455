import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';
import type { EmailChange } from '../email-change-store.ts';

interface Filter extends DateRange {
  readonly state?: EmailChange['state'] | undefined;
  readonly user_id?: number | undefined;
}

/** Changes that wait for members of staff. */
const WAITS = sql<SqlBool>`state = 'open' and needs_staff and approved_by is null and old_confirmed_at is null`;

const nameOf = (column: 'asked_by' | 'checked_by' | 'approved_by' | 'ended_by') =>
  sql<string | null>`(select name from staff where staff.id = ${sql.ref(`change.${column}`)})`;
/** The user's present address, and the names of staff. */
const NAMES = [
  sql<string>`(select coalesce(email, mobile, '') from users where users.id = change.user_id)`.as('account'),
  nameOf('asked_by').as('asker'),
  nameOf('checked_by').as('checker'),
  nameOf('approved_by').as('approver'),
  nameOf('ended_by').as('ender'),
] as const;

/** A change with the names of those who took part in it. */
export type EmailChangeRow = EmailChange & { readonly account: string } & Readonly<
    Record<'asker' | 'checker' | 'approver' | 'ender', string | null>
  >;

/** Queries of changes of email addresses for staff. */
export class EmailChangeStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async list({ state, user_id: user, ...period }: Filter, { offset, limit }: ListSlice) {
    const found = this.#db
      .selectFrom('email_changes as change')
      .where(isWithin('change.asked_at', period))
      .$if(state !== undefined, (query) => query.where('change.state', '=', state ?? 'open'))
      .$if(user !== undefined, (query) => query.where('change.user_id', '=', BigInt(user ?? 0)));
    const rows = await found
      .selectAll('change')
      .select(NAMES)
      .orderBy('change.id', state === 'open' ? 'asc' : 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  byId(id: number): Promise<EmailChangeRow | undefined> {
    return this.#db
      .selectFrom('email_changes as change')
      .selectAll('change')
      .select(NAMES)
      .where('change.id', '=', BigInt(id))
      .executeTakeFirst();
  }

  async queue(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('email_changes')
      .where(WAITS)
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('asked_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }
}
