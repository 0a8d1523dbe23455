import {
  type BalanceOperation,
  type InstrumentId,
  LEDGER_TYPES,
  type Lots,
  type Money,
  type Price,
  type Side,
  type TradeResult,
  type TradedVolume,
  asLots,
  asMoney,
  asPrice,
} from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** Kinds of transfers that change an account's money other than by trading. */
const OPERATIONS = [
  LEDGER_TYPES.deposit,
  LEDGER_TYPES.withdrawal,
  LEDGER_TYPES.withdrawalFee,
  LEDGER_TYPES.demoFunding,
  LEDGER_TYPES.adjustment,
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
    const { rows } = await sql<{ time: bigint; amount: bigint; before: bigint | null }>`
      select t.time, case when t.credit_account = t.account then t.amount else -t.amount end as amount,
        case when t.worth is not null then t.worth when t.kind in (${sql.join(WITHOUT_POSITIONS)}) then (
          select coalesce(sum(case when e.credit_account = e.account then e.amount else 0 end - case when e.debit_account = e.account then e.amount else 0 end), 0)::bigint
          from transfers e where e.account = t.account and e.id < t.id) end as before
      from transfers t where t.account = ${BigInt(account)} and t.kind in (${sql.join(OPERATIONS)}) order by t.id limit ${limit}`.execute(
      this.#db,
    );
    const operations: BalanceOperation[] = [];
    for (const { time, amount, before } of rows) {
      if (before === null) return undefined;
      operations.push({ time: Number(time), amount: asMoney(amount), before: asMoney(before) });
    }
    return operations;
  }

  /**
   * Closed positions; `since` is exclusive. A position counts as won when its result after fee and swaps is positive.
   */
  async trades(account: AccountId, since: number): Promise<Trades> {
    const { rows } = await sql<{
      instrument: number;
      leverage: number;
      trades: bigint;
      lots: bigint;
      closed: bigint;
      wins: bigint;
      profit: bigint;
      fee: bigint;
      swap: bigint;
    }>`
      select instrument, leverage, count(*) as trades, sum(lots)::bigint as lots,
        count(*) filter (where ended_at > ${since}) as closed,
        count(*) filter (where ended_at > ${since} and profit - fee + swap > 0) as wins,
        coalesce(sum(profit) filter (where ended_at > ${since}), 0)::bigint as profit,
        coalesce(sum(fee) filter (where ended_at > ${since}), 0)::bigint as fee,
        coalesce(sum(swap) filter (where ended_at > ${since}), 0)::bigint as swap
      from orders where account = ${BigInt(account)} and ended_at is not null and status = 'closed' group by instrument, leverage`.execute(
      this.#db,
    );
    const sum = (pick: (row: (typeof rows)[number]) => bigint): bigint =>
      rows.reduce((total, row) => total + pick(row), 0n);
    return {
      volumes: rows.map(({ instrument, leverage, trades, lots }) => ({
        instrument,
        leverage,
        trades: Number(trades),
        lots: asLots(lots),
      })),
      recent: {
        closed: Number(sum(({ closed }) => closed)),
        wins: Number(sum(({ wins }) => wins)),
        profit: asMoney(sum(({ profit }) => profit)),
        fee: asMoney(sum(({ fee }) => fee)),
        swap: asMoney(sum(({ swap }) => swap)),
      },
    };
  }

  /** The account's money and open positions at the end of a moment of the past. */
  async holdings(account: AccountId, at: number): Promise<Holdings> {
    const [money, positions] = await Promise.all([
      sql<{ money: bigint }>`
        select coalesce(sum(case when credit_account = account then amount else 0 end - case when debit_account = account then amount else 0 end), 0)::bigint as money
        from transfers where account = ${BigInt(account)} and time <= ${at}`.execute(this.#db),
      this.#db
        .selectFrom('orders')
        .select(['instrument', 'side', 'lots', 'price'])
        .where('account', '=', BigInt(account))
        .where('opened_at', '<=', BigInt(at))
        .where((or) => or.or([or('ended_at', 'is', null), or('ended_at', '>', BigInt(at))]))
        .execute(),
    ]);
    return {
      money: asMoney(money.rows[0]?.money ?? 0n),
      positions: positions.map(({ instrument, side, lots, price }) => {
        if (price === null) throw new Error(`a position of account ${account} has no opening price`);
        return { instrument, side, lots: asLots(lots), price: asPrice(price) };
      }),
    };
  }
}
