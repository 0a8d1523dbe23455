import { DAY_MS, type Lots, asPrice, formatLots, formatPrice, kindName } from '@fairlot/domain';
import { type Selectable, sql } from 'kysely';
import type { OrdersTable } from '../../../db/tables/trading.ts';
import { uidOf } from '../../../platform/uid.ts';
import { netResultOf, premiumOf } from '../../../trading/net-result.ts';
import { GROUP_COLUMNS, type HolderGroup, groupCells, holdersOf } from './holders.ts';
import {
  CHUNK_ROWS,
  type ReportRequest,
  type ReportRow,
  type ReportRows,
  type ReportSources,
  moneyText,
} from './report.ts';

export const TRADE_COLUMNS = [
  'id',
  'user_id',
  'uid',
  ...GROUP_COLUMNS,
  'instrument',
  'side',
  'lots',
  'leverage',
  'opened_at',
  'open_price',
  'open_quote',
  'closed_at',
  'close_price',
  'close_quote',
  'reason',
  'profit',
  'fee',
  'swap',
  'net',
  'kind',
  'limit_price',
  'stop_loss',
  'take_profit',
  'trailing_distance',
  'premium',
] as const;

/** Decimals of prices of instruments that are no longer listed. */
const UNLISTED = { pricePrecision: 8 };

/**
 * Positions closed in the period, oldest first. Each chunk is a query of its own; ended orders never change, so no
 * transaction has to stay open. The index by time has ranges of pages only, so days are read one by one.
 */
export async function* tradeRows(sources: ReportSources, request: ReportRequest): ReportRows {
  const step = request.user === undefined ? DAY_MS : request.to - request.from;
  for (let from = request.from; from < request.to; from += step)
    yield* tradesWithin(sources, request, from, Math.min(from + step, request.to));
}

async function* tradesWithin(
  { db, market }: ReportSources,
  { accounts, user, group, instrument }: ReportRequest,
  from: number,
  to: number,
): ReportRows {
  let after = { endedAt: BigInt(from), id: 0n };
  for (;;) {
    const { endedAt, id } = after;
    let query = db
      .selectFrom('orders')
      .innerJoin(holdersOf({ accounts, group }).as('h'), 'h.holder', 'orders.account')
      .where('status', '=', 'closed')
      .where('ended_at', '>=', endedAt)
      .where('ended_at', '<', BigInt(to))
      .where(sql<boolean>`(ended_at, orders.id) > (${endedAt}, ${id})`);
    if (user !== undefined) query = query.where('account', '=', BigInt(user));
    if (instrument !== undefined) query = query.where('instrument', '=', instrument);
    const rows = await query
      .selectAll('orders')
      .select(['group_id', 'group_name'])
      .orderBy('ended_at')
      .orderBy('orders.id')
      .limit(CHUNK_ROWS)
      .execute();
    yield rows.map((row) => present(row, market));
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK_ROWS) return;
    after = { endedAt: last.ended_at ?? endedAt, id: last.id };
  }
}

function present(row: Selectable<OrdersTable> & HolderGroup, market: ReportSources['market']): ReportRow {
  const id = row.instrument;
  const listed = market.instrument(id);
  const price = (value: bigint | null): string =>
    value === null ? '' : formatPrice(asPrice(value), listed ?? UNLISTED);
  const profit = row.profit ?? 0n;
  return {
    id: String(row.id),
    user_id: String(row.account),
    uid: uidOf(Number(row.account)),
    ...groupCells(row),
    instrument: listed?.code ?? `#${id}`,
    side: row.side,
    lots: formatLots(row.lots as Lots),
    leverage: row.leverage,
    opened_at: timeOf(row.opened_at),
    open_price: price(row.price),
    open_quote: textOf(row.open_quote_seq),
    closed_at: timeOf(row.ended_at),
    close_price: price(row.close_price),
    close_quote: textOf(row.close_quote_seq),
    reason: row.reason,
    profit: moneyText(profit),
    // With the client's sign: a fee is below zero.
    fee: moneyText(-row.fee),
    swap: moneyText(row.swap),
    net: moneyText(netResultOf(row)),
    kind: kindName(row.kind, row.limit_price),
    limit_price: price(row.limit_price),
    stop_loss: price(row.stop_loss),
    take_profit: price(row.take_profit),
    trailing_distance: price(row.trailing_distance),
    premium: moneyText(-premiumOf(row)),
  };
}

function textOf(value: bigint | null): string {
  return value === null ? '' : String(value);
}

function timeOf(time: bigint | null): string {
  return time === null ? '' : new Date(Number(time)).toISOString();
}
