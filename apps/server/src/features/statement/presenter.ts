import type { OutputOf, statementCalls } from '@fairlot/contract';
import {
  ZERO,
  asLots,
  asMoney,
  asPrice,
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  minus,
  negate,
  winRate,
} from '@fairlot/domain';
import type { InstrumentId, LedgerType, Lots, Money } from '@fairlot/domain';
import type { MarketData } from '../../market/port.ts';
import type { Books } from './books.ts';
import type { OpenPosition, Statement } from './service.ts';
import type { InstrumentSums, OrderRow } from './trades.ts';

export type WireStatement = OutputOf<typeof statementCalls.statement>;
export type WireTrade = OutputOf<typeof statementCalls.statementTrades>['list'][number];
export type InstrumentName = WireTrade['instrument'];
type Instruments = Pick<MarketData, 'instrument'>;

/** A statement in the contract's words. */
export function presentStatement(statement: Statement, market: Instruments): WireStatement {
  const { account, isDemo, span, now, ongoing, books, instruments, curve, equity, positions, pending, floating } =
    statement;
  const change = minus(books.closing.total, books.opening.total);
  return {
    from: timeText(span.from),
    to: timeText(span.to),
    ongoing,
    as_of: timeText(now),
    account,
    is_demo: isDemo,
    currency: 'USD',
    opening: presentBooks(books.opening),
    closing: presentBooks(books.closing),
    movements: presentMoved(books.moved, change),
    trades: presentTotals(instruments),
    instruments: instruments.map((sums) => presentInstrument(sums, market)),
    unassigned: formatMoney(minus(change, statement.ofInstruments)),
    positions: positions.map((position) => presentPosition(position, market)),
    floating: floating === undefined ? null : formatMoney(floating),
    pending: pending?.map((order) => presentPending(order, market)) ?? null,
    curve: {
      balance: curve.balances.map(({ time, value }) => ({ time: timeText(time), value: formatMoney(value) })),
      equity: equity.map(({ time, balance, equity: value }) => ({
        time: timeText(time),
        balance: formatMoney(balance),
        value: value === undefined ? null : formatMoney(value),
      })),
      step: curve.step,
    },
  };
}

function presentBooks({ total, available }: Books): WireStatement['opening'] {
  return { total: formatMoney(total), available: formatMoney(available), frozen: formatMoney(minus(total, available)) };
}

function presentMoved(moved: Statement['books']['moved'], change: Money): WireStatement['movements'] {
  const of = (name: LedgerType): string => formatMoney(moved.get(name) ?? ZERO);
  return {
    deposits: of('deposit'),
    withdrawals: of('withdrawal'),
    withdrawal_fees: of('withdrawalFee'),
    trading_fees: of('tradingFee'),
    realised_profit: of('realisedProfit'),
    swaps: of('swap'),
    demo_funding: of('demoFunding'),
    adjustments: of('adjustment'),
    covers: of('negativeBalanceCover'),
    total: formatMoney(change),
  };
}

function presentTotals(instruments: readonly InstrumentSums[]): WireStatement['trades'] {
  const sum = (pick: (sums: InstrumentSums) => bigint): Money =>
    asMoney(instruments.reduce((all, each) => all + pick(each), 0n));
  const trades = instruments.reduce((all, each) => all + each.trades, 0);
  const wins = instruments.reduce((all, each) => all + each.wins, 0);
  const [grossProfit, grossLoss, fee, swap] = [
    sum((each) => each.grossProfit),
    sum((each) => each.grossLoss),
    sum((each) => each.fee),
    sum((each) => each.swap),
  ];
  const profit = asMoney(grossProfit + grossLoss);
  return {
    trades,
    wins,
    win_rate: rateText(wins, trades),
    lots: formatLots(asLots(instruments.reduce((all, each) => all + each.lots, 0n))),
    gross_profit: formatMoney(grossProfit),
    gross_loss: formatMoney(grossLoss),
    profit: formatMoney(profit),
    fee: formatMoney(negate(fee)),
    swap: formatMoney(swap),
    net: formatMoney(asMoney(profit - fee + swap)),
  };
}

/** What an instrument came to. */
export function presentInstrument(sums: InstrumentSums, market: Instruments): WireStatement['instruments'][number] {
  return {
    instrument: nameOf(market, sums.instrument),
    trades: sums.trades,
    lots: formatLots(sums.lots),
    win_rate: rateText(sums.wins, sums.trades),
    gross_profit: formatMoney(sums.grossProfit),
    gross_loss: formatMoney(sums.grossLoss),
    fees: formatMoney(sums.movedFees),
    swaps: formatMoney(sums.movedSwaps),
    net: formatMoney(asMoney(sums.movedProfit + sums.movedFees + sums.movedSwaps)),
  };
}

