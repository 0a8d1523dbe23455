import { DAY_MS } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** Whole UTC days, as milliseconds: from the first moment on, and before the second. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds per day as a literal, so that the planner knows the constant. */
export const DAY_LITERAL: RawBuilder<bigint> = sql.raw(`${DAY_MS}::bigint`);

/** Changes that a transfer `t` makes to all books of its account, and to its cash. */
export const TOTAL_CHANGE: RawBuilder<bigint> = sql`(case when t.credit_account = t.account then t.amount else 0 end - case when t.debit_account = t.account then t.amount else 0 end)`;
export const AVAILABLE_CHANGE: RawBuilder<bigint> = sql`(case when t.credit_account = t.account and t.credit_book = 'cash' then t.amount else 0 end - case when t.debit_account = t.account and t.debit_book = 'cash' then t.amount else 0 end)`;

/** Tables that name the last transfer of each shard contained in the sums of their name. */
export type TransferMark = 'transfer_days_through' | 'trade_days_through' | 'house_days_through';

/** The last transfer of an account's shard that is contained in the sums of days. */
export function summedThrough(account: AccountId, mark: TransferMark = 'transfer_days_through'): RawBuilder<bigint> {
  return sql`coalesce((select d.id from ${sql.table(mark)} d join accounts a on a.shard = d.shard where a.id = ${BigInt(account)}), 0)`;
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

/** The transfers that a list shows: of a range of whole days, of one kind, or all. */
export interface MovesFilter {
  readonly span?: { readonly from: number; readonly to: number } | undefined;
  readonly kind?: number | undefined;
}

/** The beginning of a page of an account's transfers, newest first. */
export interface MovesPage {
  readonly total: number;
  /** The newest transfer to read from: all newer ones are on earlier pages. Undefined when the list is empty. */
  readonly upTo: bigint | undefined;
  /** Transfers to skip from there. */
  readonly skip: number;
}

/**
 * Finds a page by the counts of days, so that the rows before it are not read. Days whose numbers overlap with those of
 * a newer day are no place to begin: rows of the newer one would be missing.
 */
export async function findMoves(
  db: Kysely<Tables>,
  account: AccountId,
  offset: number,
  { span, kind }: MovesFilter = {},
): Promise<MovesPage> {
  const within = span === undefined ? sql`true` : sql`m.time >= ${span.from} and m.time < ${span.to}`;
  const { rows } = await sql<{ total: bigint; last: bigint; newer: bigint }>`
    with days as (
      select sum(m.transfers)::bigint as transfers, min(m.first_id) as first, max(m.last_id) as last from ${movesOf(account)} m
      where ${within} and ${kind === undefined ? sql`true` : sql`m.kind = ${kind}`} group by m.time / ${DAY_LITERAL}
    ), placed as (
      select last, min(first) over newer as newer_first, coalesce(sum(transfers) over newer, 0)::bigint as newer, sum(transfers) over ()::bigint as total
      from days window newer as (order by last desc rows between unbounded preceding and 1 preceding)
    )
    select total, last, newer from placed where (newer_first is null or newer_first > last) and newer <= ${offset} order by newer desc limit 1`.execute(
    db,
  );
  const [row] = rows;
  return row === undefined
    ? { total: 0, upTo: undefined, skip: 0 }
    : { total: Number(row.total), upTo: row.last, skip: offset - Number(row.newer) };
}
