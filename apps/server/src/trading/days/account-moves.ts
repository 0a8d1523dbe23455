import { DAY_MS } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type RawBuilder, sql } from 'kysely';

/** Milliseconds per day as a literal, so that the planner knows the constant. */
export const DAY_LITERAL: RawBuilder<bigint> = sql.raw(`${DAY_MS}::bigint`);

/** Changes that a transfer `t` makes to all books of its account, and to its cash. */
export const TOTAL_CHANGE: RawBuilder<bigint> = sql`(case when t.credit_account = t.account then t.amount else 0 end - case when t.debit_account = t.account then t.amount else 0 end)`;
export const AVAILABLE_CHANGE: RawBuilder<bigint> = sql`(case when t.credit_account = t.account and t.credit_book = 'cash' then t.amount else 0 end - case when t.debit_account = t.account and t.debit_book = 'cash' then t.amount else 0 end)`;

/** The last transfer of an account's shard that is contained in the sums of days. */
export function summedThrough(account: AccountId): RawBuilder<bigint> {
  return sql`coalesce((select d.id from transfer_days_through d join accounts a on a.shard = d.shard where a.id = ${BigInt(account)}), 0)`;
}

/**
 * All money movements of an account, as rows of (time, kind, total, available, transfers, first_id, last_id,
 * last_time): sums of whole days where they exist, then single transfers. `time` is exact to the day. Read it in one
 * statement or snapshot; otherwise a transfer that is summed meanwhile would be seen twice or not at all.
 */
export function movesOf(account: AccountId): RawBuilder<unknown> {
  return sql`(
    select d.day * ${DAY_LITERAL} as time, d.kind, d.total, d.available, d.transfers, d.first_id, d.last_id, d.last_time from transfer_days d where d.account = ${BigInt(account)}
    union all
    select t.time, t.kind, ${TOTAL_CHANGE}, ${AVAILABLE_CHANGE}, 1, t.id, t.id, t.time from transfers t where t.account = ${BigInt(account)} and t.id > ${summedThrough(account)})`;
}

/** Condition on transfers `t` of an account in a range of days, by their numbers, because the index is by number. */
export function numberedWithin(
  account: AccountId,
  { from, to }: { readonly from: number; readonly to: number },
): RawBuilder<boolean> {
  const bound = (which: 'min(m.first_id)' | 'max(m.last_id)'): RawBuilder<bigint> =>
    sql`(select ${sql.raw(which)} from ${movesOf(account)} m where m.time >= ${from} and m.time < ${to})`;
  return sql`t.id >= ${bound('min(m.first_id)')} and t.id <= ${bound('max(m.last_id)')}`;
}
