import {
  type BalanceOperation,
  DAY_MS,
  type InstrumentId,
  LEDGER_TYPES,
  type Lots,
  type Markup,
  type Money,
  type Price,
  type Side,
  type TradeResult,
  type TradedVolume,
  asLots,
  asMoney,
  asPrice,
  dayStart,
} from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { DAY_LITERAL, TOTAL_CHANGE, movesOf, numberedWithin, summedThrough } from '../../trading/days/account-moves.ts';
import { ORDER_SUMS, endedOf } from '../../trading/days/account-orders.ts';
import { storedMarkup } from '../../trading/stored-markup.ts';

/** Kinds of transfers that change an account's money other than by trading. */
const OPERATIONS = [
  LEDGER_TYPES.deposit,
  LEDGER_TYPES.withdrawal,
  LEDGER_TYPES.withdrawalFee,
  LEDGER_TYPES.demoFunding,
  LEDGER_TYPES.adjustment,
  LEDGER_TYPES.reward,
  LEDGER_TYPES.copyFee,
  LEDGER_TYPES.negativeBalanceCover,
];
/** Kinds that occur only while no position is open, so that equity equals money. */
const WITHOUT_POSITIONS = [LEDGER_TYPES.demoFunding, LEDGER_TYPES.negativeBalanceCover];

/** Closed positions summed by instrument and leverage, and the results of those closed after a moment. */
export interface Trades {
  readonly volumes: readonly TradedVolume[];
  readonly recent: TradeResult & { readonly closed: number; readonly wins: number };
}

/** An account's money and positions at a moment of the past. */
export interface Holdings {
  /** The sum of all its books. */
  readonly money: Money;
  readonly positions: readonly HeldPosition[];
}

export interface HeldPosition {
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price;
  readonly markup: Markup | undefined;
}

