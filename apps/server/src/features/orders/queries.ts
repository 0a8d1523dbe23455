import {
  type CancelReason,
  type CloseReason,
  type Money,
  type PartialLevel,
  type Price,
  type Quote,
  asLots,
  asMoney,
  asPrice,
  asQuoteSource,
  asRate,
} from '@fairlot/domain';
import type { AccountId, OrderId, StopOutExplanation, UsedGuarantee } from '@fairlot/engine';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { StoredQuote } from '../../db/tables/trading.ts';
import { endedOf, findEnded } from '../../trading/days/account-orders.ts';
import { decode } from '../../trading/journal/codec.ts';
import { type StoredTerms, storedTerms } from '../../trading/journal/terms-versions.ts';
import { ordersTagged } from '../../trading/tagged-orders.ts';
import { storedMarkup } from '../../trading/stored-markup.ts';
import type { OrderView } from './order-view.ts';

type Row = Selectable<Tables['orders']>;

/** The three lists of the orders screen. */
export type OrderList = 'holding' | 'pending' | 'history';

/** One page of a list, newest first, and the number of orders in the list. */
export interface OrderPage {
  readonly orders: readonly OrderView[];
  readonly total: number;
}

/** An order with the terms of its version, if they are stored. */
export interface OrderWithTerms {
  readonly view: OrderView;
  /** The quote that converted its result; null before the close, and for dollars. */
  readonly conversionQuote: StoredQuote | null;
  readonly terms: StoredTerms | undefined;
}

