import { LEDGER_TYPES } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type RawBuilder, sql } from 'kysely';
import {
  AVAILABLE_CHANGE,
  DAY_LITERAL,
  type DaySpan,
  TOTAL_CHANGE,
  type TransferMark,
  summedThrough,
} from './account-moves.ts';

/** The next transfers of a shard to be summed: after one number, up to another. */
export interface Stretch {
  readonly shard: number;
  readonly after: bigint;
  readonly upTo: bigint;
}

/** Sums of transfers by day. They only grow, because a transfer never changes. */
export interface TransferSums {
  readonly mark: TransferMark;
  /** Adds a stretch of transfers to the sums. */
  add(stretch: Stretch): RawBuilder<unknown>;
}

/** The account's signed amount of a kind of transfer that moves only cash. */
function signed(kind: number): RawBuilder<bigint> {
  return sql`coalesce(sum(case when t.credit_account = t.account then t.amount else -t.amount end) filter (where t.kind = ${sql.raw(String(kind))}), 0)`;
}

const within = ({ shard, after, upTo }: Stretch): RawBuilder<boolean> =>
  sql`t.shard = ${shard} and t.id > ${after} and t.id <= ${upTo}`;

/** By account, day and kind. */
const ACCOUNT_DAYS: TransferSums = {
  mark: 'transfer_days_through',
  add: (stretch) => sql`
    insert into transfer_days as d (account, day, kind, total, available, transfers, first_id, last_id, last_time)
    select t.account, t.time / ${DAY_LITERAL}, t.kind, sum(${TOTAL_CHANGE}), sum(${AVAILABLE_CHANGE}), count(*), min(t.id), max(t.id), max(t.time)
    from transfers t where ${within(stretch)} group by 1, 2, 3
    on conflict (account, day, kind) do update set
      total = d.total + excluded.total, available = d.available + excluded.available, transfers = d.transfers + excluded.transfers,
      first_id = least(d.first_id, excluded.first_id), last_id = greatest(d.last_id, excluded.last_id), last_time = greatest(d.last_time, excluded.last_time)`,
};

/** Kinds of transfers whose reference is a position, summed in trade_days. */
const TRADE_KINDS = [
  LEDGER_TYPES.realisedProfit,
  LEDGER_TYPES.tradingFee,
  LEDGER_TYPES.swap,
  LEDGER_TYPES.fillCorrection,
  LEDGER_TYPES.guaranteePremium,
];

/** The columns of trade_days, from transfers `t` joined with their orders `o`. */
const TRADE_SUMS: RawBuilder<unknown> = sql`${signed(LEDGER_TYPES.realisedProfit)}::bigint as profit, ${signed(LEDGER_TYPES.tradingFee)}::bigint as fees, ${signed(LEDGER_TYPES.swap)}::bigint as swaps,
  ${signed(LEDGER_TYPES.fillCorrection)}::bigint as corrections, ${signed(LEDGER_TYPES.guaranteePremium)}::bigint as premiums`;

/** Results, fees, swaps, corrections and premiums of positions by account, day, instrument and side. */
const TRADE_DAYS: TransferSums = {
  mark: 'trade_days_through',
  add: (stretch) => sql`
    insert into trade_days as d (account, day, instrument, side, profit, fees, swaps, corrections, premiums)
    select t.account, t.time / ${DAY_LITERAL}, o.instrument, o.side, ${TRADE_SUMS}
    from transfers t join orders o on o.id = t.reference where ${within(stretch)} and t.kind in (${sql.join(TRADE_KINDS)}) group by 1, 2, 3, 4
    on conflict (account, day, instrument, side) do update set
      profit = d.profit + excluded.profit, fees = d.fees + excluded.fees, swaps = d.swaps + excluded.swaps,
      corrections = d.corrections + excluded.corrections, premiums = d.premiums + excluded.premiums`,
};

/** The house account of a transfer `t` between the house and a client, and the sum with the house's sign. */
const HOUSE_ACCOUNT: RawBuilder<number> = sql`least(t.debit_account, t.credit_account)`;
const HOUSE_TOTAL: RawBuilder<bigint> = sql`sum(case when t.credit_account < 0 then t.amount else -t.amount end)`;

/** By day, kind of account and house account. */
const HOUSE_DAYS: TransferSums = {
  mark: 'house_days_through',
  add: (stretch) => sql`
    insert into house_days as d (shard, day, accounts, house, total)
    select t.shard, t.time / ${DAY_LITERAL}, a.kind, ${HOUSE_ACCOUNT}, ${HOUSE_TOTAL}
    from transfers t join accounts a on a.id = t.account where ${within(stretch)} and ${HOUSE_ACCOUNT} < 0 group by 1, 2, 3, 4
    on conflict (shard, day, accounts, house) do update set total = d.total + excluded.total`,
};

export const TRANSFER_SUMS: readonly TransferSums[] = [ACCOUNT_DAYS, TRADE_DAYS, HOUSE_DAYS];

/**
 * Results, fees, swaps, corrections and premiums of an account's positions as rows of (day, instrument, side): summed days, then the transfers
 * that are not summed yet.
 */
export function tradesOf(account: AccountId): RawBuilder<unknown> {
  return sql`(
    select d.day, d.instrument, d.side, d.profit, d.fees, d.swaps, d.corrections, d.premiums from trade_days d where d.account = ${BigInt(account)}
    union all
    select (t.time / ${DAY_LITERAL})::integer as day, o.instrument, o.side, ${TRADE_SUMS} from transfers t join orders o on o.id = t.reference
      where t.account = ${BigInt(account)} and t.id > ${summedThrough(account, 'trade_days_through')} and t.kind in (${sql.join(TRADE_KINDS)}) group by 1, 2, 3)`;
}

/** The house's results as rows of (day, accounts, house, total): summed days, then the transfers not summed yet. */
export function houseResults(): RawBuilder<unknown> {
  return sql`(
    select d.day, d.accounts, d.house, d.total from house_days d
    union all
    select (t.time / ${DAY_LITERAL})::integer as day, a.kind as accounts, ${HOUSE_ACCOUNT} as house, ${HOUSE_TOTAL} as total
      from lease l left join house_days_through m on m.shard = l.shard join transfers t on t.shard = l.shard and t.id > coalesce(m.id, 0)
      join accounts a on a.id = t.account where ${HOUSE_ACCOUNT} < 0 group by 1, 2, 3)`;
}

/**
 * Results, fees, swaps, corrections and premiums of the positions of all accounts that were booked in a span of whole days, as rows of
 * (account, day, instrument, profit, fees, swaps, corrections, premiums). A row's sums may be spread over several rows.
 */
export function tradesByAll({ from, to }: DaySpan): RawBuilder<unknown> {
  return sql`(
    select d.account, d.day, d.instrument, d.profit, d.fees, d.swaps, d.corrections, d.premiums
      from trade_days d where d.day >= ${from} / ${DAY_LITERAL} and d.day < ${to} / ${DAY_LITERAL}
    union all
    select t.account, (t.time / ${DAY_LITERAL})::integer as day, o.instrument, ${TRADE_SUMS}
      from lease l left join trade_days_through m on m.shard = l.shard join transfers t on t.shard = l.shard and t.id > coalesce(m.id, 0)
      join orders o on o.id = t.reference
      where t.kind in (${sql.join(TRADE_KINDS)}) and t.time >= ${from} and t.time < ${to} group by 1, 2, 3)`;
}
