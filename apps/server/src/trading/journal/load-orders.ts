import { type PartialLevel, asLots, asMoney, asPrice } from '@fairlot/domain';
import type { EngineImage, OrderRecord } from '@fairlot/engine';
import type { ClientBase } from 'pg';
import { decode } from './codec.ts';
import { lazily, rows } from './shard-rows.ts';

type OrderRow = [
  bigint,
  bigint,
  number,
  OrderRecord['side'],
  OrderRecord['kind'],
  OrderRecord['status'],
  bigint,
  number,
  bigint | null,
  bigint | null,
  bigint | null,
  bigint | null,
  bigint | null,
  bigint,
  bigint,
  bigint,
  bigint | null,
  bigint | null,
  bigint | null,
  bigint | null,
  bigint | null,
  bigint | null,
  bigint | null,
  string | null,
];

/** The pending orders and open positions of a shard, by ascending number. */
export async function loadOrders(client: ClientBase, shard: number): Promise<EngineImage['orders']> {
  const found = await rows<OrderRow>(
    client,
    `select id, account, instrument, side, kind, status, lots, leverage,
    target, price, opened_at, stop_loss, take_profit, margin, fee, swap, bid_markup, ask_markup, trailing_distance, expires_at, limit_price, oco_order, guarantee_premium, partial_levels from orders where shard = $1 and ended_at is null order by id`,
    [shard],
  );
  return lazily(found, orderFrom);
}

function orderFrom([
  id,
  account,
  instrument,
  side,
  kind,
  status,
  lots,
  leverage,
  target,
  price,
  openedAt,
  stopLoss,
  takeProfit,
  margin,
  fee,
  swap,
  bidMarkup,
  askMarkup,
  trailing,
  expiresAt,
  limitPrice,
  ocoOrder,
  premium,
  levels,
]: OrderRow): OrderRecord {
  return {
    id: Number(id),
    account: Number(account),
    instrument,
    side,
    kind,
    status,
    lots: asLots(lots),
    leverage,
    ...(bidMarkup !== null && askMarkup !== null && { markup: { bid: asPrice(bidMarkup), ask: asPrice(askMarkup) } }),
    target: optional(target, asPrice),
    ...(limitPrice !== null && { limitPrice: asPrice(limitPrice) }),
    ...(ocoOrder !== null && { oco: Number(ocoOrder) }),
    ...(expiresAt !== null && { expiresAt: Number(expiresAt) }),
    price: optional(price, asPrice),
    openedAt: optional(openedAt, Number),
    stopLoss: optional(stopLoss, asPrice),
    takeProfit: optional(takeProfit, asPrice),
    ...(trailing !== null && { trailing: asPrice(trailing) }),
    ...(premium !== null && { premium: asPrice(premium) }),
    ...(levels !== null && { levels: decode(levels) as PartialLevel[] }),
    margin: asMoney(margin),
    fee: asMoney(fee),
    swap: asMoney(swap),
  };
}

function optional<T, V>(value: T | null, convert: (value: T) => V): V | undefined {
  return value === null ? undefined : convert(value);
}
