import {
  type InstrumentId,
  type Lots,
  type Markup,
  type Money,
  PERIOD_MS,
  type Price,
  type Side,
  asLots,
  asMoney,
  asPrice,
  dayStart,
} from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { DAY_LITERAL, TOTAL_CHANGE, movesOf, numberedWithin } from '../../trading/days/account-moves.ts';
import { storedMarkup } from '../../trading/stored-markup.ts';
import type { Span } from './period.ts';
import type { OrderRow } from './trades.ts';

/** A position with the fields that its valuation needs, and the time during which it was held. */
export interface HeldPosition {
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price;
  readonly markup: Markup | undefined;
  readonly openedAt: number;
  /** Undefined while it is open. */
  readonly endedAt: number | undefined;
}

/** The account's money right after it changed. */
export interface BalancePoint {
  readonly time: number;
  readonly value: Money;
}

/** Periods of up to this many days, or with up to this many transfers, are read transfer by transfer. */
const SINGLE_DAYS = 31;
const SINGLE_TRANSFERS = 20_000n;

/** Reads an account's past money and positions from committed records. */
export class Holdings {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Positions that were open right before the time `before`, sorted by id. */
  async openAt(account: AccountId, before: number, limit: number): Promise<readonly OrderRow[]> {
    return this.#db
      .selectFrom('orders')
      .selectAll()
      .where('account', '=', BigInt(account))
      .where('opened_at', '<', BigInt(before))
      .where((or) => or.or([or('ended_at', 'is', null), or('ended_at', '>=', BigInt(before))]))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Orders that are pending now. */
  async pending(account: AccountId, limit: number): Promise<readonly OrderRow[]> {
    return this.#db
      .selectFrom('orders')
      .selectAll()
      .where('account', '=', BigInt(account))
      .where('status', '=', 'pending')
      .where('ended_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** At most `limit` positions that were open at one or more of the marks `from`, `from + step`, … before `to`. */
  async heldAtMarks(
    account: AccountId,
    { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
    limit: number,
  ): Promise<readonly HeldPosition[]> {
    // Counts the marks up to a time. A position was open at a mark if the count grows between its opening and its end.
    const marksBy = (time: ReturnType<typeof sql.ref>) =>
      sql`(greatest(${time} - ${from}, -1) + ${step}::bigint) / ${step}::bigint`;
    const { rows } = await sql<{
      instrument: number;
      side: Side;
      lots: bigint;
      price: bigint;
      bid_markup: bigint | null;
      ask_markup: bigint | null;
      opened_at: bigint;
      ended_at: bigint | null;
    }>`
      select instrument, side, lots, price, bid_markup, ask_markup, opened_at, ended_at from orders
      where account = ${BigInt(account)} and opened_at < ${to} and (ended_at is null or (ended_at >= ${from} and ${marksBy(sql.ref('ended_at'))} > ${marksBy(sql.ref('opened_at'))}))
      limit ${limit}`.execute(this.#db);
    return rows.map((row) => ({
      instrument: row.instrument,
      side: row.side,
      lots: asLots(row.lots),
      price: asPrice(row.price),
      markup: storedMarkup(row),
      openedAt: Number(row.opened_at),
      endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
    }));
  }

  /**
   * The account's money right before each moment, in order. Moments are UTC midnights; with `single`, moments within a
   * few days, for which single transfers are read.
   */
  async moneyAt(account: AccountId, moments: readonly number[], single: boolean): Promise<readonly Money[]> {
    const [first, last] = [moments[0], moments.at(-1)];
    if (first === undefined || last === undefined) return [];
    const firstDay = dayStart(first);
    const changes = single
      ? sql`select m.time, m.total from ${movesOf(account)} m where m.time < ${firstDay}
          union all select t.time, ${TOTAL_CHANGE} from transfers t
            where t.account = ${BigInt(account)} and ${numberedWithin(account, { from: firstDay, to: last })} and t.time >= ${firstDay} and t.time < ${last}`
      : sql`select m.time, m.total from ${movesOf(account)} m`;
    const { rows } = await sql<{ money: bigint }>`
      with moments as (select moment, place from unnest(${moments}::bigint[]) with ordinality as each (moment, place)),
      changes as (select width_bucket(c.time, ${moments}::bigint[]) as bucket, sum(c.total) as change from (${changes}) c group by 1)
      select coalesce(sum(change) filter (where bucket < place), 0)::bigint as money from moments left join changes on true group by place order by place`.execute(
      this.#db,
    );
    return rows.map(({ money }) => asMoney(money));
  }

  /** The part of the account's money that was held for withdrawals right before each moment, in order. */
  async withheldAt(account: AccountId, moments: readonly number[]): Promise<readonly Money[]> {
    if (moments.length === 0) return [];
    // The partial index transfers_withdrawal_hold has these transfers alone.
    const { rows } = await sql<{ money: bigint }>`
      with moments as (select moment, place from unnest(${moments}::bigint[]) with ordinality as each (moment, place)),
      changes as (
        select width_bucket(t.time, ${moments}::bigint[]) as bucket,
          sum(case when t.credit_book = 'withdrawalHold' then t.amount else -t.amount end) as change
        from transfers t where t.account = ${BigInt(account)} and (t.debit_book = 'withdrawalHold' or t.credit_book = 'withdrawalHold') group by 1
      )
      select coalesce(sum(change) filter (where bucket < place), 0)::bigint as money from moments left join changes on true group by place order by place`.execute(
      this.#db,
    );
    return rows.map(({ money }) => asMoney(money));
  }

  /**
   * The account's money after each moment at which it changed. With more than `most` moments, keeps only the last one
   * in each of `most` equal intervals. Long periods with many transfers are read day by day.
   */
  async balances(account: AccountId, span: Span, opening: Money, most: number): Promise<readonly BalancePoint[]> {
    const { from, to } = span;
    const { rows } = await sql<{ time: bigint; value: bigint }>`
      with changes as (${(await this.#isLong(account, span)) ? changesByDay(account, span) : changesByMoment(account, span)}), running as (
        select time, sum(change) over (order by time) as value from changes where change <> 0
      ), width as (
        select case when count(*) <= ${most} then 1::bigint else greatest(1, ${to - from}::bigint / ${most}::bigint) end as ms from running
      )
      select distinct on (stretch) time, value from (select time, value::bigint, (time - ${from}) / ms as stretch from running, width) as placed order by stretch, time desc`.execute(
      this.#db,
    );
    return rows.map(({ time, value }) => ({ time: Number(time), value: asMoney(opening + value) }));
  }

  async #isLong(account: AccountId, { from, to }: Span): Promise<boolean> {
    if (to - from <= SINGLE_DAYS * PERIOD_MS['1day']) return false;
    const { rows } = await sql<{
      transfers: bigint | null;
    }>`select sum(m.transfers)::bigint as transfers from ${movesOf(account)} m where m.time >= ${from} and m.time < ${to}`.execute(
      this.#db,
    );
    return (rows[0]?.transfers ?? 0n) > SINGLE_TRANSFERS;
  }
}

function changesByMoment(account: AccountId, { from, to }: Span): RawBuilder<unknown> {
  return sql`select t.time, sum(${TOTAL_CHANGE}) as change from transfers t
    where t.account = ${BigInt(account)} and ${numberedWithin(account, { from, to })} and t.time >= ${from} and t.time < ${to} group by t.time`;
}

function changesByDay(account: AccountId, { from, to }: Span): RawBuilder<unknown> {
  return sql`select max(m.last_time) as time, sum(m.total) as change from ${movesOf(account)} m where m.time >= ${from} and m.time < ${to} group by m.time / ${DAY_LITERAL}`;
}