/** Reads committed orders. */
export class OrderQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async byId(id: OrderId): Promise<OrderView | undefined> {
    const row = await this.#db.selectFrom('orders').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
    return row === undefined ? undefined : toView(row);
  }

  /** Several orders, in any order. */
  async byIds(ids: readonly OrderId[]): Promise<readonly OrderView[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db.selectFrom('orders').selectAll().where('id', 'in', ids.map(BigInt)).execute();
    return rows.map(toView);
  }

  async withTerms(id: OrderId): Promise<OrderWithTerms | undefined> {
    const row = await this.#db
      .selectFrom('orders as o')
      .leftJoin('terms_versions as t', (join) =>
        join
          .onRef('t.shard', '=', 'o.shard')
          .onRef('t.instrument', '=', 'o.instrument')
          .onRef('t.version', '=', 'o.terms_version'),
      )
      .selectAll('o')
      .select('t.terms')
      .where('o.id', '=', BigInt(id))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const terms = row.terms === null ? undefined : storedTerms(row.terms);
    return { view: toView(row), conversionQuote: row.conversion_quote, terms };
  }

  /** Pages are numbered from 1. */
  async page(account: AccountId, list: OrderList, page: number, size: number): Promise<OrderPage> {
    const offset = (page - 1) * size;
    if (list === 'history') return this.#history(account, offset, size);
    const all = this.#db
      .selectFrom('orders')
      .where('account', '=', BigInt(account))
      .where('ended_at', 'is', null)
      .where('status', '=', list === 'holding' ? 'open' : 'pending');
    const [rows, count] = await Promise.all([
      all.selectAll().orderBy('id', 'desc').limit(size).offset(offset).execute(),
      all.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return { orders: rows.map(toView), total: Number(count.total) };
  }

  /** One page of the ended orders with a tag, newest first. Their number is limited with that of notes. */
  async tagged(account: AccountId, tag: string, page: number, size: number): Promise<OrderPage> {
    const all = this.#db
      .selectFrom('orders')
      .where('account', '=', BigInt(account))
      .where('ended_at', 'is not', null)
      .where(sql<boolean>`id in ${ordersTagged(account, tag)}`);
    const [rows, count] = await Promise.all([
      all
        .selectAll()
        .orderBy('ended_at', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute(),
      all.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return { orders: rows.map(toView), total: Number(count.total) };
  }

  async #history(account: AccountId, offset: number, size: number): Promise<OrderPage> {
    const { total, before, skip } = await findEnded(this.#db, account, offset);
    if (before === undefined || offset >= total) return { orders: [], total };
    const rows = await this.#db
      .selectFrom('orders')
      .selectAll()
      .where('account', '=', BigInt(account))
      .where('ended_at', 'is not', null)
      .where('ended_at', '<', before)
      .orderBy('ended_at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset(skip)
      .execute();
    return { orders: rows.map(toView), total };
  }

  /** Sum of all realised results of an account. */
  async realised(account: AccountId): Promise<Money> {
    const { rows } = await sql<{ sum: bigint }>`
      select coalesce(sum(e.profit), 0)::bigint as sum from ${endedOf(account)} e`.execute(this.#db);
    return asMoney(rows[0]?.sum ?? 0n);
  }
}

/** Converts a row of the table. */
export function toView(row: Row): OrderView {
  return {
    id: Number(row.id),
    account: Number(row.account),
    instrument: row.instrument,
    side: row.side,
    kind: row.kind,
    status: row.status,
    lots: asLots(row.lots),
    leverage: row.leverage,
    target: toPrice(row.target),
    limitPrice: toPrice(row.limit_price),
    oco: row.oco_order === null ? undefined : Number(row.oco_order),
    expiresAt: toTime(row.expires_at),
    price: toPrice(row.price),
    stopLoss: toPrice(row.stop_loss),
    takeProfit: toPrice(row.take_profit),
    trailing: toPrice(row.trailing_distance),
    premium: toPrice(row.guarantee_premium),
    levels: row.partial_levels === null ? undefined : (decode(row.partial_levels) as PartialLevel[]),
    margin: asMoney(row.margin),
    fee: asMoney(row.fee),
    swap: asMoney(row.swap),
    createdAt: Number(row.created_at),
    openedAt: toTime(row.opened_at),
    endedAt: toTime(row.ended_at),
    closePrice: toPrice(row.close_price),
    profit: row.profit === null ? undefined : asMoney(row.profit),
    endReason: (row.reason ?? undefined) as CloseReason | CancelReason | undefined,
    openQuote: toQuote(row, 'open'),
    closeQuote: toQuote(row, 'close'),
    explanation: toExplanation(row.explanation),
    guarantee: toGuarantee(row.guarantee),
    markup: storedMarkup(row),
    terms: row.terms_version ?? undefined,
    parent: row.parent_id === null ? undefined : Number(row.parent_id),
  };
}

function toPrice(value: bigint | null): Price | undefined {
  return value === null ? undefined : asPrice(value);
}

function toTime(value: bigint | null): number | undefined {
  return value === null ? undefined : Number(value);
}

function toQuote(row: Row, which: 'open' | 'close'): Quote | undefined {
  const seq = row[`${which}_quote_seq`];
  const time = row[`${which}_quote_time`];
  const bid = row[`${which}_quote_bid`];
  const ask = row[`${which}_quote_ask`];
  if (seq === null || time === null || bid === null || ask === null) return undefined;
  return {
    instrument: row.instrument,
    seq: Number(seq),
    time: Number(time),
    bid: asPrice(bid),
    ask: asPrice(ask),
    source: asQuoteSource(row[`${which}_quote_source`]),
  };
}

function toGuarantee(stored: Row['guarantee']): UsedGuarantee | undefined {
  if (stored === null) return undefined;
  const { marketPrice, gap, premium } = stored;
  return {
    marketPrice: asPrice(BigInt(marketPrice)),
    gap: asMoney(BigInt(gap)),
    premium: asMoney(BigInt(premium)),
  };
}

function toExplanation(stored: Row['explanation']): StopOutExplanation | undefined {
  if (stored === null) return undefined;
  return {
    equity: asMoney(BigInt(stored.equity)),
    usedMargin: asMoney(BigInt(stored.usedMargin)),
    ratio: asRate(BigInt(stored.ratio)),
    stopOutPercent: stored.stopOutPercent,
    loss: asMoney(BigInt(stored.loss)),
  };
}
