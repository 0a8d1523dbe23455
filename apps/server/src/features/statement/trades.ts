import { type InstrumentId, LEDGER_TYPES, type Lots, type Money, type Side, asLots, asMoney } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { OrdersTable } from '../../db/tables/trading.ts';
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
  /** Moved in the period, with the client's sign. */
  readonly movedProfit: Money;
  readonly movedFees: Money;
  readonly movedSwaps: Money;
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
  moved_profit: bigint;
  moved_fees: bigint;
  moved_swaps: bigint;
}

/** Reads closed positions and their sums by instrument. */
export class TradeRecords {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Sums by instrument, sorted by instrument id. */
  async byInstrument(account: AccountId, { from, to }: Span, filter: TradeFilter): Promise<readonly InstrumentSums[]> {
    const { rows } = await sql<SumRow>`
      with closed as (
        select o.instrument, count(*) as trades, count(*) filter (where o.profit - o.fee + o.swap > 0) as wins, sum(o.lots) as lots,
          sum(greatest(o.profit, 0)) as gross_profit, sum(least(o.profit, 0)) as gross_loss, sum(o.fee) as fee, sum(o.swap) as swap
        from orders o where o.account = ${BigInt(account)} and o.status = 'closed' and o.ended_at >= ${from} and o.ended_at < ${to} and ${matching(filter)} group by 1
      ), moved as (
        select o.instrument, ${signedSum(LEDGER_TYPES.realisedProfit)} as profit, ${signedSum(LEDGER_TYPES.tradingFee)} as fees, ${signedSum(LEDGER_TYPES.swap)} as swaps
        from transfers t join orders o on o.id = t.reference
        where t.account = ${BigInt(account)} and t.time >= ${from} and t.time < ${to} and ${matching(filter)}
          and t.kind in (${LEDGER_TYPES.realisedProfit}, ${LEDGER_TYPES.tradingFee}, ${LEDGER_TYPES.swap}) group by 1
      )
      select instrument, coalesce(c.trades, 0)::bigint as trades, coalesce(c.wins, 0)::bigint as wins, coalesce(c.lots, 0)::bigint as lots,
        coalesce(c.gross_profit, 0)::bigint as gross_profit, coalesce(c.gross_loss, 0)::bigint as gross_loss, coalesce(c.fee, 0)::bigint as fee, coalesce(c.swap, 0)::bigint as swap,
        coalesce(m.profit, 0)::bigint as moved_profit, coalesce(m.fees, 0)::bigint as moved_fees, coalesce(m.swaps, 0)::bigint as moved_swaps
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
      movedProfit: asMoney(row.moved_profit),
      movedFees: asMoney(row.moved_fees),
      movedSwaps: asMoney(row.moved_swaps),
    }));
  }

  /** One page of the positions closed in a period, newest first, and their total number. */
  async page(
    account: AccountId,
    span: Span,
    filter: TradeFilter,
    slice: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: OrderRow[]; readonly total: number }> {
    const all = this.#closed(account, span, filter);
    const rows = await all
      .selectAll()
      .orderBy('ended_at', 'desc')
      .orderBy('id', 'desc')
      .offset(slice.offset)
      .limit(slice.limit)
      .execute();
    return { rows, total: await this.count(account, span, filter) };
  }

  async count(account: AccountId, span: Span, filter: TradeFilter): Promise<number> {
    const { total } = await this.#closed(account, span, filter)
      .select(sql<bigint>`count(*)`.as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
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

/** SQL condition: the order `o` matches the filter. */
export function matching({ instrument, side }: TradeFilter): RawBuilder<boolean> {
  const ofInstrument = instrument === undefined ? sql`true` : sql`o.instrument = ${instrument}`;
  return sql`(${ofInstrument} and ${side === undefined ? sql`true` : sql`o.side = ${side}`})`;
}

/** The client's signed sum of a kind of transfer that moves only cash: credits minus debits. */
function signedSum(kind: number): RawBuilder<bigint> {
  return sql`sum(case when t.credit_account = t.account then t.amount else -t.amount end) filter (where t.kind = ${kind})`;
}
