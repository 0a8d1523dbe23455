import type { InputOfStaff, OutputOfStaff, StaffRole, clientRecordCalls } from '@fairlot/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';

/** Maximum number of open tasks about one user. */
export const MOST_OPEN_TASKS = 50;

type WireTask = OutputOfStaff<typeof clientRecordCalls.officeTasks>['list'][number];
type NewTask = InputOfStaff<typeof clientRecordCalls.officeAddTask>;

/** A member of staff whose tasks are asked for. */
export interface Assignee {
  readonly staff: number;
  readonly roles: readonly StaffRole[];
}

interface TaskFilter {
  readonly state: 'open' | 'done';
  /** Only those for this person and the person's roles. */
  readonly of?: Assignee | undefined;
  readonly user?: number | undefined;
}

/** Tasks of staff about users. */
export class Tasks {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async list(
    filter: TaskFilter,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly list: WireTask[]; readonly total: number }> {
    const found = this.#found(filter);
    const sorted =
      filter.state === 'open' ? found.orderBy('due_on').orderBy('task.id') : found.orderBy('done_at', 'desc');
    const rows = await sorted
      .innerJoin('users', 'users.id', 'task.user_id')
      .innerJoin('staff as author', 'author.id', 'task.author_id')
      .leftJoin('staff as assignee', 'assignee.id', 'task.for_staff_id')
      .leftJoin('staff as finisher', 'finisher.id', 'task.done_by_id')
      .select([
        'task.id',
        'task.user_id',
        'task.text',
        'task.for_role',
        'task.created_at',
        'task.done_at',
        'users.email',
        'users.mobile',
        'author.name as author',
        'assignee.name as for_staff',
        'finisher.name as done_by',
        sql<string>`to_char(task.due_on, 'YYYY-MM-DD')`.as('day'),
      ])
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await this.#found(filter)
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    const today = this.#today();
    return {
      list: rows.map(({ id, user_id, email, mobile, day, created_at, done_at, ...row }) => ({
        ...row,
        id: Number(id),
        user_id: Number(user_id),
        uid: uidOf(Number(user_id)),
        account: email ?? mobile ?? '',
        due_on: day,
        overdue: done_at === null && day < today,
        created_at: created_at.toISOString(),
        done_at: done_at?.toISOString() ?? null,
      })),
      total: Number(total),
    };
  }

  /** Members of staff who can sign in and may read users. */
  async colleagues(roles: readonly StaffRole[]): Promise<readonly { readonly id: number; readonly name: string }[]> {
    const rows = await this.#able(roles).select(['id', 'name']).orderBy('name').execute();
    return rows.map(({ id, name }) => ({ id: Number(id), name }));
  }

  add(
    { user_id: user, text, assignee, due_on: due }: NewTask,
    author: number,
    roles: readonly StaffRole[],
  ): Promise<Answer<{ readonly id: number }>> {
    return this.#db.transaction().execute(async (db): Promise<Answer<{ readonly id: number }>> => {
      const known = await db
        .selectFrom('users')
        .select(['id', 'erased_at'])
        .where('id', '=', BigInt(user))
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (known === undefined || known.erased_at !== null) return refuse('unknown_user');
      if (typeof assignee === 'number') {
        const able = await this.#able(roles).select('id').where('id', '=', BigInt(assignee)).executeTakeFirst();
        if (able === undefined) return refuse('unknown_record');
      }
      const { count } = await db
        .selectFrom('client_tasks')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('user_id', '=', known.id)
        .where('done_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MOST_OPEN_TASKS) return refuse('too_many_records');
      const { id } = await db
        .insertInto('client_tasks')
        .values({
          user_id: known.id,
          text,
          for_role: typeof assignee === 'number' ? null : assignee,
          for_staff_id: typeof assignee === 'number' ? BigInt(assignee) : null,
          due_on: due,
          author_id: BigInt(author),
          created_at: new Date(this.#clock()),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return done({ id: Number(id) });
    });
  }

  /** Marks an open task as done, and returns its user. */
  async finish(id: number, staff: number): Promise<Answer<{ readonly user: number }>> {
    const finished = await this.#db
      .updateTable('client_tasks')
      .set({ done_at: new Date(this.#clock()), done_by_id: BigInt(staff) })
      .where('id', '=', BigInt(id))
      .where('done_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (finished !== undefined) return done({ user: Number(finished.user_id) });
    const known = await this.#db
      .selectFrom('client_tasks')
      .select('id')
      .where('id', '=', BigInt(id))
      .executeTakeFirst();
    return refuse(known === undefined ? 'unknown_record' : 'record_changed');
  }

  /** The open tasks of a person; without one, of everybody. */
  async queue(of: Assignee | undefined): Promise<QueueAge> {
    const row = await this.#found({ state: 'open', of })
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('task.created_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }

  #found({ state, of, user }: TaskFilter) {
    return this.#db
      .selectFrom('client_tasks as task')
      .where('task.done_at', state === 'open' ? 'is' : 'is not', null)
      .$if(user !== undefined, (query) => query.where('task.user_id', '=', BigInt(user ?? 0)))
      .$if(of !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(task.for_staff_id = ${BigInt(of?.staff ?? 0)} or task.for_role = any(${[...(of?.roles ?? [])]}))`,
        ),
      );
  }

  #able(roles: readonly StaffRole[]) {
    return this.#db
      .selectFrom('staff')
      .where('disabled_at', 'is', null)
      .where('password_hash', 'is not', null)
      .where(sql<SqlBool>`roles && ${[...roles]}`);
  }

  #today(): string {
    return new Date(this.#clock()).toISOString().slice(0, 10);
  }
}
