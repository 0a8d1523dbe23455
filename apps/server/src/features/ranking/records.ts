import { LEDGER_TYPES, asLots, asMoney, asPrice } from '@fairlot/domain';
import type {
  BalanceOperation,
  InstrumentId,
  Lots,
  Money,
  Price,
  Side,
  TradeResult,
  TradedVolume,
} from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** Kinds of transfers by which money comes into an account or goes out of it otherwise than by trading. */
const OPERATIONS = [
  LEDGER_TYPES.deposit,
  LEDGER_TYPES.withdrawal,
  LEDGER_TYPES.withdrawalFee,
  LEDGER_TYPES.demoFunding,
  LEDGER_TYPES.adjustment,
  LEDGER_TYPES.negativeBalanceCover,
];
/** Kinds that happen only while nothing is open: the account is worth its money then. */
const WITHOUT_POSITIONS = [LEDGER_TYPES.demoFunding, LEDGER_TYPES.negativeBalanceCover];

/** All closed positions by instrument and leverage, and what came of those that were closed after a moment. */
export interface Trades {
  readonly volumes: readonly TradedVolume[];
  readonly recent: TradeResult & { readonly closed: number; readonly wins: number };
}

/** What an account held at a moment of the past. */
export interface Holdings {
  /** All its books together. */
  readonly money: Money;
  readonly positions: readonly HeldPosition[];
}

export interface HeldPosition {
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price;
}

/** What accounts really did: their committed transfers and orders, which the engine alone writes. */
export class Records {
  private readonly db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  /** The balance operations of an account in their order, at most `limit`. Undefined when the worth before one of them is not on record. */
  async operations(account: AccountId, limit: number): Promise<readonly BalanceOperation[] | undefined> {
    const { rows } = await sql<{ time: bigint; amount: bigint; before: bigint | null }>`
      select t.time, case when t.credit_account = t.account then t.amount else -t.amount end as amount,
        case when t.worth is not null then t.worth when t.kind in (${sql.join(WITHOUT_POSITIONS)}) then (
          select coalesce(sum(case when e.credit_account = e.account then e.amount else 0 end - case when e.debit_account = e.account then e.amount else 0 end), 0)::bigint
          from transfers e where e.account = t.account and e.id < t.id) end as before
      from transfers t where t.account = ${BigInt(account)} and t.kind in (${sql.join(OPERATIONS)}) order by t.id limit ${limit}`.execute(
      this.db,
    );
    const operations: BalanceOperation[] = [];
    for (const { time, amount, before } of rows) {
      if (before === null) return undefined;
      operations.push({ time: Number(time), amount: asMoney(amount), before: asMoney(before) });
    }
    return operations;
  }

  /** Closed positions; `since` is exclusive. A position is won when something is left of its result after fee and swaps. */
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
      this.db,
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

  /** What an account held at the end of a moment of the past. */
  async holdings(account: AccountId, at: number): Promise<Holdings> {
    const [money, positions] = await Promise.all([
      sql<{ money: bigint }>`
        select coalesce(sum(case when credit_account = account then amount else 0 end - case when debit_account = account then amount else 0 end), 0)::bigint as money
        from transfers where account = ${BigInt(account)} and time <= ${at}`.execute(this.db),
      this.db
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
