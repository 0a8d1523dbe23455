import { type InstrumentId, type Money, asMoney } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import {
  AVAILABLE_CHANGE,
  TOTAL_CHANGE,
  findMoves,
  movesOf,
  numberedWithin,
} from '../../trading/days/account-moves.ts';
import type { Span } from './period.ts';
import { type TradeFilter, matching } from './trades.ts';
import { memoForOwner } from '../../platform/ledger-text.ts';

export interface MovementFilter extends TradeFilter {
  /** Ledger type by its number. */
  readonly type?: number | undefined;
}

/** A transfer from the account's point of view. */
export interface Movement {
  readonly id: bigint;
  readonly time: number;
  readonly kind: number;
  readonly available: Money;
  readonly frozen: Money;
  /** True for transfers that freeze or release money for a withdrawal. */
  readonly ofWithdrawal: boolean;
  readonly reference: number | undefined;
  readonly memo: string;
  /** The instrument of the transfer's order; undefined for transfers without an order, such as deposits. */
  readonly instrument: InstrumentId | undefined;
}

export interface MovementSums {
  readonly total: number;
  readonly available: Money;
  readonly frozen: Money;
}

interface Sums {
  total: bigint;
  change: bigint;
  available: bigint;
}

interface MovementRow {
  id: bigint;
  time: bigint;
  kind: number;
  total: bigint;
  available: bigint;
  of_withdrawal: boolean;
  reference: bigint | null;
  memo: string | null;
  instrument: number | null;
}

/** Transfers whose reference is an order: certain kinds, and all that touch the order reserve. */
const OF_ORDER = sql`(t.kind in (4, 5, 8, 13, 15) or t.credit_book = 'orderReserve' or t.debit_book = 'orderReserve')`;
const OF_WITHDRAWAL = sql`(t.credit_book = 'withdrawalHold' or t.debit_book = 'withdrawalHold')`;

/** Reads the movements of an account's money. */
export class MovementRecords {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** One page, newest first. */
  async page(
    account: AccountId,
    span: Span,
    filter: MovementFilter,
    slice: { readonly offset: number; readonly limit: number },
  ): Promise<readonly Movement[]> {
    const all = within(account, span, filter);
    // Day sums know nothing of orders, so a list of one instrument or side is counted off from its beginning.
    if (isOfTrades(filter))
      return this.#read(sql`${all} order by t.id desc offset ${slice.offset} limit ${slice.limit}`);
    const { upTo, skip } = await findMoves(this.#db, account, slice.offset, { span, kind: filter.type });
    if (upTo === undefined) return [];
    return this.#read(sql`${all} and t.id <= ${upTo} order by t.id desc offset ${skip} limit ${slice.limit}`);
  }

  /** The next movements after an id, oldest first. */
  async after(
    account: AccountId,
    span: Span,
    filter: MovementFilter,
    after: bigint,
    limit: number,
  ): Promise<readonly Movement[]> {
    return this.#read(sql`${within(account, span, filter)} and t.id > ${after} order by t.id limit ${limit}`);
  }

  /** The number of matching movements and their sums. */
  async sums(account: AccountId, span: Span, filter: MovementFilter): Promise<MovementSums> {
    const { rows } = await (
      isOfTrades(filter)
        ? sql<Sums>`select count(*) as total, coalesce(sum(${TOTAL_CHANGE}), 0)::bigint as change, coalesce(sum(${AVAILABLE_CHANGE}), 0)::bigint as available
          ${within(account, span, filter)}`
        : sql<Sums>`select coalesce(sum(m.transfers), 0)::bigint as total, coalesce(sum(m.total), 0)::bigint as change, coalesce(sum(m.available), 0)::bigint as available
          from ${movesOf(account)} m where m.time >= ${span.from} and m.time < ${span.to} and ${filter.type === undefined ? sql`true` : sql`m.kind = ${filter.type}`}`
    ).execute(this.#db);
    const [row] = rows;
    if (row === undefined) throw new Error('the query of sums returned no row');
    return { total: Number(row.total), available: asMoney(row.available), frozen: asMoney(row.change - row.available) };
  }

  async #read(rest: RawBuilder<unknown>): Promise<readonly Movement[]> {
    const { rows } = await sql<MovementRow>`
      select t.id, t.time, t.kind, ${TOTAL_CHANGE} as total, ${AVAILABLE_CHANGE} as available, ${OF_WITHDRAWAL} as of_withdrawal, t.reference, t.memo, o.instrument
      ${rest}`.execute(this.#db);
    return rows.map((row) => ({
      id: row.id,
      time: Number(row.time),
      kind: row.kind,
      available: asMoney(row.available),
      frozen: asMoney(row.total - row.available),
      ofWithdrawal: row.of_withdrawal,
      reference: row.reference === null ? undefined : Number(row.reference),
      memo: memoForOwner(row),
      instrument: row.instrument ?? undefined,
    }));
  }
}

/** Tells whether a filter depends on orders. Day sums don't contain orders, so single transfers must be read. */
function isOfTrades({ instrument, side }: TradeFilter): boolean {
  return instrument !== undefined || side !== undefined;
}

function within(account: AccountId, { from, to }: Span, filter: MovementFilter): RawBuilder<unknown> {
  return sql`from transfers t left join orders o on o.id = t.reference and ${OF_ORDER}
    where t.account = ${BigInt(account)} and ${numberedWithin(account, { from, to })} and t.time >= ${from} and t.time < ${to}
      and ${filter.type === undefined ? sql`true` : sql`t.kind = ${filter.type}`} and ${isOfTrades(filter) ? sql`o.id is not null and ${matching(filter)}` : sql`true`}`;
}
