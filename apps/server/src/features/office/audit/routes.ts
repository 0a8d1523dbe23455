import { auditCalls } from '@fairlot/contract';
import type { InputOfStaff } from '@fairlot/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '../../../db/tables/index.ts';
import { done } from '../../../platform/answer.ts';
import { verifyAudit } from '../../../platform/audit/verify.ts';
import type { StaffCalls } from '../../../platform/staff-calls.ts';

type Filters = InputOfStaff<typeof auditCalls.auditList>;

/** Reading and verifying the audit log. */
export function registerAudit(calls: StaffCalls, kysely: Kysely<Tables>, pool: Pool): void {
  calls.forList(auditCalls.auditList, async (filters, { offset, limit }) => {
    const rows = await matching(kysely, filters)
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
        fn.coalesce('answer.subject', 'asked.subject').as('subject'),
        fn.coalesce('answer.user_id', 'asked.user_id').as('user_id'),
        fn.coalesce('answer.outcome', 'asked.outcome').as('outcome'),
      ])
      .orderBy('asked.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await matching(kysely, filters)
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    return done({
      list: rows.map((row) => ({
        id: Number(row.id),
        at: new Date(Number(row.at)).toISOString(),
        staff_id: row.staff_id === null ? null : Number(row.staff_id),
        staff_name: row.staff_name,
        address: row.address,
        action: row.action,
        subject: row.subject,
        user_id: row.user_id === null ? null : Number(row.user_id),
        input: row.input,
        outcome: row.outcome,
        hash: row.hash.toString('hex'),
      })),
      total: Number(total),
    });
  });

  calls.forStaff(auditCalls.auditVerify, async () => {
    const { entries, head, count, findings } = await verifyAudit(pool);
    return done({ ok: count === 0, entries, head, findings: [...findings] });
  });
}

/** What was asked for; its answer is a row of its own that is shown beside it. What is known only from the answer is looked for there. */
function matching(kysely: Kysely<Tables>, filters: Filters) {
  let query = kysely.selectFrom('audit_log as asked').where('asked.phase', '<>', 'answered');
  if (filters.staff_id !== undefined) query = query.where('asked.staff_id', '=', BigInt(filters.staff_id));
  if (filters.action !== undefined) query = query.where('asked.action', '=', filters.action);
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