/** Reads committed transfers and orders, which only the engine writes. */
export class Records {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /**
   * The first `limit` balance operations of an account, in order. Undefined when the equity before one of them is not
   * recorded.
   */
  async operations(account: AccountId, limit: number): Promise<readonly BalanceOperation[] | undefined> {
    const { rows } = await operationsOf(account, limit).execute(this.#db);
    const operations: BalanceOperation[] = [];
    for (const { time, amount, before } of rows) {
      if (before === null) return undefined;
      operations.push({ time: Number(time), amount: asMoney(amount), before: asMoney(before) });
    }
    return operations;
  }

  /**
   * Closed positions; `since` is exclusive. A position counts as won when its net result is positive.
   */
  async trades(account: AccountId, since: number): Promise<Trades> {
    const [volumes, recent] = await Promise.all([
      sql<{ instrument: number; leverage: number; trades: bigint; lots: bigint }>`
        select e.instrument, e.leverage, sum(e.orders)::bigint as trades, sum(e.lots)::bigint as lots
        from ${endedOf(account)} e where e.status = 'closed' group by 1, 2 order by 1, 2`.execute(this.#db),
      this.#recent(account, since),
    ]);
    return {
      volumes: volumes.rows.map(({ instrument, leverage, trades, lots }) => ({
        instrument,
        leverage,
        trades: Number(trades),
        lots: asLots(lots),
      })),
      recent,
    };
  }

  /** The results of positions closed after a moment: the rest of its day one by one, later days as sums. */
  async #recent(account: AccountId, since: number): Promise<Trades['recent']> {
    const nextDay = dayStart(since) + DAY_MS;
    const { rows } = await sql<{
      closed: bigint;
      wins: bigint;
      profit: bigint;
      fee: bigint;
      swap: bigint;
      premium: bigint;
    }>`
      select coalesce(sum(e.orders), 0)::bigint as closed, coalesce(sum(e.wins), 0)::bigint as wins, coalesce(sum(e.profit), 0)::bigint as profit,
        coalesce(sum(e.fee), 0)::bigint as fee, coalesce(sum(e.swap), 0)::bigint as swap, coalesce(sum(e.premium), 0)::bigint as premium
      from (
        select e.orders, e.wins, e.profit, e.fee, e.swap, e.premium from ${endedOf(account)} e where e.status = 'closed' and e.day >= ${nextDay} / ${DAY_LITERAL}
        union all select s.orders, s.wins, s.profit, s.fee, s.swap, s.premium from (
          select ${ORDER_SUMS} from orders o
          where o.account = ${BigInt(account)} and o.status = 'closed' and o.ended_at > ${since} and o.ended_at < ${nextDay}) s) e`.execute(
      this.#db,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the query of sums returned no row');
    return {
      closed: Number(row.closed),
      wins: Number(row.wins),
      profit: asMoney(row.profit),
      fee: asMoney(row.fee),
      swap: asMoney(row.swap),
      premium: asMoney(row.premium),
    };
  }

  /** The account's money and open positions at the end of a moment of the past. */
  async holdings(account: AccountId, at: number): Promise<Holdings> {
    const today = dayStart(at);
    const [money, positions] = await Promise.all([
      sql<{ money: bigint }>`
        select coalesce(sum(total), 0)::bigint as money from (
          select m.total from ${movesOf(account)} m where m.time < ${today}
          union all select ${TOTAL_CHANGE} from transfers t
            where t.account = ${BigInt(account)} and ${numberedWithin(account, { from: today, to: at + 1 })} and t.time >= ${today} and t.time <= ${at}) moves`.execute(
        this.#db,
      ),
      this.#db
        .selectFrom('orders')
        .select(['instrument', 'side', 'lots', 'price', 'bid_markup', 'ask_markup'])
        .where('account', '=', BigInt(account))
        .where('opened_at', '<=', BigInt(at))
        .where((or) => or.or([or('ended_at', 'is', null), or('ended_at', '>', BigInt(at))]))
        .execute(),
    ]);
    return {
      money: asMoney(money.rows[0]?.money ?? 0n),
      positions: positions.map((row) => {
        const { instrument, side, lots, price } = row;
        if (price === null) throw new Error(`a position of account ${account} has no opening price`);
        return { instrument, side, lots: asLots(lots), price: asPrice(price), markup: storedMarkup(row) };
      }),
    };
  }
}

interface OperationRow {
  readonly time: bigint;
  readonly amount: bigint;
  /** Null when it is not recorded. */
  readonly before: bigint | null;
}

/**
 * The first `limit` balance operations. Those without a recorded worth are asked for the account's money before them:
 * the sums of days that contain none of them, and the single transfers of the other days. So each transfer is read at
 * most once, however many there are to ask for.
 */
export function operationsOf(account: AccountId, limit: number): RawBuilder<OperationRow> {
  return sql<OperationRow>`
    with operations as (
      select t.id, t.time, ${TOTAL_CHANGE} as amount, t.worth, t.worth is null and t.kind in (${sql.join(WITHOUT_POSITIONS)}) as asks
      from transfers t where t.account = ${BigInt(account)} and t.kind in (${literals(OPERATIONS)}) order by t.id limit ${limit}
    ), asked as (select id, row_number() over (order by id) as place from operations where asks),
    marks as (select coalesce(array_agg(id order by id), '{}') as ids from asked),
    days as (
      select d.day, sum(d.total) as total, min(d.first_id) as first, max(d.last_id) as last from transfer_days d where d.account = ${BigInt(account)} group by d.day
    ), sorted as (select days.*, width_bucket(first, ids) <> width_bucket(last, ids) as single from days, marks),
    moves as (
      select last as id, total from sorted where not single
      union all select t.id, ${TOTAL_CHANGE} from sorted join transfers t on t.account = ${BigInt(account)} and t.id between sorted.first and sorted.last
        and t.time / ${DAY_LITERAL} = sorted.day and t.id <= ${summedThrough(account)} where sorted.single
      union all select t.id, ${TOTAL_CHANGE} from transfers t where t.account = ${BigInt(account)} and t.id > ${summedThrough(account)}
    ), changes as (select width_bucket(moves.id, ids) as bucket, sum(total) as change from moves, marks group by 1),
    money as (
      select place, sum(coalesce(change, 0)) over (order by place) as before
      from generate_series(0, (select count(*) from asked)) place left join changes on bucket = place
    )
    select o.time, o.amount, case when o.asks then money.before::bigint else o.worth end as before
    from operations o left join asked on asked.id = o.id left join money on money.place = asked.place - 1 order by o.id`;
}

/** Numbers as literals, so that the planner finds the partial index for them. */
function literals(kinds: readonly number[]): RawBuilder<unknown> {
  return sql.raw(kinds.join(', '));
}
