import { asMoney } from '@fairlot/domain';
import type { InstrumentId, Money } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { AVAILABLE_CHANGE, TOTAL_CHANGE, movesOf, numberedWithin } from '../../trading/days/moves.ts';
import type { Span } from './period.ts';
import { matching } from './trades.ts';
import type { TradeFilter } from './trades.ts';

export interface MovementFilter extends TradeFilter {
  /** Number of the ledger type. */
  readonly type?: number | undefined;
}

/** A transfer from the account's point of view. */
export interface Movement {
  readonly id: bigint;
  readonly time: number;
  readonly kind: number;
  readonly available: Money;
  readonly frozen: Money;
  /** Whether it froze or freed money for a withdrawal. */
  readonly ofWithdrawal: boolean;
  readonly reference: number | undefined;
  readonly memo: string;
  /** Of the order that it belongs to; undefined for deposits and the like. */
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

/** Kinds whose reference is an order; reserving and releasing are of an order when its reserve is touched. */
const OF_ORDER = sql`(t.kind in (4, 5, 8) or t.credit_book = 'orderReserve' or t.debit_book = 'orderReserve')`;
const OF_WITHDRAWAL = sql`(t.credit_book = 'withdrawalHold' or t.debit_book = 'withdrawalHold')`;

/** What moved an account's money. */
export class MovementRecords {
  private readonly db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  /** One page, newest first. */
  async page(
    account: AccountId,
    span: Span,
    filter: MovementFilter,
    slice: { readonly offset: number; readonly limit: number },
  ): Promise<readonly Movement[]> {
    return this.read(
      sql`${within(account, span, filter)} order by t.id desc offset ${slice.offset} limit ${slice.limit}`,
    );
  }

  /** The next movements behind a number, oldest first. */
  async after(
    account: AccountId,
    span: Span,
    filter: MovementFilter,
    after: bigint,
    limit: number,
  ): Promise<readonly Movement[]> {
    return this.read(sql`${within(account, span, filter)} and t.id > ${after} order by t.id limit ${limit}`);
  }

  /** How many there are, and what they come to, over all rows. */
  async sums(account: AccountId, span: Span, filter: MovementFilter): Promise<MovementSums> {
    const { rows } = await (
      isOfTrades(filter)
        ? sql<Sums>`select count(*) as total, coalesce(sum(${TOTAL_CHANGE}), 0)::bigint as change, coalesce(sum(${AVAILABLE_CHANGE}), 0)::bigint as available
          ${within(account, span, filter)}`
        : sql<Sums>`select coalesce(sum(m.transfers), 0)::bigint as total, coalesce(sum(m.total), 0)::bigint as change, coalesce(sum(m.available), 0)::bigint as available
          from ${movesOf(account)} m where m.time >= ${span.from} and m.time < ${span.to} and ${filter.type === undefined ? sql`true` : sql`m.kind = ${filter.type}`}`
    ).execute(this.db);
    const [row] = rows;
    if (row === undefined) throw new Error('a sum has a row');
    return { total: Number(row.total), available: asMoney(row.available), frozen: asMoney(row.change - row.available) };
  }

  private async read(rest: RawBuilder<unknown>): Promise<readonly Movement[]> {
    const { rows } = await sql<MovementRow>`
      select t.id, t.time, t.kind, ${TOTAL_CHANGE} as total, ${AVAILABLE_CHANGE} as available, ${OF_WITHDRAWAL} as of_withdrawal, t.reference, t.memo, o.instrument
      ${rest}`.execute(this.db);
    return rows.map((row) => ({
      id: row.id,
      time: Number(row.time),
      kind: row.kind,
      available: asMoney(row.available),
      frozen: asMoney(row.total - row.available),
      ofWithdrawal: row.of_withdrawal,
      reference: row.reference === null ? undefined : Number(row.reference),
      memo: row.memo ?? '',
      instrument: row.instrument ?? undefined,
    }));
  }
}

/** Whether a filter looks at the orders of movements, which no sum knows. */
function isOfTrades({ instrument, side }: TradeFilter): boolean {
  return instrument !== undefined || side !== undefined;
}

function within(account: AccountId, { from, to }: Span, filter: MovementFilter): RawBuilder<unknown> {
  return sql`from transfers t left join orders o on o.id = t.reference and ${OF_ORDER}
    where t.account = ${BigInt(account)} and ${numberedWithin(account, { from, to })} and t.time >= ${from} and t.time < ${to}
      and ${filter.type === undefined ? sql`true` : sql`t.kind = ${filter.type}`} and ${isOfTrades(filter) ? sql`o.id is not null and ${matching(filter)}` : sql`true`}`;
}
