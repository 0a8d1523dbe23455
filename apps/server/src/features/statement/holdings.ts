import { asLots, asMoney, asPrice } from '@fairlot/domain';
import type { InstrumentId, Lots, Money, Price, Side } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { OrderRow } from './trades.ts';

/** A position as far as its worth depends on it, and when it was held. */
export interface HeldPosition {
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price;
  readonly openedAt: number;
  /** Undefined while it is open. */
  readonly endedAt: number | undefined;
}

/** The account's money right after a moment at which it changed. */
export interface BalancePoint {
  readonly time: number;
  readonly value: Money;
}

/** What an account held at moments of the past: committed records only. */
export class Holdings {
  private readonly db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  /** Positions that were open at the end of a moment (`before` excluded), by their numbers. */
  async openAt(account: AccountId, before: number, limit: number): Promise<readonly OrderRow[]> {
    return this.db.selectFrom('orders').selectAll().where('account', '=', BigInt(account)).where('opened_at', '<', BigInt(before))
      .where((or) => or.or([or('ended_at', 'is', null), or('ended_at', '>=', BigInt(before))])).orderBy('id').limit(limit).execute();
  }

  /** Orders that wait for their price now. */
  async pending(account: AccountId, limit: number): Promise<readonly OrderRow[]> {
    return this.db.selectFrom('orders').selectAll().where('account', '=', BigInt(account)).where('status', '=', 'pending').where('ended_at', 'is', null)
      .orderBy('id').limit(limit).execute();
  }

  /** Positions that were open at one or more of the marks `from`, `from + step`, … before `to`; at most `limit`. */
  async heldAtMarks(account: AccountId, { from, to, step }: { readonly from: number; readonly to: number; readonly step: number }, limit: number): Promise<readonly HeldPosition[]> {
    // Marks that have come by a time: a position is seen when one comes after its opening and not after its end.
    const marksBy = (time: ReturnType<typeof sql.ref>) => sql`(greatest(${time} - ${from}, -1) + ${step}::bigint) / ${step}::bigint`;
    const { rows } = await sql<{ instrument: number; side: Side; lots: bigint; price: bigint; opened_at: bigint; ended_at: bigint | null }>`
      select instrument, side, lots, price, opened_at, ended_at from orders
      where account = ${BigInt(account)} and opened_at < ${to} and (ended_at is null or (ended_at >= ${from} and ${marksBy(sql.ref('ended_at'))} > ${marksBy(sql.ref('opened_at'))}))
      limit ${limit}`.execute(this.db);
    return rows.map(({ instrument, side, lots, price, opened_at: openedAt, ended_at: endedAt }) => ({
      instrument, side, lots: asLots(lots), price: asPrice(price), openedAt: Number(openedAt), endedAt: endedAt === null ? undefined : Number(endedAt),
    }));
  }

  /** The account's money right before each of some moments. */
  async moneyAt(account: AccountId, moments: readonly number[]): Promise<readonly Money[]> {
    if (moments.length === 0) return [];
    const { rows } = await sql<{ money: bigint }>`
      with moments as (select moment, place from unnest(${moments}::bigint[]) with ordinality as each (moment, place)),
      changes as (
        select width_bucket(t.time, ${moments}::bigint[]) as bucket, sum(case when t.credit_account = t.account then t.amount else 0 end - case when t.debit_account = t.account then t.amount else 0 end) as change
        from transfers t where t.account = ${BigInt(account)} group by 1
      )
      select coalesce(sum(change) filter (where bucket < place), 0)::bigint as money from moments left join changes on true group by place order by place`.execute(this.db);
    return rows.map(({ money }) => asMoney(money));
  }

  /** The account's money after each moment at which it changed; only the last of each of `most` equal stretches where there are more. */
  async balances(account: AccountId, { from, to }: { readonly from: number; readonly to: number }, opening: Money, most: number): Promise<readonly BalancePoint[]> {
    const { rows } = await sql<{ time: bigint; value: bigint }>`
      with changes as (
        select t.time, sum(case when t.credit_account = t.account then t.amount else 0 end - case when t.debit_account = t.account then t.amount else 0 end) as change
        from transfers t where t.account = ${BigInt(account)} and t.time >= ${from} and t.time < ${to} group by t.time
      ), running as (
        select time, sum(change) over (order by time) as value from changes where change <> 0
      ), width as (
        select case when count(*) <= ${most} then 1::bigint else greatest(1, ${to - from}::bigint / ${most}::bigint) end as ms from running
      )
      select distinct on (stretch) time, value from (select time, value::bigint, (time - ${from}) / ms as stretch from running, width) as placed order by stretch, time desc`.execute(this.db);
    return rows.map(({ time, value }) => ({ time: Number(time), value: asMoney(opening + value) }));
  }
}
