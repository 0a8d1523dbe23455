import type { InputOfStaff, OutputOfStaff, auditCalls } from '@fairlot/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { PersonKeys } from '../../../security/secrets/person-keys.ts';
import type { ListSlice } from '../../../staff/list-export.ts';

type Filters = InputOfStaff<typeof auditCalls.auditList>;
type Entry = OutputOfStaff<typeof auditCalls.auditList>['list'][number];

/** Queries of the audit log for staff. */
export class AuditQueries {
  readonly #db: Kysely<Tables>;
  readonly #keys: PersonKeys;

  constructor(db: Kysely<Tables>, keys: PersonKeys) {
    this.#db = db;
    this.#keys = keys;
  }

  /** A page of requests with their answers, newest first. */
  async page(
    filters: Filters,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly list: Entry[]; readonly total: number }> {
    const rows = await this.#matching(filters)
      .leftJoin('audit_log as answer', 'answer.of_id', 'asked.id')
      .select(({ fn }) => [
        'asked.id',
        'asked.at',
        'asked.staff_id',
        'asked.staff_name',
        'asked.address',
        'asked.action',
        'asked.input',
        'asked.hash',
        'answer.id as outcome_id',
        fn.coalesce('answer.subject', 'asked.subject').as('subject'),
        fn.coalesce('answer.user_id', 'asked.user_id').as('user_id'),
        fn.coalesce('answer.outcome', 'asked.outcome').as('outcome'),
      ])
      .orderBy('asked.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await this.#matching(filters)
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    const inputs = await this.#keys.open(rows.map(({ input }) => input));
    return {
      list: rows.map((row, index) => ({
        id: Number(row.id),
        at: new Date(Number(row.at)).toISOString(),
        staff_id: row.staff_id === null ? null : Number(row.staff_id),
        staff_name: row.staff_name,
        address: row.address,
        action: row.action,
        subject: row.subject,
        user_id: row.user_id === null ? null : Number(row.user_id),
        input: inputs[index] ?? '',
        outcome: row.outcome,
        outcome_id: row.outcome_id === null ? null : Number(row.outcome_id),
        hash: row.hash.toString('hex'),
      })),
      total: Number(total),
    };
  }

  /**
   * Filters requests. An answer is a separate row that may add a subject or user, so both rows are searched for those.
   */
  #matching(filters: Filters) {
    let query = this.#db.selectFrom('audit_log as asked').where('asked.phase', '<>', 'answered');
    if (filters.staff_id !== undefined) query = query.where('asked.staff_id', '=', BigInt(filters.staff_id));
    if (filters.staff_name !== undefined)
      query = query.where('asked.staff_name', '=', filters.staff_name.trim().toLowerCase());
    if (filters.action !== undefined)
      // A word without a slash names all actions of an area.
      query = filters.action.includes('/')
        ? query.where('asked.action', '=', filters.action)
        : query.where(sql<boolean>`starts_with(asked.action, ${`${filters.action}/`})`);
    if (filters.from !== undefined) query = query.where('asked.at', '>=', BigInt(Date.parse(filters.from)));
    if (filters.to !== undefined) query = query.where('asked.at', '<', BigInt(Date.parse(filters.to)));
    const { user_id: user, subject } = filters;
    if (user !== undefined)
      query = query.where(
        'asked.id',
        'in',
        sql<bigint>`(select coalesce(of_id, id) from audit_log where user_id = ${BigInt(user)})`,
      );
    if (subject !== undefined)
      query = query.where(
        'asked.id',
        'in',
        sql<bigint>`(select coalesce(of_id, id) from audit_log where subject = ${subject})`,
      );
    return query;
  }
}
