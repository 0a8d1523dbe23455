import { type InstrumentId, type Lots, type Money, type Side, asLots, asMoney } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { OrdersTable } from '../../db/tables/trading.ts';
import { DAY_LITERAL } from '../../trading/days/account-moves.ts';
import { type EndedFilter, endedMatching, endedOf, findEnded } from '../../trading/days/account-orders.ts';
import { tradesOf } from '../../trading/days/transfer-sums.ts';
import type { Span } from './period.ts';

export type OrderRow = Selectable<OrdersTable>;

/** Selects the positions of a statement. */
export interface TradeFilter {
  readonly instrument?: InstrumentId | undefined;
  readonly side?: Side | undefined;
}

/** Results of an instrument's positions closed in the period, and the cash movements of its positions in the period. */
export interface InstrumentSums {
  readonly instrument: InstrumentId;
  readonly trades: number;
  readonly wins: number;
  readonly lots: Lots;
  readonly grossProfit: Money;
  readonly grossLoss: Money;
  /** Of the closed positions, over their whole life. */
  readonly fee: Money;
  readonly swap: Money;
  readonly premium: Money;
  /** Moved in the period, with the client's sign. */
  readonly movedProfit: Money;
  readonly movedFees: Money;
  readonly movedSwaps: Money;
  /** Entries of corrected fills. */
  readonly movedCorrections: Money;
  readonly movedPremiums: Money;
}

/** The change of the balance by an instrument's positions. */
export function movedNet(sums: InstrumentSums): Money {
  const { movedProfit, movedFees, movedSwaps, movedCorrections, movedPremiums } = sums;
  return asMoney(movedProfit + movedFees + movedSwaps + movedCorrections + movedPremiums);
}

/** Pagination cursor: the last closed position read. */
export interface TradeCursor {
  readonly endedAt: bigint;
  readonly id: bigint;
}

interface SumRow {
  instrument: number;
  trades: bigint;
  wins: bigint;
  lots: bigint;
  gross_profit: bigint;
  gross_loss: bigint;
  fee: bigint;
  swap: bigint;
  premium: bigint;
  moved_profit: bigint;
  moved_fees: bigint;
  moved_swaps: bigint;
  moved_corrections: bigint;
  moved_premiums: bigint;
}

/** Reads closed positions and their sums by instrument. */
export class TradeRecords {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Sums by instrument, sorted by instrument id. */
  async byInstrument(account: AccountId, span: Span, filter: TradeFilter): Promise<readonly InstrumentSums[]> {
    const { rows } = await sql<SumRow>`
      with closed as (
        select e.instrument, sum(e.orders) as trades, sum(e.wins) as wins, sum(e.lots) as lots,
          sum(e.gross_profit) as gross_profit, sum(e.gross_loss) as gross_loss, sum(e.fee) as fee, sum(e.swap) as swap,
          sum(e.premium) as premium
        from ${endedOf(account)} e where ${endedMatching({ ...filterOf(filter), span })} group by 1
      ), moved as (
        select o.instrument, sum(o.profit) as profit, sum(o.fees) as fees, sum(o.swaps) as swaps, sum(o.corrections) as corrections,
          sum(o.premiums) as premiums
        from ${tradesOf(account)} o where o.day >= ${span.from} / ${DAY_LITERAL} and o.day < ${span.to} / ${DAY_LITERAL} and ${matching(filter)} group by 1
      )
      select instrument, coalesce(c.trades, 0)::bigint as trades, coalesce(c.wins, 0)::bigint as wins, coalesce(c.lots, 0)::bigint as lots,
        coalesce(c.gross_profit, 0)::bigint as gross_profit, coalesce(c.gross_loss, 0)::bigint as gross_loss, coalesce(c.fee, 0)::bigint as fee, coalesce(c.swap, 0)::bigint as swap, coalesce(c.premium, 0)::bigint as premium,
        coalesce(m.profit, 0)::bigint as moved_profit, coalesce(m.fees, 0)::bigint as moved_fees, coalesce(m.swaps, 0)::bigint as moved_swaps,
        coalesce(m.corrections, 0)::bigint as moved_corrections, coalesce(m.premiums, 0)::bigint as moved_premiums
      from closed c full join moved m using (instrument) order by instrument`.execute(this.#db);
    return rows.map((row) => ({
      instrument: row.instrument,
      trades: Number(row.trades),
      wins: Number(row.wins),
      lots: asLots(row.lots),
      grossProfit: asMoney(row.gross_profit),
      grossLoss: asMoney(row.gross_loss),
      fee: asMoney(row.fee),
      swap: asMoney(row.swap),
      premium: asMoney(row.premium),
      movedProfit: asMoney(row.moved_profit),
      movedFees: asMoney(row.moved_fees),
      movedSwaps: asMoney(row.moved_swaps),
      movedCorrections: asMoney(row.moved_corrections),
      movedPremiums: asMoney(row.moved_premiums),
    }));
  }

  /** One page of the positions closed in a period, newest first, and their total number. */
  async page(
    account: AccountId,
    span: Span,
    filter: TradeFilter,
    slice: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: OrderRow[]; readonly total: number }> {
    const { total, before, skip } = await findEnded(this.#db, account, slice.offset, {
      ...filterOf(filter),
      span,
    });
    if (before === undefined || slice.offset >= total) return { rows: [], total };
    const rows = await this.#closed(account, span, filter)
      .where('ended_at', '<', before)
      .selectAll()
      .orderBy('ended_at', 'desc')
      .orderBy('id', 'desc')
      .offset(skip)
      .limit(slice.limit)
      .execute();
    return { rows, total };
  }

  async count(account: AccountId, span: Span, filter: TradeFilter): Promise<number> {
    return (await findEnded(this.#db, account, 0, { ...filterOf(filter), span })).total;
  }

  /** The next closed positions after the cursor, oldest first, so that a long period needs no open transaction. */
  async after(
    account: AccountId,
    span: Span,
    filter: TradeFilter,
    cursor: TradeCursor | undefined,
    limit: number,
  ): Promise<OrderRow[]> {
    const all = this.#closed(account, span, filter);
    const rest =
      cursor === undefined ? all : all.where(sql<boolean>`(ended_at, id) > (${cursor.endedAt}, ${cursor.id})`);
    return rest.selectAll().orderBy('ended_at').orderBy('id').limit(limit).execute();
  }

  #closed(account: AccountId, { from, to }: Span, { instrument, side }: TradeFilter) {
    let all = this.#db
      .selectFrom('orders')
      .where('account', '=', BigInt(account))
      .where('status', '=', 'closed')
      .where('ended_at', '>=', BigInt(from))
      .where('ended_at', '<', BigInt(to));
    if (instrument !== undefined) all = all.where('instrument', '=', instrument);
    if (side !== undefined) all = all.where('side', '=', side);
    return all;
  }
}

function filterOf({ instrument, side }: TradeFilter): EndedFilter {
  return { status: 'closed', instrument, side };
}

/** SQL condition: the order `o` matches the filter. */
export function matching({ instrument, side }: TradeFilter): RawBuilder<boolean> {
  const ofInstrument = instrument === undefined ? sql`true` : sql`o.instrument = ${instrument}`;
  return sql`(${ofInstrument} and ${side === undefined ? sql`true` : sql`o.side = ${side}`})`;
}