function presentPosition({ order, value }: OpenPosition, market: Instruments): WireStatement['positions'][number] {
  const instrument = nameOf(market, order.instrument);
  return {
    id: Number(order.id),
    instrument,
    side: order.side,
    lots: lotsText(order.lots),
    leverage: order.leverage,
    opened_at: timeText(Number(order.opened_at)),
    open_price: priceText(order.price, instrument),
    margin: moneyText(order.margin),
    fee: moneyText(order.fee),
    price: value === undefined ? null : formatPrice(value.price, instrument.price_precision),
    profit: value === undefined ? null : formatMoney(value.profit),
  };
}

function presentPending(order: OrderRow, market: Instruments): NonNullable<WireStatement['pending']>[number] {
  const instrument = nameOf(market, order.instrument);
  return {
    id: Number(order.id),
    instrument,
    side: order.side,
    kind: order.kind,
    lots: lotsText(order.lots),
    leverage: order.leverage,
    placed_at: timeText(Number(order.created_at)),
    target: priceText(order.target, instrument),
    reserved: moneyText(order.margin + order.fee),
  };
}

/** A closed position. What it lacks is a broken row, not a zero. */
export function presentTrade(order: OrderRow, market: Instruments): WireTrade {
  const instrument = nameOf(market, order.instrument);
  const { profit } = order;
  if (profit === null) throw new Error(`the closed position ${order.id} has no result`);
  return {
    id: Number(order.id),
    instrument,
    side: order.side,
    kind: order.kind,
    lots: lotsText(order.lots),
    leverage: order.leverage,
    opened_at: timeText(Number(order.opened_at)),
    open_price: priceText(order.price, instrument),
    open_quote: presentQuote(
      order.open_quote_seq,
      order.open_quote_time,
      order.open_quote_bid,
      order.open_quote_ask,
      instrument,
    ),
    closed_at: timeText(Number(order.ended_at)),
    close_price: priceText(order.close_price, instrument),
    close_quote: presentQuote(
      order.close_quote_seq,
      order.close_quote_time,
      order.close_quote_bid,
      order.close_quote_ask,
      instrument,
    ),
    conversion_quote: presentConversion(order.conversion_quote, market),
    stop_loss: order.stop_loss === null ? null : priceText(order.stop_loss, instrument),
    take_profit: order.take_profit === null ? null : priceText(order.take_profit, instrument),
    margin: moneyText(order.margin),
    fee: moneyText(-order.fee),
    swap: moneyText(order.swap),
    profit: moneyText(profit),
    net: moneyText(profit - order.fee + order.swap),
    reason: order.reason ?? '',
  };
}

function presentQuote(
  seq: bigint | null,
  time: bigint | null,
  bid: bigint | null,
  ask: bigint | null,
  instrument: InstrumentName,
): WireTrade['open_quote'] {
  if (seq === null || time === null) return null;
  return { Seq: Number(seq), Time: Number(time), Bid: priceText(bid, instrument), Ask: priceText(ask, instrument) };
}

/** The quote of a conversion leg with the leg's name. */
export function presentConversion(
  quote:
    | {
        readonly instrument: number;
        readonly seq: number;
        readonly time: number;
        readonly bid: string | bigint;
        readonly ask: string | bigint;
      }
    | null
    | undefined,
  market: Instruments,
): WireTrade['conversion_quote'] {
  if (quote === null || quote === undefined) return null;
  const leg = nameOf(market, quote.instrument);
  return {
    code: leg.code,
    Seq: quote.seq,
    Time: quote.time,
    Bid: priceText(BigInt(quote.bid), leg),
    Ask: priceText(BigInt(quote.ask), leg),
  };
}

/** An instrument's names; one that is no longer listed is known by its number. */
export function nameOf(market: Instruments, id: InstrumentId): InstrumentName {
  const listed = market.instrument(id);
  if (listed === undefined) return { id, code: `#${id}`, show_code: `#${id}`, logo: '', price_precision: 8 };
  return {
    id,
    code: listed.code,
    show_code: listed.displayCode,
    logo: listed.logo,
    price_precision: listed.pricePrecision,
  };
}

export function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

function rateText(wins: number, trades: number): string | null {
  const rate = winRate(wins, trades);
  return rate === undefined ? null : formatRate(asRatePercent(rate), 2);
}

/** A share as per cent. */
function asRatePercent<R extends bigint>(rate: R): R {
  return (rate * 100n) as R;
}

function priceText(price: bigint | null, { price_precision: precision }: InstrumentName): string {
  if (price === null) throw new Error('a filled order has its price');
  return formatPrice(asPrice(price), precision);
}

const moneyText = (micro: bigint): string => formatMoney(asMoney(micro));
const lotsText = (scaled: bigint): string => formatLots(scaled as Lots);
