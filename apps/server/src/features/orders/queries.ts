import {
  type CancelReason,
  type CloseReason,
  type Money,
  type Price,
  type Quote,
  asLots,
  asMoney,
  asPrice,
  asQuoteSource,
  asRate,
} from '@fairlot/domain';
import type { AccountId, OrderId, StopOutExplanation } from '@fairlot/engine';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { endedOf, findEnded } from '../../trading/days/account-orders.ts';
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
    price: toPrice(row.price),
    stopLoss: toPrice(row.stop_loss),
    takeProfit: toPrice(row.take_profit),
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
    markup: storedMarkup(row),
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
  const quote = {
    instrument: row.instrument,
    seq: Number(seq),
    time: Number(time),
    bid: asPrice(bid),
    ask: asPrice(ask),
  };
  return { ...quote, source: asQuoteSource(row[`${which}_quote_source`]) };
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
