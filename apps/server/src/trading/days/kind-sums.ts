import { type RawBuilder, sql } from 'kysely';
import { DAY_LITERAL, TOTAL_CHANGE } from './account-moves.ts';

/** UTC days of market time since 1970, as SQL: from the first one on, and before the second. */
export interface DaySpan {
  readonly from: RawBuilder<number>;
  readonly before: RawBuilder<number>;
}

/**
 * The signed sum of one kind of transfers of the account whose number is in the column `account`: sums of days, then the
 * transfers that are not summed yet. Read it in one statement, as `movesOf`.
 */
export function kindSum(account: string, kind: number, { from, before }: DaySpan): RawBuilder<bigint> {
  const id = sql.ref(account);
  return sql<bigint>`coalesce((select sum(m.total) from (
    select d.total from transfer_days d where d.account = ${id} and d.kind = ${kind} and d.day >= ${from} and d.day < ${before}
    union all
    select ${TOTAL_CHANGE} from transfers t where t.account = ${id} and t.kind = ${kind}
      and t.id > coalesce((select h.id from transfer_days_through h join accounts a on a.shard = h.shard where a.id = ${id}), 0)
      and t.time >= ${from} * ${DAY_LITERAL} and t.time < ${before} * ${DAY_LITERAL}) m), 0)::bigint`;
}
